"""Subjects: the passages that are on them by meaning, who speaks on them, and their pages."""

import re

import pytest
from django.db.models import Q
from django.test import Client

from rag.clients.embedder import EmbedderError
from speeches.models import Speech
from speeches.reading.subjects import record_of, subjects
from speeches.search.catalogue import catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.search.version import corpus_version
from speeches.trends import counting
from speeches.trends.counting import passages_on
from speeches.trends.trend import TrendRequest, trends
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

CHILD_CARE = "child care fees"


def speeches_on(words: str) -> set[str]:
    chunks = passages_on(words, Q(parliament="au"), catalogue(corpus_version()).models, "en")
    return {one.speech_id for some in chunks for one in some}


def test_every_subject_has_a_name_and_words_in_both_languages() -> None:
    assert len(subjects()) > 40
    for one in subjects().values():
        assert re.fullmatch(r"[a-z-]+", one.key)
        assert set(one.names) == set(one.words) == {"en", "fr"}
        assert all([*one.names.values(), *one.words.values()])


def test_what_is_on_a_subject_need_not_hold_its_words() -> None:
    found = Speech.objects.filter(pk__in=speeches_on("the price of looking after toddlers while parents work"))
    assert found.filter(debate__title__icontains="child care").exists()
    assert found.exclude(text__icontains="toddlers").exists()


def test_a_subject_of_which_nobody_speaks_has_nothing() -> None:
    assert speeches_on("the migration of monarch butterflies") == set()


def test_each_speech_counts_once_for_its_day_and_voice() -> None:
    for by in ("", "party", "member"):
        found = trends(TrendRequest((CHILD_CARE,), Filters(country="au"), by=by, unit="day", mode="meaning"))
        assert sum(one.count for one in found.series) == len(speeches_on(CHILD_CARE)) > 0
        assert found.notes[0].startswith("Estimated")


def test_it_tells_who_speaks_where_and_under_which_filters() -> None:
    found = record_of(subjects()["children"], Filters(country="au", party="ALP"), "en")
    assert {party.code for party, _ in found.parties} == {"ALP"}
    assert "Amanda Rishworth" in [member.name for member, _ in found.members]
    assert any("Child Care" in debate.title for debate, _ in found.debates)
    assert [count for _, count in found.debates] == sorted((count for _, count in found.debates), reverse=True)
    assert {one.debate for one in found.divisions} <= {debate for debate, _ in found.debates}


def test_without_the_embedding_model_it_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(text: str, model: str) -> None:
        raise EmbedderError("It is away.")

    monkeypatch.setattr(counting, "query_vector", away)
    with pytest.raises(SearchError, match="Count words"):
        trends(TrendRequest((CHILD_CARE,), mode="meaning"))
    page = client.get("/subjects/children")
    assert page.status_code == 503
    assert "not possible now" in body_of(page)


def test_its_page_leads_to_the_passages_that_it_counts(client: Client) -> None:
    page = body_of(client.get("/subjects/children", {"parliament": "au"}))
    assert "Amanda Rishworth" in page
    link = re.search(r'<td><a href="(/\?[^"]+)">2021-10-26', page)
    assert link
    assert "mode=meaning" in link[1]
    assert "child+care" in link[1]


def test_all_subjects_are_listed_in_the_readers_language(client: Client) -> None:
    page = body_of(client.get("/subjects/", headers={"accept-language": "fr"}))
    assert page.count('href="/subjects/') >= len(subjects())
    assert "Langues" in page


def test_on_its_page_a_chart_names_the_voice_and_not_the_words_again(client: Client) -> None:
    page = body_of(client.get("/subjects/children", {"parliament": "au"}))
    captions = re.findall(r"<figcaption>(.*?)<", page)
    assert any("Australian Labor Party" in one for one in captions)
    assert not any("child care" in one for one in captions)


class TestApi:
    def test_lists_every_subject(self, client: Client) -> None:
        items = client.get("/api/v1/subjects").json()["items"]
        assert [one["id"] for one in items] == list(subjects())
        assert items[0]["names"]["fr"]

    def test_tells_who_speaks_where_and_the_votes(self, client: Client) -> None:
        found = client.get("/api/v1/subjects/children", {"country": "au", "party": "ALP"}).json()
        assert {one["id"] for one in found["parties"]} == {"au/ALP"}
        assert "Amanda Rishworth" in [one["name"] for one in found["members"]]
        debate = next(one for one in found["debates"] if "Child Care" in one["title"])
        assert client.get(f"/api/v1/debates/{debate['id']}").status_code == 200
        assert {one["debate"] for one in found["divisions"]} <= {one["id"] for one in found["debates"]}
        assert found["notes"][0].startswith("Estimated")

    @pytest.mark.parametrize(
        ("parameters", "field"), [({"language": "de"}, "language"), ({"date_from": "soon"}, "date_from")]
    )
    def test_names_a_bad_parameter(self, client: Client, parameters: dict[str, str], field: str) -> None:
        refused = client.get("/api/v1/subjects/children", parameters)
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == field

    def test_knows_no_other_subject(self, client: Client) -> None:
        assert client.get("/api/v1/subjects/nothing").status_code == 404


@pytest.mark.parametrize("path", ["/subjects/nothing", "/subjects/a%00b"])
def test_no_such_subject(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_another_way_to_count_is_refused(client: Client) -> None:
    assert client.get("/trends", {"q": "tax", "mode": "hat"}).status_code == 422
    assert client.get("/api/v1/trends", {"q": "tax", "mode": "hat"}).status_code == 422
    counted = client.get("/api/v1/trends", {"q": CHILD_CARE, "mode": "meaning", "country": "au"}).json()
    assert counted["series"][0]["count"] == len(speeches_on(CHILD_CARE))
