"""Which seats somebody held, and when: lists give true days, the record those that it shows, and gaps stay gaps."""

import datetime

import pytest

from speeches.ingestion.terms import Seat, Terms
from speeches.models import Chamber, Parliament, Party, Politician, Riding, Sitting, Speech, Term

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_record")]


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


@pytest.fixture
def seat() -> Seat:
    parliament = Parliament.objects.get(pk="au")
    return Seat(
        politician=Politician.objects.create(parliament=parliament, name="Ada Smith", slug="ada-smith"),
        chamber=Chamber.objects.get(parliament=parliament, slug="house"),
        party=Party.objects.create(parliament=parliament, code="T", name="Test Party"),
        riding=Riding.objects.create(parliament=parliament, name="Riverdale"),
        state="",
    )


def note_spans(seat: Seat, *spans: tuple[str, str, bool], seen: tuple[str, ...] = ()) -> list[tuple[str, str, bool]]:
    """The terms after noting the days on which the record shows somebody, then a list's spans, each in its own run."""
    for one in seen:
        terms = Terms(seat.politician.parliament)
        terms.note_day(seat, day(one))
        terms.save()
    for start, end, open_ in spans:
        terms = Terms(seat.politician.parliament)
        terms.note_listed(seat, day(start), day(end), open_=open_)
        terms.save()
    return [(str(one.start), str(one.end), one.open) for one in Term.objects.order_by("start")]


EARLIER, LATER = ("1996-03-02", "2007-10-17", False), ("2010-08-21", "2025-05-03", True)


def test_who_came_back_after_years_has_two_terms(seat: Seat) -> None:
    assert note_spans(seat, EARLIER, LATER) == [EARLIER, LATER]
    assert note_spans(seat, LATER, EARLIER) == [EARLIER, LATER]


def test_days_on_which_the_record_shows_somebody_bridge_no_gap_of_a_list(seat: Seat) -> None:
    seen = ("2007-09-20", "2021-10-26")
    assert note_spans(seat, seen=seen) == [("2007-09-20", "2021-10-26", False)]
    assert note_spans(seat, EARLIER, LATER) == [EARLIER, LATER]
    assert note_spans(seat, seen=seen) == [EARLIER, LATER]


def test_terms_that_an_election_parts_are_one(seat: Seat) -> None:
    spans = (("2001-06-07", "2005-04-11", False), ("2005-05-05", "2009-02-11", True))
    assert note_spans(seat, *spans) == [("2001-06-07", "2009-02-11", True)]


def test_a_term_that_a_list_leaves_open_reaches_as_far_as_the_record_shows(seat: Seat) -> None:
    assert note_spans(seat, LATER)[0][1] == "2025-05-03"
    assert note_spans(seat, seen=("2026-03-04",)) == [("2010-08-21", "2026-03-04", True)]
    assert note_spans(seat, LATER) == [("2010-08-21", "2026-03-04", True)]


def test_whoever_speaks_under_no_printed_seat_still_holds_the_one_left_open(seat: Seat) -> None:
    assert note_spans(seat, EARLIER, LATER) == [EARLIER, LATER]
    terms = Terms(seat.politician.parliament)
    assert terms.note_seen(seat.politician, seat.chamber, day("2026-03-04"))
    assert not terms.note_seen(seat.politician, seat.chamber, day("2011-03-04"))
    terms.save()
    assert note_spans(seat) == [EARLIER, ("2010-08-21", "2026-03-04", True)]


def test_a_list_that_comes_after_the_days_reaches_the_last_of_them(seat: Seat) -> None:
    sitting = Sitting.objects.create(chamber=seat.chamber, date=day("2026-03-04"))
    Speech.objects.create(
        sitting=sitting, id="riverdale-1", parliament=seat.politician.parliament, chamber=seat.chamber, position=1,
        date=day("2026-03-04"), kind="speech", politician=seat.politician, speaker="Ada Smith", text="Aye.",
        word_count=1,
    )  # fmt: skip
    assert note_spans(seat, EARLIER, LATER) == [EARLIER, LATER]
    terms = Terms(seat.politician.parliament)
    terms.reach_last_words()
    terms.save()
    assert note_spans(seat) == [EARLIER, ("2010-08-21", "2026-03-04", True)]


def test_whoever_speaks_after_a_term_that_ended_holds_no_seat(seat: Seat) -> None:
    assert note_spans(seat, EARLIER) == [EARLIER]
    terms = Terms(seat.politician.parliament)
    assert not terms.note_seen(seat.politician, seat.chamber, day("2012-05-08"))


def test_after_a_term_that_ended_the_record_shows_another(seat: Seat) -> None:
    assert note_spans(seat, EARLIER) == [EARLIER]
    assert note_spans(seat, seen=("2012-05-08",)) == [EARLIER, ("2012-05-08", "2012-05-08", False)]
