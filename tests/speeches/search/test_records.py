"""One engine searches records other than speeches, alone or with speeches, and ranks all in one order."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from rag.chunks.index import create_meaning_index
from speeches.finding.find import find
from speeches.ingestion.embedding import current_model
from speeches.ingestion.ingest import embed_all, ingest_content
from speeches.models import EntryChunk
from speeches.search.engine import SearchRequest
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.search.results import Hit
from tests.conftest import clear_record

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("merrowa")]
SECOND_READING = "merrowa-house-of-assembly-2023-03-16-1"


@pytest.fixture(scope="module")
def merrowa(samples: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The sample parliament with its records, embedded."""
    with django_db_blocker.unblock(), transaction.atomic():
        clear_record()
        create_meaning_index(EntryChunk._meta.db_table, current_model())
        for name in ("parliament.json", "parliament.csv", "records.jsonl"):
            assert ingest_content((samples / name).read_bytes(), name).errors == []
        embed_all()
        yield
        transaction.set_rollback(True)


def search(query: str, **filters: Any) -> list[Hit]:
    return find(SearchRequest(query, Filters(**filters))).results


@pytest.mark.parametrize(
    ("query", "kind", "first"),
    [
        ("climate commissioner", "bill", "bill/merrowa-9-c-4"),
        ("gases", "bill", "bill/merrowa-9-c-4"),
        ("burying the power line under wetlands", "committee_report", "committee_report/"),
        ("evidence of landholders", "committee_meeting", "committee_meeting/"),
        ("Spine Link", "committee", "committee/merrowa-select-committee-on-the-spine-link-transmission-project"),
        ("Coral Yandrossi", "vote_member", f"vote_member/{SECOND_READING}/coral-yandrossi"),
        ("Green Horizon homes", "vote_party", "vote_party/merrowa-legislative-council-2023-10-18-1/green-horizon-no"),
        ("second reading climate targets", "vote_question", f"vote_question/{SECOND_READING}"),
        ("Odalys Brackenmoor", "candidacy", "candidacy/merrowa-2022-10-15-merrowa-general-election-2022/odalys-"),
        ("general election 2022", "election", "election/merrowa-2022-10-15-merrowa-general-election-2022"),
        ("Liberty Union", "party", "party/merrowa-CLU"),
        ("Gideon Harksworth", "politician", "politician/gideon-harksworth"),
        ("Lanternfield", "riding", "riding/merrowa-lanternfield"),
        ("session 9", "session", "session/merrowa-9"),
    ],
)
def test_each_kind_is_found_by_itself(query: str, kind: str, first: str) -> None:
    hits = search(query, source_type=kind)
    assert hits[0].speech_id.startswith(first)
    assert {hit.source_type for hit in hits} == {kind}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("What does bill C-4 say about farm methane?", "bill/merrowa-9-c-4"),
        ("Who was elected in Innerhythe?", "candidacy/"),
        ("What did the committee on the Spine Link recommend?", "committee"),
        ("Who voted against C-4?", "vote_question/"),
        ("How did Coral Yandrossi vote on C-4?", "vote_member/"),
    ],
)
def test_a_query_finds_the_kind_that_it_asks_for(query: str, first: str) -> None:
    assert search(query)[0].speech_id.startswith(first)


def test_who_represents_a_place_finds_its_riding_and_its_member_beside_what_was_said_there() -> None:
    assert {"riding/merrowa-harrowmere", "politician/tamsin-okerevu"} <= {
        hit.speech_id for hit in search("Who represents Harrowmere?")
    }


def test_a_topic_is_searched_among_speeches_alone() -> None:
    assert {hit.source_type for hit in search("climate targets for farmers")} == {"hansard"}


def test_with_a_bill_named_no_other_bill_is_found() -> None:
    bills = {hit.speech_id for hit in search("bill C-11 homes fund") if hit.source_type == "bill"}
    assert bills == {"bill/merrowa-9-c-11"}


def test_no_kind_fills_the_first_page_beside_speeches() -> None:
    kinds = [hit.source_type for hit in search("Which bill sets emissions targets?")]
    assert kinds.count("bill") <= 3
    assert "hansard" in kinds


def test_phrases_and_exclusions_hold_for_records_too() -> None:
    assert search('"fully independent valuation"', source_type="committee_report") == []
    assert search('"independent valuation"', source_type="committee_report")
    assert search("wetlands -valuation", source_type="committee_report") == []


def test_filters_narrow_records() -> None:
    assert search("bill", source_type="bill", bill="C-23")[0].speech_id == "bill/merrowa-9-c-23"
    assert len({hit.speech_id for hit in search("voted", source_type="vote_member", party="CLU")}) == 2
    assert search("election", source_type="election", country="Australia") == []


