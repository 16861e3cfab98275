"""Whose words a reading asks for, and the words that are left to search for."""

import datetime

from django.db.models import Max, Min

from speeches.models import Sitting
from speeches.search.candidates import Speakers
from speeches.search.offices import holders
from speeches.search.roster import Roster, Tenure, members_within_or_ever
from speeches.understanding.reading import MATTER_SLOTS, Reading, Slot

# These tasks ask for somebody's words, so a person named in them is a speaker.
_OF_WORDS = ("answer", "find", "quote", "balance", "compare")
# Kinds of answer that ask for one detail.
_OF_DETAILS = ("answer/figure", "answer/date", "answer/place")


def whose_words(reading: Reading, people: Roster) -> Speakers | None:
    """The members whose words a reading asks for, named by name, office or seat; None if anybody's words will do."""
    if reading.task not in _OF_WORDS or (reading.kind == "answer/about" and not reading.keys("speaker")):
        return None
    held = [one for slot in _speaker_slots(reading) for one in _tenures(slot, reading, people)]
    named = [key for slot in reading.all("speaker") for key in slot.keys if not people.tenures_of(slot.words)]
    if reading.kind == "answer/position" and not named:
        named = list(reading.keys("about"))
    members = [*named, *members_within_or_ever(held, reading.first, reading.last)] if held else named
    if not members:
        return None
    # Without a day, only what they said while they held the office or the seat counts. A session is too long for one.
    dated = reading.days and not reading.is_of_a_session
    return Speakers(tuple(dict.fromkeys(members)), () if dated or named else tuple(held))


def _speaker_slots(reading: Reading) -> tuple[Slot, ...]:
    spoken = reading.all("speaker")
    if reading.kind == "answer/person" or (reading.kind in _OF_DETAILS and not reading.all(*MATTER_SLOTS)):
        # The question asks who did something, or for a detail of something that only its other words name. So an office
        # is part of what it asks about, as the Speaker is in "by how many votes was the Speaker elected?".
        return spoken
    return spoken or reading.all("office") or (reading.all("place") if not reading.all("topic") else ())


def unknown_offices(reading: Reading, people: Roster) -> list[str]:
    """The offices whose holders' words a reading asks for, of which the record knows no holder then."""
    if reading.task != "answer" or whose_words(reading, people):
        return []
    return [slot.words for slot in _speaker_slots(reading) if slot.name == "office"]


def _tenures(slot: Slot, reading: Reading, people: Roster) -> list[Tenure]:
    """Who held the office or the seat that a slot names. A search for passages may want what others said about the
    office holder ("calls for the defence minister to go"), so there only its exact title counts."""
    days = reading.days or _days_on_record(reading)
    in_office = holders(slot.words, reading.view, days) if slot.name == "office" and reading.task != "find" else []
    if in_office:
        return [Tenure(one.politician_id, one.start, one.end) for one in in_office]
    names = (slot.words, f"member for {slot.words}") if slot.name == "place" else (slot.words,)
    return [
        one for name in names for one in people.tenures_of(name) if people.parliaments.get(one.member) in reading.view
    ]


def _days_on_record(reading: Reading) -> tuple[datetime.date, datetime.date] | None:
    """The first and the last sitting of the parliaments that a question is about; None if there is none."""
    sittings = Sitting.objects.order_by().filter(chamber__parliament__in=reading.view)
    ends = sittings.aggregate(first=Min("date"), last=Max("date"))
    return (ends["first"], ends["last"]) if ends["first"] else None


def words_to_search(reading: Reading) -> str:
    """The words to search for: the subject of a reading, without who speaks and when.

    A question that refers to another has few words of its own, so the words it took over stand in for the rest.
    """
    if reading.follows:
        taken = reading.words(*MATTER_SLOTS)
        own = reading.text if not taken or (reading.task == "answer" and reading.kind != "answer/statement") else ""
        return " ".join(filter(None, [taken, own])) or reading.text
    gone = ["date", "country"] if reading.first or reading.last else ["country"]
    if reading.keys("speaker"):
        gone.append("speaker")
    if reading.kind == "answer/statement" and reading.all("topic"):
        return reading.words("topic", "bill", "division") or reading.text
    return reading.text_without(*gone).strip(" ?,.") or reading.text
