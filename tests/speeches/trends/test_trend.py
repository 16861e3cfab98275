"""Counts of words over time agree with a count of every speech that does not use chunks."""

import datetime
import re
from collections import Counter
from dataclasses import replace

import pytest

from speeches.models import Chunk, Speech
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.trends.trend import TrendRequest, trends

pytestmark = pytest.mark.usefixtures("three_parliaments", "db")


def count_by_day(phrase: str, **narrowed: object) -> Counter[datetime.date]:
    """Counts a phrase by day in whole English texts, in Python."""
    words = r"(?<!\w)" + r"\s+".join(map(re.escape, phrase.split())) + r"(?!\w)"
    found: Counter[datetime.date] = Counter()
    for day, text in Speech.objects.filter(language="en", **narrowed).values_list("date", "text"):
        found[day] += len(re.findall(words, text, re.IGNORECASE))
    return +found


@pytest.mark.parametrize("phrase", ["government", "prime minister", "Mr. Speaker", "bill", "aboriginal"])
def test_every_occurrence_is_counted_once(phrase: str) -> None:
    (series,) = trends(TrendRequest((phrase,), Filters(country="ca"), unit="day")).series
    expected = count_by_day(phrase, parliament="ca")
    assert sum(expected.values()) > 0
    assert {point.start: point.count for point in series.points if point.count} == expected


def test_a_rate_is_that_of_the_words_said() -> None:
    (series,) = trends(TrendRequest(("government",), Filters(country="ca"), unit="year")).series
    for point in series.points:
        own = Speech.objects.filter(language="en", parliament="ca", date__year=point.start.year)
        words = sum(own.values_list("word_count", flat=True))
        assert point.words == words
        assert point.rate == pytest.approx(100_000 * point.count / words)


def test_parties_and_members_share_what_all_say_together() -> None:
    def total(by: str) -> int:
        found = trends(TrendRequest(("veterans",), Filters(country="ca"), by=by))
        return sum(series.count for series in found.series)

    everybody = total("")
    assert total("party") == total("member") == total("parliament") == everybody > 0


def test_a_page_shows_those_who_say_it_most_and_says_that_there_are_more() -> None:
    asked = TrendRequest(("veterans",), Filters(country="ca"), by="member")
    every = trends(asked)
    some = trends(replace(asked, most=2))
    assert [one.name for one in some.series] == [one.name for one in every.series[:2]]
    assert f"the 2 of {len(every.series)} who say it most" in some.notes[0]


def test_a_day_on_which_somebody_only_interjected_counts() -> None:
    chunk = Chunk.objects.exclude(politician=None).filter(parliament="ca", language="en")[0]
    said = Speech.objects.filter(politician=chunk.politician_id, date=chunk.date)
    word = next(word for word in chunk.speech.text[chunk.start : chunk.end].split() if word.isalpha() and len(word) > 7)
    said.update(politician=None)
    assert chunk.politician
    asked = TrendRequest((word,), Filters(country="ca", speaker=chunk.politician.name), unit="day")
    (series,) = trends(asked).series
    assert {point.start: point.count > 0 for point in series.points}[chunk.date]


def test_the_points_of_all_series_are_the_same_days() -> None:
    found = trends(TrendRequest(("government", "veterans"), Filters(country="ca"), by="party", unit="month"))
    assert {series.phrase for series in found.series} == {"government", "veterans"}
    (points,) = {tuple(point.start for point in series.points) for series in found.series}
    assert points == tuple(sorted(points))
    assert found.highest == max(point.rate or 0 for series in found.series for point in series.points)


def test_french_is_counted_in_french_speeches() -> None:
    (series,) = trends(TrendRequest(("gouvernement",), Filters(country="ca"), language="fr")).series
    texts = Speech.objects.filter(language="fr").values_list("text", flat=True)
    assert series.count == sum(len(re.findall(r"(?<!\w)gouvernement(?!\w)", text, re.IGNORECASE)) for text in texts) > 0


def test_words_that_nobody_said_are_counted_as_none() -> None:
    (series,) = trends(TrendRequest(("flibbertigibbet",), Filters(country="ca"))).series
    assert (series.count, {point.count for point in series.points}) == (0, {0})


def test_few_words_have_no_rate() -> None:
    found = trends(TrendRequest(("government",), Filters(country="ca"), by="member", unit="day"))
    few = [point for series in found.series for point in series.points if point.words < 1_000]
    assert few
    assert {point.rate for point in few} == {None}


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (TrendRequest(()), "q"),
        (TrendRequest((" ", '"')), "q"),
        (TrendRequest(tuple("abcde")), "q"),
        (TrendRequest(("x" * 101,)), "q"),
        (TrendRequest(("a\x00b",)), "q"),
        (TrendRequest(("the",)), "q"),
        (TrendRequest(("$ ?",)), "q"),
        (TrendRequest(("housing",), Filters(bill="C-4")), "bill"),
        (TrendRequest(("housing",), Filters(electorate="Kennedy")), "electorate"),
        (TrendRequest(("housing",), by="hat"), "by"),
        (TrendRequest(("housing",), unit="week"), "unit"),
        (TrendRequest(("housing",), language="de"), "language"),
        (TrendRequest(("housing",), Filters(country="nowhere")), "country"),
    ],
)
def test_what_cannot_be_counted_is_told(request_: TrendRequest, field: str) -> None:
    with pytest.raises(SearchError) as told:
        trends(request_)
    assert told.value.field == field
