"""The holder of an office is told for a time that the tables know, not for that of another record in the question."""

import pytest

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
