"""A session that a question names stands for its days, and its words are no others."""

import datetime

import pytest

from speeches.questions.answer import AskRequest
from speeches.questions.plan import narrow_filters, read_request
from speeches.search.filters import Filters
from speeches.understanding.read import read_question

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("three_parliaments")]

OPENING = (datetime.date(2015, 12, 4), datetime.date(2015, 12, 4))


def test_a_session_stands_for_its_days() -> None:
    reading = read_question("Who seconded the address in reply in the 42nd Parliament?", None, "ca")
    assert reading.days == OPENING
    assert "nd" not in reading.unread


def test_all_sessions_of_a_parliament_share_its_number() -> None:
    of_one, of_all = (
        read_question(f"Who was Speaker in {name}?", None, "ca") for name in ("41-2", "the 41st Parliament")
    )
    assert of_one.days and of_all.days
    assert of_all.days[0] < of_one.days[0]
    assert of_all.days[1] == of_one.days[1]


def test_days_that_are_named_too_come_first() -> None:
    reading = read_question("Who was Speaker in session 41-2 on 14 May 2014?", None, "ca")
    assert reading.days == (datetime.date(2014, 5, 14),) * 2


def test_a_session_that_is_not_on_record_is_no_days() -> None:
    assert read_question("Who was Speaker in the 12th Parliament?", None, "ca").days is None


def test_what_was_said_in_another_session_does_not_answer() -> None:
    asked = read_request(
        AskRequest("How many votes did the Speaker get in the 42nd Parliament?", Filters(country="ca"))
    )
    filters = narrow_filters(Filters(country="ca"), asked)
    assert (filters.date_from, filters.date_to) == OPENING
