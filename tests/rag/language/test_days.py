"""Finds the days that a text names, in English and French."""

import datetime

import pytest

from rag.language.days import days_in

Day = tuple[int, int, int] | None


def date(day: Day) -> datetime.date | None:
    return datetime.date(*day) if day else None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("on May 14, 2014", (2014, 5, 14), (2014, 5, 14)),
        ("le 9 août 2022", (2022, 8, 9), (2022, 8, 9)),
        ("le 1er décembre 2015", (2015, 12, 1), (2015, 12, 1)),
        ("3rd February 2021", (2021, 2, 3), (2021, 2, 3)),
        ("en juin 2007", (2007, 6, 1), (2007, 6, 30)),
        ("at the end of Feb 2006", (2006, 2, 1), (2006, 2, 28)),
        ("in 2013", (2013, 1, 1), (2013, 12, 31)),
        ("2021-10-19", (2021, 10, 19), (2021, 10, 19)),
        ("27/10/2009", (2009, 10, 27), (2009, 10, 27)),
        ("27.10.09", (2009, 10, 27), (2009, 10, 27)),
        ("27-10-2009", (2009, 10, 27), (2009, 10, 27)),
        ("10/27/09", (2009, 10, 27), (2009, 10, 27)),
        ("26 to 28 October 2009", (2009, 10, 26), (2009, 10, 28)),
        ("from 30 April to 2 May 2014", (2014, 4, 30), (2014, 5, 2)),
        ("entre le 20 décembre et le 3 janvier 2016", (2015, 12, 20), (2016, 1, 3)),
        ("from 2019 to 2021", (2019, 1, 1), (2021, 12, 31)),
        ("entre mai 2013 et juin 2014", (2013, 5, 1), (2014, 6, 30)),
        ("since 2021", (2021, 1, 1), None),
        ("avant le 3 mars 2014", None, (2014, 3, 3)),
    ],
)
def test_days_in_both_languages(text: str, first: Day, last: Day) -> None:
    (found,) = days_in(text)
    assert (found.first, found.last) == (date(first), date(last))


def test_a_day_without_a_year_is_a_day_of_any_year() -> None:
    (found,) = days_in("on 14 mai")
    assert (found.first, found.last, found.month, found.day) == (None, None, 5, 14)


@pytest.mark.parametrize("words", ["yesterday", "last week", "This Year", "hier", "la semaine dernière", "l'an passé"])
def test_a_day_that_depends_on_today_is_found_and_not_guessed(words: str) -> None:
    (found,) = days_in(f"what was said {words}?")
    assert (found.first, found.last, found.month) == (None, None, 0)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("on 26 October, 27 October and 28 October 2009", [2009, 2009, 2009]),
        ("on 5 May or 3 April 2014", [2014, 2014]),
        ("about 11 September and 2003", [0, 2003]),
    ],
)
def test_a_day_takes_the_year_of_the_day_that_follows_it(text: str, years: list[int]) -> None:
    assert [one.first.year if one.first else 0 for one in days_in(text)] == years


def test_two_that_are_not_joined_are_two() -> None:
    assert len(days_in("what changed in 2019, and why again in 2021?")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "the 1700 jobs lost",
        "$2014 million",
        "February 31, 2014",
        "2,074 pages",
        "nothing",
        "it may be",
        "2000 dollars",
        "march on, marcher",
    ],
)
def test_what_is_no_day(text: str) -> None:
    assert days_in(text) == []
