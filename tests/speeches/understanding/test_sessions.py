"""A session that a question names stands for its days, and its words are no others."""

import datetime
from dataclasses import replace

import pytest

from speeches.enumerations.stages import list_stages
from speeches.finding.whose import whose_words
from speeches.models import Bill, Session
from speeches.questions.answer import AskRequest
from speeches.questions.plan import narrow_filters, read_request
from speeches.search.filters import Filters
from speeches.search.roster import roster
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


def test_a_session_that_is_not_on_record_is_days_that_nobody_can_tell() -> None:
    reading = read_question("Who was Speaker in the 12th Parliament?", None, "ca")
    assert reading.days is None and reading.is_of_unknown_days
    Session.objects.filter(parliament="ca").delete()
    assert not read_question("Who was Speaker in the 12th Parliament?", None, "ca").is_of_unknown_days


def test_what_was_said_in_another_session_does_not_answer() -> None:
    asked = read_request(
        AskRequest("How many votes did the Speaker get in the 42nd Parliament?", Filters(country="ca"))
    )
    filters = narrow_filters(Filters(country="ca"), asked)
    assert (filters.date_from, filters.date_to) == OPENING


def test_a_date_that_nobody_can_tell_is_not_the_whole_session() -> None:
    assert read_question("Which bills were introduced last week in session 41-2?", None, "ca").days is None


def test_a_number_that_two_parliaments_in_view_share_is_no_days() -> None:
    Session.objects.create(
        parliament_id="nz", number=42, start=datetime.date(1987, 9, 16), end=datetime.date(1990, 9, 10)
    )
    assert read_question("Who was Speaker in the 42nd Parliament?", None).days is None
    assert read_question("Who was Speaker in the 42nd Parliament?", None, "ca").days == OPENING


def test_in_another_country_the_number_has_its_own_days() -> None:
    before = read_question("Who was Speaker in the 42nd Parliament?", None, "ca")
    assert read_question("And in New Zealand?", None, "ca", before).days is None


def test_a_session_leaves_a_bill_its_status_and_its_introduction() -> None:
    Bill.objects.filter(parliament="ca", number="C-571").update(status="Defeated")
    reading = read_question("What stage did Bill C-571 reach in session 41-2?", None, "ca")
    assert reading.is_of_a_session
    assert list_stages(reading, None) is None


def test_whoever_held_an_office_in_a_session_counts_for_that_time_only() -> None:
    reading = read_question("What did the Speaker say about order in session 41-2?", None, "ca")
    whose = whose_words(replace(reading, kind="answer/statement"), roster(None))
    assert whose is not None
    assert whose.held
