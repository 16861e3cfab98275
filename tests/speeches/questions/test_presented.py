"""The day on which leave was given for a bill tells who presented it and how it stands."""

from pathlib import Path

import pytest
from lxml import etree

from speeches.enumerations.answer import listing_for
from speeches.formats.uk.document import root_of
from speeches.ingestion.entries.refresh import refresh_entries
from speeches.ingestion.ingest import ingest_content
from speeches.models import Bill
from speeches.questions.facts.table import facts_for
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_record")]

TITLE = "Closed Circuit Television (Monitoring and Promotion) Bill"


@pytest.fixture
def leave_given(shared: Path) -> None:
    """Stores part of a real day: the heading under which leave was given to bring in a bill."""
    file = shared / "data/uk/debates/debates2009-10-27d.xml"
    root = root_of(file.read_bytes(), file.name)
    for item in list(root):
        if "2009-10-27d.164." not in item.get("id", ""):
            root.remove(item)
    assert ingest_content(etree.tostring(root, encoding="utf-8"), file.name).errors == []
    refresh_entries()


def title_reading(kind: str) -> Reading:
    title = Slot("bill", TITLE, 0, 1, keys=(Bill.objects.get(parliament="uk").pk,))
    return Reading("?", kind=kind, slots=(title,), view=frozenset({"uk"}))


def test_its_sponsor_and_how_it_stands_are_facts(leave_given: None) -> None:
    sponsor, stage = facts_for(title_reading("fact/sponsor"), None), facts_for(title_reading("fact/stage"), None)
    brought_in = f"{TITLE} was sponsored by Tom Harris."
    introduced = f"{TITLE} was introduced on 27 October 2009."
    status = (
        f"Status of {TITLE}: Bill read the First time; to be read a Second time on Friday 6 November and to be printed "
        "(Bill 153)."
    )
    assert [fact.text for fact in sponsor.told] == [brought_in, introduced, status]
    assert [fact.text for fact in stage.told] == [status, introduced, brought_in]


def test_all_in_whose_names_it_was_presented_are_a_list(leave_given: None) -> None:
    listed = listing_for(title_reading("list/presenters"), None)
    assert listed is not None
    assert listed.title == f"Presented {TITLE}, 9 in all"
    assert [one.name for one in listed.entries][::8] == ["Tom Harris", "Meg Munn"]


def test_of_a_bill_that_nobody_names_or_speaks_of_nothing_is_told(leave_given: None) -> None:
    slots = (Slot("bill", "herring quota bill", 0, 1),)
    for kind in ("fact/sponsor", "list/presenters"):
        reading = Reading("?", kind=kind, slots=slots, parliament="uk", view=frozenset({"uk"}))
        assert facts_for(reading, None).told == []
        assert listing_for(reading, None) is None
