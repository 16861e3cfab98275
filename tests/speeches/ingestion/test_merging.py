"""Two politicians who are one person are merged with all that is theirs, and parted again."""

from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.test import Client

from speeches.formats.names import name_key
from speeches.ingestion.merging import MergeError, merge, undo
from speeches.models import Ballot, Chunk, Merge, Party, Politician, Speech, Term
from speeches.search.engine import SearchRequest, search
from speeches.search.filters import Filters
from tests.browser import test_database_url

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@pytest.fixture
def two() -> tuple[Politician, Politician]:
    """Two members of the same parliament, of whom the second interjects."""
    by_name = {one.name: one for one in Politician.objects.filter(name__in=["Amanda Rishworth", "Tony Smith"])}
    return by_name["Amanda Rishworth"], by_name["Tony Smith"]


def state(politician: Politician) -> dict[str, Any]:
    """Everything that belongs to a politician."""
    pk = politician.pk
    return {
        "speeches": sorted(Speech.objects.filter(politician=pk).values_list("pk", flat=True)),
        "passages": sorted(Chunk.objects.filter(politician=pk).values_list("speech_id", "model_id", "index")),
        "ballots": sorted(Ballot.objects.filter(politician=pk).values_list("pk", flat=True)),
        "terms": sorted(Term.objects.filter(politician=pk).values_list("pk", flat=True)),
        "voices": sorted(
            (speech, place)
            for speech, parts in Speech.objects.filter(parts__contains=[{"politician": pk}]).values_list("pk", "parts")
            for place, part in enumerate(parts)
            if part["politician"] == pk
        ),
        "self": [
            getattr(Politician.objects.get(pk=pk), name) for name in ("name", "slug", "source_id", "keys", "spellings")
        ],
    }


def test_the_kept_one_gets_everything_and_undoing_gives_it_back(two: tuple[Politician, Politician]) -> None:
    kept, absorbed = two
    before = state(kept), state(absorbed)
    assert before[1]["voices"]
    done = merge(kept, absorbed)
    assert not Politician.objects.filter(pk=absorbed.pk).exists()
    after = state(kept)
    for name in ("speeches", "passages", "ballots", "terms", "voices"):
        assert after[name] == sorted(before[0][name] + before[1][name])
    undo(done)
    assert (state(kept), state(absorbed)) == before


def test_a_search_by_either_name_finds_both_ones_words(
    two: tuple[Politician, Politician], django_capture_on_commit_callbacks: Any
) -> None:
    kept, absorbed = two
    with django_capture_on_commit_callbacks(execute=True):
        merge(kept, absorbed)
    found = search(SearchRequest("order", Filters(speaker="Tony Smith"), top_k=50))
    assert {hit.speaker for hit in found.results} == {"Amanda Rishworth"}


def test_a_file_that_names_the_absorbed_one_means_the_kept_one(two: tuple[Politician, Politician]) -> None:
    kept, absorbed = two
    merge(kept, absorbed)
    kept.refresh_from_db()
    assert name_key("Tony Smith") in kept.keys
    assert absorbed.source_id in kept.other_source_ids


def test_who_cannot_be_merged(two: tuple[Politician, Politician]) -> None:
    with pytest.raises(MergeError, match="two different"):
        merge(two[0], two[0])
    stranger = Politician.objects.filter(parliament="merrowa").first()
    assert stranger
    with pytest.raises(MergeError, match="different parliaments"):
        merge(two[0], stranger)


def test_undone_once_only(two: tuple[Politician, Politician]) -> None:
    done = merge(*two)
    undo(done)
    with pytest.raises(MergeError, match="already"):
        undo(done)


