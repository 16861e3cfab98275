"""The holder of an office is told for a time that the tables know, not for that of another record in the question."""

import datetime

import pytest

from speeches.models import Entry, Office, Politician, SourceType
from speeches.questions.facts.table import facts_for
from speeches.understanding.reading import Reading, Slot

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]

OFFICE = Slot("office", "Prime Minister", 0, 1)


def fact_texts(*slots: Slot) -> list[str]:
    reading = Reading("?", kind="fact/holder", slots=(OFFICE, *slots), view=frozenset({"au"}))
    return [fact.text for fact in facts_for(reading, None).told]


@pytest.mark.parametrize("name", ["bill", "division", "topic", "quotation"])
def test_an_office_at_the_time_of_something_else_is_not_told_by_its_last_holder(name: str) -> None:
    assert fact_texts()
    assert fact_texts(Slot(name, "the Fair Elections Act", 2, 3)) == []


def test_of_a_party_that_the_record_does_not_know_nobody_is_told() -> None:
    assert fact_texts(Slot("party", "the Regatta Party", 2, 3)) == []


def hold(name: str, source: str, day: str, *, open_: bool = False) -> Office:
    person = Politician.objects.create(parliament_id="au", slug=name.lower(), name=name)
    Entry.objects.create(
        id=name, source_type=SourceType.POLITICIAN, key=name, record=str(person.pk), parliament_id="au", title=name
    )
    return Office.objects.create(
        politician=person, title="Lighthouse Keeper", source=source, start="2001-01-01", end=day, open=open_
    )


def told_keepers() -> list[str]:
    office = Slot("office", "Lighthouse Keeper", 0, 1)
    reading = Reading("?", kind="fact/holder", slots=(office,), view=frozenset({"au"}))
    return [fact.text.partition(" (")[0] for fact in facts_for(reading, None).told]


def test_all_whom_a_list_leaves_in_office_are_told() -> None:
    hold("Ada", "people", "2009-02-11", open_=True)
    hold("Bea", "people", "2009-02-12", open_=True)
    hold("Cy", "people", "2008-01-01")
    assert set(told_keepers()) == {"Ada", "Bea"}


def test_but_not_if_the_record_itself_shows_a_later_holder() -> None:
    hold("Ada", "people", "2009-02-11", open_=True)
    hold("Bea", "label", "2022-07-26")
    assert told_keepers() == ["Bea"]


def test_after_the_lists_the_last_holder_is_told_as_the_last() -> None:
    hold("Ada", "people", "2009-02-11", open_=True)
    office, day = Slot("office", "Lighthouse Keeper", 0, 1), datetime.date(2009, 10, 27)
    reading = Reading("?", kind="fact/holder", slots=(office,), first=day, last=day, view=frozenset({"au"}))
    (fact,) = facts_for(reading, None).told
    assert fact.text.startswith("The lists end before then. Last on record, Ada (")
