"""Who chaired a committee, and who spoke before it, is told by its meetings, where no list of its members says so."""

import datetime
from pathlib import Path

import pytest

from speeches.enumerations.answer import listing_for
from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import ingest_content
from speeches.models import Committee
from speeches.questions.facts import facts_for
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.slow

MEETING = datetime.date(2023, 9, 20)


def asked(first: datetime.date | None, last: datetime.date | None) -> list[str]:
    committee = Committee.objects.get(name="Standing Committee on Science and Research")
    slots = (Slot("committee", committee.name, 0, 1, keys=(committee.pk,)),)
    reading = Reading("?", kind="fact/chair", slots=slots, first=first, last=last, view=frozenset({"ca"}))
    return [fact.text for fact in facts_for(reading, None).told]


@pytest.fixture
def meeting(empty_record: None, shared: Path) -> None:
    file = shared / "data/ca/hansard/12324877-en.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    refresh_entries()


def test_the_chair_is_who_spoke_from_it(meeting: None) -> None:
    sentence = "In the chair of Standing Committee on Science and Research: Lloyd Longfield (20 September 2023)."
    assert asked(None, None) == [sentence]
    assert asked(MEETING, MEETING) == [sentence]
    day_before = MEETING - datetime.timedelta(days=1)
    assert asked(day_before, day_before) == []


def test_everyone_spoke_at_it_whom_the_meeting_heard(meeting: None) -> None:
    """Who spoke is the whole meeting's list, whatever subject the question gives it."""
    committee = Committee.objects.get(name="Standing Committee on Science and Research")
    slots = (Slot("committee", committee.name, 0, 1, keys=(committee.pk,)), Slot("topic", "pay gaps", 0, 1))
    reading = Reading("?", kind="list/speakers", slots=slots, first=MEETING, last=MEETING, view=frozenset({"ca"}))
    found = listing_for(reading, None)
    assert found is not None
    assert found.title == f"Spoke at {committee.name}, 20 September 2023, {len(found.entries)} in all"
    roles = {one.name: one.role for one in found.entries}
    assert roles["Lloyd Longfield"] == "The Chair"
    assert "China Institute" in roles["Gordon Houlden"]