class TestChains:
    """Three politicians who are one: the last merge is undone first, and each gets everything back."""

    @pytest.fixture
    def three(self) -> list[Politician]:
        names = ["Amanda Rishworth", "Tony Smith", "Anthony Albanese"]
        return sorted(Politician.objects.filter(name__in=names), key=lambda one: names.index(one.name))

    def test_undone_from_the_last_to_the_first(self, three: list[Politician]) -> None:
        first, second, third = three
        before = [state(one) for one in three]
        inner = merge(second, third)
        outer = merge(first, second)
        with pytest.raises(MergeError, match="later merge first"):
            undo(inner)
        undo(outer)
        undo(inner)
        assert [state(one) for one in three] == before

    def test_two_merged_into_the_same_one(self, three: list[Politician]) -> None:
        before = [state(one) for one in three]
        done = [merge(three[0], three[1]), merge(three[0], three[2])]
        for one in reversed(done):
            undo(one)
        assert [state(one) for one in three] == before

    def test_a_source_id_that_somebody_else_has_by_now(self, three: list[Politician]) -> None:
        done = merge(three[0], three[1])
        Politician.objects.create(
            parliament_id="au", name="Another", slug="another", source_id=done.absorbed["source_id"]
        )
        with pytest.raises(MergeError, match="source id"):
            undo(done)

    def test_the_old_address_leads_to_the_kept_one(self, three: list[Politician], client: Client) -> None:
        merge(three[0], three[1])
        response = client.get(f"/politicians/{three[1].slug}")
        assert (response.status_code, response["Location"]) == (301, f"/politicians/{three[0].slug}")
        assert client.get(f"/api/v1/politicians/{three[1].slug}").json()["id"] == three[0].slug


class TestAdmin:
    LIST = "/admin/speeches/politician/"

    @pytest.fixture
    def administrator(self, client: Client) -> Client:
        client.force_login(User.objects.create_superuser("root"))
        return client

    def test_two_are_chosen_one_is_kept(self, administrator: Client, two: tuple[Politician, Politician]) -> None:
        chosen = {"action": "merge_two", "_selected_action": [str(one.pk) for one in two]}
        page = administrator.post(self.LIST, chosen).content.decode()
        assert f"Keep {two[0].name}" in page
        assert Politician.objects.filter(pk__in=[one.pk for one in two]).count() == 2
        administrator.post(self.LIST, {**chosen, "kept": str(two[0].pk)})
        assert not Politician.objects.filter(pk=two[1].pk).exists()
        done = Merge.objects.get()
        administrator.post("/admin/speeches/merge/", {"action": "undo_merges", "_selected_action": [str(done.pk)]})
        assert Politician.objects.filter(pk=two[1].pk).exists()

    def test_not_one_and_not_three(self, administrator: Client, two: tuple[Politician, Politician]) -> None:
        page = administrator.post(
            self.LIST, {"action": "merge_two", "_selected_action": [str(two[0].pk)]}, follow=True
        ).content.decode()
        assert "exactly two" in page

    def test_the_corpus_at_a_glance(self, administrator: Client) -> None:
        page = administrator.get("/admin/").content.decode()
        assert "The corpus at a glance" in page
        assert "Passages waiting for their vector" in page

    def test_a_party_gets_an_alias(self, administrator: Client) -> None:
        party = Party.objects.get(parliament="au", code="ALP")
        administrator.post(
            f"/admin/speeches/party/{party.pk}/change/",
            {"name": party.name, "aliases": "Labor,Reds", "colour": party.colour},
        )
        assert search(SearchRequest("childcare", Filters(party="Reds"))).results

    def test_only_administrators(self, client: Client) -> None:
        assert client.get(self.LIST).status_code == 302
        client.force_login(User.objects.create_user("anybody"))
        assert client.get(self.LIST).status_code == 302


@pytest.mark.parametrize("action", [merge, lambda kept, _: undo(Merge(kept=kept))], ids=["merge", "undo"])
def test_nobody_is_merged_or_parted_while_a_file_is_stored(two: tuple[Politician, Politician], action: Any) -> None:
    """The process that stores the file knows them as they were, and would overwrite the merge with that."""
    with psycopg.connect(test_database_url()) as storing, connection.cursor() as cursor:
        storing.execute("SELECT pg_advisory_xact_lock(hashtext('speeches_store'))")
        cursor.execute("SET LOCAL lock_timeout = '100ms'")
        with pytest.raises(OperationalError, match="lock timeout"), transaction.atomic():
            action(*two)
