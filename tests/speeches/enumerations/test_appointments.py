"""Who was put into an office or on a committee, or taken off it, by the motions of the record."""

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.models import Debate, Politician, Sitting, Speech
from speeches.understanding.reading import Reading, Slot
from tests.speeches.enumerations.test_motions import DAY, speak, surname

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("three_parliaments")]

JOINS = "I move:\n\nThat Ms {} be discharged from the Committee of Lamps and Mr {} be appointed a member of it."


@pytest.fixture
def members() -> list[Politician]:
    return list(Politician.objects.filter(parliament="ca", name__regex=r"^\w+ \w{5,}$").order_by("pk")[:4])


@pytest.fixture(autouse=True)
def membership(members: list[Politician]) -> None:
    sitting = Sitting.objects.filter(chamber__parliament="ca", date=DAY).first()
    assert sitting
    heading = Debate.objects.create(sitting=sitting, position=9000, title="Committee of Lamps")
    leaves, joins, mover, other = members
    speak(heading, mover, JOINS.format(surname(leaves), surname(joins)))
    speak(heading, other, "I move:\n\nThat the Committee of Lamps meet at noon.")


def asked(kind: str, *slots: Slot, sure: float = 1.0) -> Listing | None:
    text = "Who joined it?"
    return listing_for(Reading(text, kind=kind, slots=slots, view=frozenset({"ca"}), parliament="ca", sure=sure), None)


COMMITTEE = Slot("committee", "Committee of Lamps", 0, 0)


@pytest.mark.parametrize("kind", ["fact/successor", "fact/predecessor", "fact/holder", "list/members", "answer/person"])
def test_the_motion_that_names_the_committee_and_whoever_leaves_it_is_told(
    kind: str, members: list[Politician]
) -> None:
    leaves, joins, mover, _ = members
    listing = asked(kind, Slot("about", leaves.name, 0, 0, keys=(leaves.pk,)), COMMITTEE)
    assert listing is not None
    (entry,) = listing.entries
    assert (surname(joins) in entry.name, entry.person) == (True, mover.name)
    assert any("what became of each" in note for note in listing.notes)


def test_of_somebody_whom_no_motion_names_nothing_is_told(members: list[Politician]) -> None:
    *_, other = members
    assert asked("fact/successor", Slot("about", other.name, 0, 0, keys=(other.pk,)), COMMITTEE) is None


def test_what_somebody_said_of_an_office_is_no_question_of_who_fills_it() -> None:
    assert asked("answer/person", COMMITTEE) is None
    assert asked("answer/person", COMMITTEE, sure=0.2) is not None


def test_a_motion_of_another_kind_fills_no_place() -> None:
    listing = asked("fact/holder", COMMITTEE)
    assert listing is not None
    assert [entry.name for entry in listing.entries if "noon" in entry.name] == []


class TestElections:
    """What the chair, or whoever holds the ballot, says of who was elected."""

    KEEPER = Slot("office", "Keeper of Lighthouses", 0, 0)
    DECLARED = "The result of the ballot is: Ms {}, 9 votes; Mr {}, 8 votes. Ms {} is declared elected."

    @pytest.fixture(autouse=True)
    def election(self, members: list[Politician]) -> None:
        sitting = Sitting.objects.filter(chamber__parliament="ca", date=DAY).first()
        assert sitting
        heading = Debate.objects.create(sitting=sitting, position=9100, title="Keeper of Lighthouses")
        one, other, mover, rival = members
        speak(heading, mover, f"I move:\n\nThat Ms {surname(one)} be elected Keeper of Lighthouses.")
        speak(heading, rival, f"I move:\n\nThat Mr {surname(other)} be elected Keeper of Lighthouses.")
        told = Speech.objects.get(debate=heading, politician=rival)
        words = self.DECLARED.format(surname(one), surname(other), surname(one))
        start = len(told.text) + 2
        clerk = {"kind": "interjection", "speaker": "The Clerk", "politician": None, "start": start}
        told.text += f"\n\n{words}"
        told.parts = [*told.parts, clerk | {"words_start": start, "end": len(told.text)}]
        told.save()

    def test_stand_beside_the_motions(self, members: list[Politician]) -> None:
        one, *_ = members
        listing = asked("fact/mover", self.KEEPER, Slot("about", one.name, 0, 0, keys=(one.pk,)))
        assert listing is not None
        listing = asked("fact/holder", self.KEEPER)
        assert listing is not None
        *motions, result = listing.entries
        assert len(motions) == 2
        assert ("9 votes" in result.name, result.person) == (True, "The Clerk")
        assert listing.notes == ()

    @pytest.mark.parametrize("kind", ["vote/count", "vote/result", "answer/figure"])
    def test_answer_a_question_for_the_numbers(self, kind: str) -> None:
        listing = asked(kind, self.KEEPER, sure=0.3)
        assert listing is not None
        assert "9 votes" in listing.entries[-1].name

    def test_do_not_answer_a_question_of_what_was_voted_on(self) -> None:
        listing = asked("vote/count", self.KEEPER, Slot("topic", "lamps", 0, 0))
        assert listing is None or listing.kind not in ("motions", "elections")

    def test_an_interjection_is_no_result(self, members: list[Politician]) -> None:
        _, other, _, rival = members
        told = Speech.objects.get(debate__title="Keeper of Lighthouses", politician=rival)
        words = "You were duly elected Keeper of Lighthouses on a lie!"
        start = len(told.text) + 2
        heckler = {"kind": "interjection", "speaker": other.name, "politician": other.pk, "start": start}
        told.text += f"\n\n{words}"
        told.parts = [*told.parts, heckler | {"words_start": start, "end": len(told.text)}]
        told.save()
        listing = asked("fact/holder", self.KEEPER)
        assert listing is not None
        assert not any("lie" in entry.name for entry in listing.entries)

    @pytest.mark.parametrize("other", [Slot("side", "against", 0, 0), Slot("party", "Liberals", 0, 0)])
    def test_do_not_answer_how_some_voters_voted(self, other: Slot) -> None:
        listing = asked("vote/count", self.KEEPER, other)
        assert listing is None or listing.kind not in ("motions", "elections")
