"""A member named by the seat is the person who sat for it then."""

from datetime import date

import pytest

from speeches.search.roster import Roster, Tenure
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.seats import name_seat_holders

EARLIER, LATER = 1, 2
DAYS = {EARLIER: (date(2007, 1, 1), date(2010, 1, 1)), LATER: (date(2015, 12, 1), date(2021, 1, 1))}


@pytest.fixture
def people() -> Roster:
    roster = Roster(parliaments={EARLIER: "ca", LATER: "ca"})
    for member, days in DAYS.items():
        roster.ridings["megantic lerable"].append(Tenure(member, *days))
    return roster


def read(text: str, name: str, words: str, kind: str = "answer/statement", year: int = 0, *more: Slot) -> Reading:
    start = text.index(words)
    first, last = (date(year, 1, 1), date(year, 12, 31)) if year else (None, None)
    slots = (*more, Slot(name, words, start, start + len(words)))
    return Reading(text, kind=kind, slots=slots, view=frozenset({"ca"}), first=first, last=last)


def named(reading: Reading) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(slot.name, slot.words, slot.keys) for slot in reading.slots]


@pytest.mark.parametrize(
    ("text", "words", "called"),
    [
        ("What did the member for Mégantic—L'Érable say?", "Mégantic—L'Érable", "member for Mégantic—L'Érable"),
        ("the MP for Mégantic-L'Érable on mines", "Mégantic-L'Érable", "MP for Mégantic-L'Érable"),
        ("selon la députée de Mégantic—L'Érable", "Mégantic—L'Érable", "députée de Mégantic—L'Érable"),
        ("selon le député d'Mégantic—L'Érable", "Mégantic—L'Érable", "député d'Mégantic—L'Érable"),
    ],
)
def test_their_words_are_asked_for(text: str, words: str, called: str, people: Roster) -> None:
    found = name_seat_holders(read(text, "place", words), people)
    assert named(found) == [("speaker", called, (EARLIER, LATER))]


def test_somebody_unknown_may_be_called_by_the_seat(people: Roster) -> None:
    text = "What did the Mégantic—L'Érable MP's speech say?"
    found = name_seat_holders(read(text, "speaker", "Mégantic—L'Érable MP"), people)
    assert found.keys("speaker") == (EARLIER, LATER)


def test_only_whoever_sat_on_the_days_named_is_meant(people: Roster) -> None:
    text = "What did the member for Mégantic—L'Érable say in 2016?"
    found = name_seat_holders(read(text, "place", "Mégantic—L'Érable", year=2016), people)
    assert found.keys("speaker") == (LATER,)


def test_on_days_when_nobody_sat_nobody_is_meant(people: Roster) -> None:
    text = "What did the member for Mégantic—L'Érable say in 2012?"
    reading = read(text, "place", "Mégantic—L'Érable", year=2012)
    assert name_seat_holders(reading, people) == reading


def test_of_a_vote_it_is_the_member_asked_about(people: Roster) -> None:
    text = "How did the member for Mégantic—L'Érable vote?"
    found = name_seat_holders(read(text, "place", "Mégantic—L'Érable", "vote/member"), people)
    assert found.keys("about") == (EARLIER, LATER)


def test_beside_another_speaker_it_is_whom_the_words_are_about(people: Roster) -> None:
    text = "What did Bob Rae say of the member for Mégantic—L'Érable?"
    speaker = Slot("speaker", "Bob Rae", 9, 16, keys=(9,))
    found = name_seat_holders(read(text, "place", "Mégantic—L'Érable", "answer/statement", 0, speaker), people)
    assert [name for name, _, _ in named(found)] == ["speaker", "about"]


@pytest.mark.parametrize(
    ("text", "name", "words", "kind"),
    [
        ("What was said of flats in Mégantic—L'Érable?", "place", "Mégantic—L'Érable", "answer/statement"),
        ("What do members for Mégantic—L'Érable say?", "place", "Mégantic—L'Érable", "answer/statement"),
        ("What did the Mégantic—L'Érable MP say?", "place", "Mégantic—L'Érable", "answer/statement"),
        ("Who is the member for Mégantic—L'Érable?", "place", "Mégantic—L'Érable", "fact/member"),
        ("What did the senator for Mégantic—L'Érable say?", "place", "Mégantic—L'Érable", "answer/statement"),
        ("What did the member for Nowhere say?", "place", "Nowhere", "answer/statement"),
        ("What did the member say of Mégantic—L'Érable?", "topic", "Mégantic—L'Érable", "answer/statement"),
    ],
)
def test_any_other_place_stays_one(text: str, name: str, words: str, kind: str, people: Roster) -> None:
    reading = read(text, name, words, kind)
    assert name_seat_holders(reading, people) == reading


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("How did the member for Smith vote?", ()),
        ("Qu'a dit la députée de Smith ?", ()),
        ("What did the member Smith say?", (EARLIER,)),
        ("What did members say of Smith?", (EARLIER,)),
    ],
)
def test_behind_member_for_a_name_is_a_seats_and_no_persons(people: Roster, text: str, keys: tuple[int, ...]) -> None:
    start = text.index("Smith")
    slots = (Slot("about", "Smith", start, start + 5, keys=(EARLIER,)),)
    reading = Reading(text, kind="vote/member", view=frozenset({"ca"}), slots=slots)
    assert name_seat_holders(reading, people).keys("about") == keys
