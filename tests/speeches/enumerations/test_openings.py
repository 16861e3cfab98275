"""Where no table tells who is asked for, the openings of the debates on the matter do."""

import datetime

import pytest

from speeches.enumerations.answer import find_listing
from speeches.enumerations.listing import Listing
from speeches.enumerations.openings import list_openings
from speeches.models import Debate, Party, Speech
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")

DAY = datetime.date(2014, 5, 14)


def reading(kind: str, *slots: Slot, topic: str = "lighthouses") -> Reading:
    """A question of this kind about a subject on the day of the debate, with more slots if any are given."""
    slots = (Slot("topic", topic, 0, 0), *slots)
    return Reading(text=topic, kind=kind, slots=slots, view=frozenset({"ca"}), first=DAY, last=DAY)


def openings(kind: str, *slots: Slot, topic: str = "lighthouses") -> Listing:
    """The openings that such a question is answered with."""
    found = list_openings(reading(kind, *slots, topic=topic), None)
    assert found is not None
    return found


def test_the_first_to_speak_is_told_and_who_answered(debate: list[Speech]) -> None:
    Speech.objects.filter(pk=debate[0].pk).update(kind="question")
    Speech.objects.filter(pk=debate[2].pk).update(kind="answer")
    found = openings("list/questions")
    assert [one.person for one in found.entries] == [debate[0].speaker, debate[2].speaker]
    assert found.entries[0].name.startswith("“" + debate[0].text[:10])
    assert found.title.startswith("The opening of “Lighthouses”, ")


def test_without_a_marked_answer_the_next_with_an_office_answers(debate: list[Speech]) -> None:
    Speech.objects.filter(pk=debate[2].pk).update(role="Keeper of the Light")
    assert [one.person for one in openings("answer/person").entries] == [debate[0].speaker, debate[2].speaker]


def test_a_stand_in_counts_for_the_office(debate: list[Speech]) -> None:
    Speech.objects.filter(pk=debate[1].pk).update(kind="answer", role="Keeper, on behalf of the Prime Minister")
    found = openings("fact/next", Slot("office", "Prime Minister", 0, 0))
    assert found.entries[1].role == "Keeper, on behalf of the Prime Minister"


@pytest.mark.parametrize(
    ("kind", "slots", "topic"),
    [
        ("answer/reason", (), "lighthouses"),
        ("list/questions", (), "telegraphy"),
        ("list/questions", (Slot("office", "Prime Minister", 0, 0),), "lighthouses"),
        ("list/questions", (Slot("speaker", "Tom Sawyer", 0, 0),), "lighthouses"),
    ],
    ids=["asks for no person", "no such debate", "an office that nobody there has", "an unknown person"],
)
def test_other_questions_are_told_nothing(kind: str, slots: tuple[Slot, ...], topic: str, debate: list[Speech]) -> None:
    assert list_openings(reading(kind, *slots, topic=topic), None) is None


def test_somebody_of_the_party_named_has_to_be_among_them(debate: list[Speech]) -> None:
    elsewhere = Party.objects.exclude(speech__in=debate).first()
    own = Party.objects.exclude(pk=elsewhere.pk).first() if elsewhere else None
    assert elsewhere and own
    Speech.objects.filter(pk=debate[0].pk).update(party=own)
    assert list_openings(reading("list/questions", Slot("party", "us", 0, 0, keys=(own.pk,))), None) is not None
    assert list_openings(reading("list/questions", Slot("party", "them", 0, 0, keys=(elsewhere.pk,))), None) is None


def test_two_debates_under_like_headings_are_told_apart(debate: list[Speech]) -> None:
    heading = debate[0].debate
    assert heading
    other = Debate.objects.create(sitting=heading.sitting, title=heading.title.upper(), position=heading.position + 50)
    Speech.objects.filter(pk=debate[2].pk).update(debate=other)
    found = openings("list/questions")
    assert len({one.side for one in found.entries}) == 2
    assert found.title == "The openings of debates that may be meant"


def test_a_list_that_nothing_else_gives_is_that_of_the_openings(debate: list[Speech]) -> None:
    asked = reading("list/presenters")
    found = find_listing(asked, None)
    assert found is not None and found == list_openings(asked, None)


def test_one_of_the_members_named_has_to_be_among_them(debate: list[Speech]) -> None:
    first, last = debate[0].politician, debate[2].politician
    assert first and last
    assert list_openings(reading("list/questions", Slot("about", first.name, 0, 0, keys=(first.pk,))), None) is not None
    assert list_openings(reading("list/questions", Slot("about", last.name, 0, 0, keys=(last.pk,))), None) is None


def test_a_debate_that_is_printed_again_goes_on_there(debate: list[Speech]) -> None:
    heading = debate[0].debate
    assert heading
    again = Debate.objects.create(sitting=heading.sitting, title=heading.title, position=heading.position + 50)
    Speech.objects.filter(pk=debate[2].pk).update(debate=again, kind="answer")
    assert [one.person for one in openings("list/questions").entries] == [debate[0].speaker, debate[2].speaker]
