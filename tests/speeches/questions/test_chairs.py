"""Who chaired a committee is told by its meetings, where no list of its members marks a chair."""

import datetime
from pathlib import Path

import pytest

from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import ingest_content
from speeches.models import Committee
from speeches.questions.facts import facts_for
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_record")]

MEETING = datetime.date(2023, 9, 20)


def asked(first: datetime.date | None, last: datetime.date | None) -> list[str]:
    committee = Committee.objects.get(name="Standing Committee on Science and Research")
    slots = (Slot("committee", committee.name, 0, 1, keys=(committee.pk,)),)
    reading = Reading("?", kind="fact/chair", slots=slots, first=first, last=last, view=frozenset({"ca"}))
    return [fact.text for fact in facts_for(reading, None).told]


def test_the_chair_is_who_spoke_from_it(shared: Path) -> None:
    file = shared / "data/ca/hansard/12324877-en.xml"
    assert ingest_content(file.read_bytes(), file.name).errors == []
    refresh_entries()
    sentence = "In the chair of Standing Committee on Science and Research: Lloyd Longfield (20 September 2023)."
    assert asked(None, None) == [sentence]
    assert asked(MEETING, MEETING) == [sentence]
    day_before = MEETING - datetime.timedelta(days=1)
    assert asked(day_before, day_before) == []
