"""What a question names, a passage has to bear out."""

import datetime

import pytest

from rag.answering.passages import Passage
from rag.text.spans import Span
from speeches.questions.bearing import Named
from speeches.understanding.reading import Reading

DAY = datetime.date(2021, 11, 30)
JULY = (datetime.date(2020, 7, 1), datetime.date(2020, 7, 31))
YEAR = (datetime.date(2017, 1, 1), datetime.date(2017, 12, 31))
NOBODY: frozenset[str] = frozenset()


def passage(text: str, party: str = "", header: str = "Ann Example") -> Passage:
    return Passage("1", text, Span(0, len(text)), header, "Ann Example", DAY, 0.5, 0.5, facts={"party_code": party})


def reading(days: tuple[datetime.date, datetime.date]) -> Reading:
    return Reading("?", first=days[0], last=days[1])


@pytest.mark.parametrize(
    ("text", "party", "borne_out"),
    [
        ("We oppose the bill.", "ALP", True),
        ("Labor’s members oppose the bill.", "LP", True),
        ("We oppose the bill.", "LP", False),
        ("The labours of the opposition are in vain.", "LP", False),
    ],
)
def test_a_party_is_heard_or_named(text: str, party: str, borne_out: bool) -> None:
    named = Named(Reading("Why did Labor oppose it?"), (), (" labor ", " australian labor party "), frozenset({"ALP"}))
    assert named.is_borne_out_by(passage(text, party)) is borne_out


@pytest.mark.parametrize(
    ("text", "borne_out"),
    [
        ("The report of Ms Smythe-Jones says so.", True),
        ("The report of Mr Jones says so.", False),
        ("Smythe-Joneses say so.", False),
    ],
)
def test_a_stranger_is_named_word_for_word(text: str, borne_out: bool) -> None:
    named = Named(Reading("What did Ms Smythe-Jones find?"), (" ms smythe-jones ",), (), NOBODY)
    assert named.is_borne_out_by(passage(text)) is borne_out


@pytest.mark.parametrize(
    ("days", "text", "borne_out"),
    [
        ((DAY, DAY), "It rose.", True),
        (JULY, "It rose.", False),
        (JULY, "In July 2020 it rose.", True),
        (JULY, "In August 2020 it rose.", False),
        (YEAR, "In 2017 it rose.", True),
        (YEAR, "In 2018 it rose.", False),
    ],
)
def test_a_time_is_that_of_the_sitting_or_is_named(
    days: tuple[datetime.date, datetime.date], text: str, borne_out: bool
) -> None:
    assert Named(reading(days), (), (), NOBODY).is_borne_out_by(passage(text)) is borne_out
