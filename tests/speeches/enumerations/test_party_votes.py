"""The votes of a party are those in which most of it took a side, on what was moved."""

import pytest

from speeches.enumerations.answer import listing_for
from speeches.models import Division, Party, Politician, Vote
from speeches.reading.agreement import sides_of
from speeches.reading.lists import DivisionFilters, divisions_with
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("days_of_votes")]


def test_the_votes_of_a_party_are_those_in_which_most_of_it_took_the_side() -> None:
    party = Party.objects.get(parliament="au", code="ALP")
    slots = (Slot("party", "Labor", 0, 1, keys=(party.pk,)), Slot("side", "against", 1, 2))
    asked = Reading("?", kind="vote/divisions", slots=slots, side="no", view=frozenset({"au"}))
    found = listing_for(asked, None)
    turned = dict(Division.objects.values_list("pk", "turned"))
    against = [key for key, side in sides_of(party).items() if side == (Vote.AYE if turned[key] else Vote.NO)]
    assert found is not None
    assert found.title == f"{len(against)} recorded votes (Labor: against)"
    told = (" (ALP: no)", " (ALP: aye, that is, against what was moved)")
    assert all(one.name.endswith(told) for one in found.entries)
    assert any(note.startswith("A party’s side") for note in found.notes)


def test_who_moved_the_amendment_was_for_it_though_its_contrary_was_put() -> None:
    """Labor voted no on “That the amendment be disagreed to”, and had moved the amendment."""
    vote = Division.objects.get(name__contains="Linda Burney", turned=True)
    party = Party.objects.get(parliament="au", code="ALP")
    assert sides_of(party)[vote.pk] == Vote.NO
    slots = (Slot("party", "Labor", 0, 1, keys=(party.pk,)), Slot("side", "for", 1, 2))
    found = listing_for(Reading("?", kind="vote/divisions", slots=slots, side="aye", view=frozenset({"au"})), None)
    assert found is not None
    assert vote.get_absolute_url() in {one.url for one in found.entries}


@pytest.mark.parametrize("side", ["aye", "no"])
def test_the_divisions_of_a_party_on_a_side_are_those_in_which_most_of_it_took_it(side: str) -> None:
    party = Party.objects.get(parliament="au", code="ALP")
    rows = divisions_with(Filters(country="au"), DivisionFilters(party="ALP", side=side))
    assert {row.pk for row in rows} == {key for key, taken in sides_of(party).items() if taken == side}


def test_of_a_member_who_never_voted_no_vote_is_offered() -> None:
    nobody = Politician.objects.create(parliament_id="au", name="Ada Nobody", slug="ada-nobody")
    slots = (Slot("about", nobody.name, 0, 1, keys=(nobody.pk,)),)
    assert listing_for(Reading("?", kind="vote/member", slots=slots, view=frozenset({"au"})), None) is None


def test_of_a_party_that_took_the_other_side_it_is_told_how_it_voted() -> None:
    party = Party.objects.get(parliament="au", code="ALP")
    vote = next(one for one in Division.objects.filter(turned=False) if sides_of(party).get(one.pk) == Vote.NO)
    against, in_favour = (listing_for(_votes_of(party, side), None, vote.key) for side in ("no", "aye"))
    assert against and in_favour
    assert in_favour.entries == ()
    told = next(note for note in in_favour.notes if note.startswith("How they voted: "))
    assert "against" in told
    assert against.entries and not any(note.startswith("How they voted") for note in against.notes)


def test_a_party_of_another_parliament_has_no_votes_here() -> None:
    vote = Division.objects.order_by("pk").first()
    assert vote
    foreign = Party.objects.exclude(parliament="au").first()
    assert foreign
    found = listing_for(_votes_of(foreign, "aye"), None, vote.key)
    assert found is not None
    assert found.title.startswith("No table of the record knows")


def _votes_of(party: Party, side: str) -> Reading:
    slots = (Slot("party", party.name, 0, 1, keys=(party.pk,)),)
    return Reading("?", kind="vote/names", slots=slots, side=side, view=frozenset({"au"}))
