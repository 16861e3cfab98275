"""Trends: words over time, by party, member or parliament, as counts and per 100,000 words said."""

import datetime
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from speeches.models import Politician
from speeches.search.candidates import LANGUAGES
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, resolve, unstorable
from speeches.search.listing import speeches_with
from speeches.search.roster import roster
from speeches.search.version import corpus_version
from speeches.trends.counting import COLUMNS, Place, occurrences, words_said

MOST_PHRASES = 4
LONGEST_PHRASE = 100
UNITS = ("day", "month", "year")
# Series of a phrase that are shown by themselves.
MOST_SERIES = 6
_PER = 100_000
# Of fewer words a rate says nothing: one sentence would make it high.
_FEWEST_WORDS = 1_000
# Whose words have no party or member.
NOBODY = "–"
# A name, and the filters of a search.
_Voice = tuple[str, Mapping[str, str]]
# Up to so many days, and up to so many months, are points of their own where nobody chose.
_DAYS, _MONTHS = 31, 36


@dataclass(frozen=True, slots=True)
class TrendRequest:
    """Phrases to count, among what, by whom, and in days, months or years (`unit`; "" for what fits)."""

    phrases: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    by: str = ""
    unit: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Point:
    """A stretch of days: how often the phrase was said in it, and of how many words; `end` is its last day."""

    start: datetime.date
    end: datetime.date
    label: str
    count: int
    words: int

    @property
    def rate(self) -> float | None:
        """Occurrences in 100,000 words; None of so few words that it would say nothing."""
        return _rate(self.count, self.words)


@dataclass(frozen=True, slots=True)
class Series:
    """A phrase over time, of all or of one party, member or parliament: its `name`, and the `filters` of a search that
    finds what was counted."""

    phrase: str
    name: str
    filters: Mapping[str, str]
    points: tuple[Point, ...]

    @property
    def count(self) -> int:
        return sum(point.count for point in self.points)

    @property
    def words(self) -> int:
        return sum(point.words for point in self.points)

    @property
    def rate(self) -> float | None:
        return _rate(self.count, self.words)


@dataclass(frozen=True, slots=True)
class Trends:
    """Series on the same points, those of a phrase together, the most frequent first; the unit of their points, and
    what the reader is to know."""

    series: tuple[Series, ...]
    unit: str
    notes: tuple[str, ...] = ()

    @property
    def highest(self) -> float:
        """The highest rate of all points."""
        return max((point.rate or 0.0 for one in self.series for point in one.points), default=0.0)


def _rate(count: int, words: int) -> float | None:
    return _PER * count / words if words >= _FEWEST_WORDS else None


def trends(request: TrendRequest) -> Trends:
    """Count what a request asks for. Raises SearchError."""
    request = _checked(request)
    version = corpus_version()
    known = catalogue(version)
    own = replace(request.filters, electorate="", source_type="", bill="", language="")
    scope = resolve(own, roster(version), known)
    said = words_said(speeches_with(own)[0], request.language, request.by)
    unit = request.unit or _fitting_unit({day for day, _ in said})
    series: list[Series] = []
    for phrase in request.phrases:
        found = occurrences(phrase, scope.condition, known.models, request.language, request.by)
        series += _series(phrase, found, said, unit, _voices(request.by, known))
    return Trends(tuple(series), unit, scope.notes)


def _checked(request: TrendRequest) -> TrendRequest:
    """The request with its phrases in order. Raises SearchError."""
    phrases = tuple(dict.fromkeys(" ".join(phrase.replace('"', " ").split()) for phrase in request.phrases))
    phrases = tuple(filter(None, phrases))
    if not phrases:
        raise SearchError("q", "Type words to count, such as: housing, climate change.")
    if len(phrases) > MOST_PHRASES:
        raise SearchError("q", f"At most {MOST_PHRASES} phrases are compared; you typed {len(phrases)}.")
    if any(len(phrase) > LONGEST_PHRASE for phrase in phrases):
        raise SearchError("q", f"A phrase may have {LONGEST_PHRASE} characters. Shorten it.")
    if broken := unstorable(" ".join(phrases), request.filters):
        raise SearchError("q", f"The words hold {broken}, which no text of the record does. Take it out.")
    if request.language not in LANGUAGES:
        raise SearchError("language", f"Words are counted in {', '.join(LANGUAGES)}, not in “{request.language}”.")
    if request.by not in COLUMNS:
        raise SearchError("by", f"Words are counted by {', '.join(filter(None, COLUMNS))}, not by “{request.by}”.")
    if request.unit and request.unit not in UNITS:
        raise SearchError("unit", f"“{request.unit}” is no unit of time here; choose {', '.join(UNITS)}.")
    return replace(request, phrases=phrases)


def _fitting_unit(days: set[datetime.date]) -> str:
    if not days or len(days) <= _DAYS:
        return "day"
    months = {(day.year, day.month) for day in days}
    return "month" if len(months) <= _MONTHS else "year"


def _series(
    phrase: str, found: Counter[Place], said: Counter[Place], unit: str, voice_of: Callable[[int | str | None], _Voice]
) -> list[Series]:
    """The series of a phrase: of those who say it most, on every stretch of days in which anybody spoke."""
    stretches = sorted({_stretch(day, unit) for day, _ in said})
    totals: Counter[int | str | None] = Counter()
    for (_, key), count in found.items():
        totals[key] += count
    shown = [key for key, _ in totals.most_common(MOST_SERIES)] or [None]
    counts, words = (_by_stretch(values, unit) for values in (found, said))
    return [
        Series(
            phrase,
            *voice_of(key),
            tuple(
                Point(*stretch, _label(stretch[0], unit), counts[stretch[0], key], words[stretch[0], key])
                for stretch in stretches
            ),
        )
        for key in shown
    ]


def _by_stretch(values: Counter[Place], unit: str) -> Counter[Place]:
    found: Counter[Place] = Counter()
    for (day, key), count in values.items():
        found[_stretch(day, unit)[0], key] += count
    return found


def _stretch(day: datetime.date, unit: str) -> tuple[datetime.date, datetime.date]:
    """The first and the last day of the day's month or year, or the day itself."""
    if unit == "day":
        return day, day
    if unit == "year":
        return day.replace(month=1, day=1), day.replace(month=12, day=31)
    following = day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1, day=1)
    return day.replace(day=1), following - datetime.timedelta(days=1)


def _label(start: datetime.date, unit: str) -> str:
    """A stretch as ISO writes it: 2021, 2021-10 or 2021-10-26."""
    return start.isoformat()[: {"day": 10, "month": 7, "year": 4}[unit]]


def _voices(by: str, known: Catalogue) -> Callable[[int | str | None], _Voice]:
    """What gives the name of a key, and the filters of a search for its words."""
    members = dict(Politician.objects.values_list("pk", "name")) if by == "member" else {}

    def voice(key: int | str | None) -> _Voice:
        if key is None:
            # Nobody's in particular: the Chair, "members", or whoever is counted together.
            return ("", {}) if not by else (NOBODY, {})
        if by == "parliament":
            return known.parliaments[str(key)].label, {"parliament": str(key)}
        if by == "member":
            return members[int(key)], {"speaker": members[int(key)]}
        party = known.parties[int(key)]
        return party.name, {"party": party.code, "parliament": party.parliament_id}

    return voice