def test_a_hit_says_what_it_is_and_nothing_is_put_into_a_mouth() -> None:
    (hit, *_) = search("farm methane", source_type="bill")
    assert (hit.kind_of_record, hit.speaker) == ("Bill", "")
    assert hit.url == f"/bills/merrowa-9-c-4?from={hit.start}&to={hit.end}&text=en#passage"
    assert "methane" in hit.excerpt.lower()


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SearchError, match="use one of bill, hansard, vote_question"):
        search("climate", source_type="statute")


def test_a_bill_is_found_whoever_is_named_beside_it() -> None:
    assert "bill/merrowa-9-c-4" in {hit.speech_id for hit in search("what did Lucan Ostrevale say about bill C-4")}


@pytest.mark.parametrize(("kind", "mode", "language"), [("riding", "meaning", ""), ("vote_member", "hybrid", "fr")])
def test_what_a_kind_cannot_be_found_by_is_said(kind: str, mode: str, language: str) -> None:
    with pytest.raises(SearchError, match="Records of this kind"):
        find(SearchRequest("Harrowmere", Filters(source_type=kind, language=language), mode=mode))


class TestOverHttp:
    def test_the_search_returns_records(self, client: Client) -> None:
        values = client.get("/api/v1/search", {"q": "farm methane", "source_type": "bill"}).json()
        assert values["results"][0]["source_type"] == "bill"
        assert values["facets"]["source_type"] == [{"value": "bill", "label": "Bill", "count": values["found"]}]
        undated = client.get("/api/v1/search", {"q": "Liberty Union", "source_type": "party"}).json()
        assert undated["results"][0]["date"] is None

    def test_records_are_listed_by_kind(self, client: Client) -> None:
        values = client.get("/api/v1/records/bill", {"country": "merrowa", "limit": "2"}).json()
        assert [item["id"] for item in values["items"]] == ["bill/merrowa-9-c-11", "bill/merrowa-9-c-23"]
        rest = client.get("/api/v1/records/bill", {"limit": "2", "cursor": values["next_cursor"]}).json()
        assert [item["id"] for item in rest["items"]] == ["bill/merrowa-9-c-4"]
        titled = client.get("/api/v1/records/bill", {"title": "rental"}).json()
        assert [item["id"] for item in titled["items"]] == ["bill/merrowa-9-c-23"]

    def test_a_record_is_read_with_its_typed_values(self, client: Client) -> None:
        bill = client.get("/api/v1/records/bill/merrowa-9-c-4").json()
        assert (bill["printed"], bill["record"]["number"], bill["record"]["sponsor"]) == (
            True,
            "C-4",
            "maeve-thornquill",
        )
        vote = client.get(f"/api/v1/records/vote_question/{SECOND_READING}").json()
        assert (vote["printed"], vote["record"]["ayes"], vote["record"]["noes"]) == (False, 5, 4)

    @pytest.mark.parametrize("path", ["/records/statute", "/records/hansard", "/records/bill/none"])
    def test_what_is_not_there_is_said(self, client: Client, path: str) -> None:
        response = client.get(f"/api/v1{path}")
        assert response.status_code == 404
        assert response["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize(
        "parameters", [{"limit": "0"}, {"cursor": "x"}, {"language": "xx"}, {"title": "\x00"}, {"country": "Atlantis"}]
    )
    def test_bad_parameters_are_refused(self, client: Client, parameters: dict[str, str]) -> None:
        assert client.get("/api/v1/records/bill", parameters).status_code == 422


PAGES = (
    ("methane", "bill"),
    ("route", "committee_report"),
    ("election", "election"),
    ("Odalys", "candidacy"),
    ("Spine", "committee_meeting"),
    ("voted", "vote_party"),
)


class TestPages:
    def test_every_record_leads_to_a_page_that_is_there(self, client: Client) -> None:
        for query, kind in PAGES:
            assert client.get(search(query, source_type=kind)[0].url).status_code == 200, kind

    def test_an_election_lists_who_stood(self, client: Client) -> None:
        page = client.get("/elections/merrowa-2022-10-15-merrowa-general-election-2022").content.decode()
        assert page.index("Odalys Brackenmoor") < page.index("Wilhelmina Stokeley-Brand")
        assert client.get("/elections/").content.decode().count("Merrowa general election 2022") == 1
        assert client.get("/elections/merrowa-2022-10-16-x").status_code == 404
        assert client.get("/elections/nonsense").status_code == 404

    def test_a_report_is_read_in_its_own_words(self, client: Client) -> None:
        url = search("wetlands", source_type="committee_report")[0].url
        assert "Two members dissent from the second recommendation." in client.get(url).content.decode()
        assert client.get("/committee-reports/nonsense").status_code == 404

    def test_a_record_among_the_results_is_called_what_it_is(self, client: Client) -> None:
        page = client.get("/", {"q": "What does bill C-4 say about farm methane?"}).content.decode()
        assert 'href="/bills/merrowa-9-c-4?from=' in page
        assert "<h2>Kind of record</h2>" in page
