"""When a chamber met, rose and was to sit next, in the words of the record."""

import datetime
from dataclasses import replace

import pytest

from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.understanding.reading import Reading, Slot

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")

DAY = datetime.date(2014, 5, 14)


def times_of(first: datetime.date, last: datetime.date, *slots: Slot, session: str = "") -> Listing | None:
    reading = Reading("?", kind="fact/sitting", first=first, last=last, slots=slots, view=frozenset({"ca"}))
    return listing_for(replace(reading, session=session), None)


def test_every_time_of_day_is_told_with_the_words_around_it() -> None:
    found = times_of(DAY, DAY)
    assert found is not None
    assert found.title == "Times of the sitting, in the record’s words, House of Commons, 14 May 2014"
    assert [one.name for one in found.entries][:2] == [
        "“The House met at 2 p.m.”",
        "“(The House adjourned at 11:32 p.m.)”",
    ]
    assert found.source.reference == "House of Commons, 14 May 2014"


def test_when_the_chamber_sits_next_is_told_as_the_chair_says_it() -> None:
    found = times_of(DAY, DAY)
    assert found is not None
    assert found.entries[-1].name.startswith("“The House stands adjourned until tomorrow at 10 a.m.")


def test_a_person_or_a_session_asks_for_other_days() -> None:
    assert times_of(DAY, DAY, Slot("about", "Ann Lee", 0, 1)) is None
    assert times_of(DAY, DAY, session="41-2") is None


def test_without_days_no_times_are_told() -> None:
    assert listing_for(Reading("?", kind="fact/sitting", view=frozenset({"ca"})), None) is None
