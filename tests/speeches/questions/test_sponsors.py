"""Who brought in a bill, and when, is told by the day on which it was."""

import pytest

from speeches.ingestion.entries.refresh import refresh_entries
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.search.filters import Filters

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def entries(three_parliaments: None, db: None) -> None:
    refresh_entries()


def test_the_sponsor_of_a_bill_is_who_moved_it() -> None:
    told = answer(AskRequest("Who sponsored Bill C-597?", Filters(country="ca")))
    assert told.answer.startswith("Bill C-597 (session 41-2) was sponsored by Dan Harris.")


def test_the_day_on_which_a_bill_was_introduced_is_told() -> None:
    told = answer(AskRequest("When was Bill C-597 introduced?", Filters(country="ca")))
    assert "14 May 2014" in told.answer
