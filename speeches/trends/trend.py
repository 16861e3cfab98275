"""Words or a subject over time, by party, member or parliament, as counts and per 100,000 words spoken."""

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext

from speeches.models import Politician
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, resolve, unstorable
from speeches.search.languages import LANGUAGES
from speeches.search.listing import speeches_with
from speeches.search.roster import roster
from speeches.search.version import corpus_version
from speeches.trends.counting import COLUMNS, Place, count_words, near, occurrences

MODES = ("words", "meaning")
ESTIMATED = "Estimated: these are speeches that an embedding model takes to be on the subject; nobody has read them."
MOST_PHRASES = 4
LONGEST_PHRASE = 100
UNITS = ("day", "month", "year")
# The most series per phrase on a page.
MOST_SERIES = 6
# The most points per series on a page.
MOST_POINTS = 400
_PER = 100_000
# With fewer words a rate is meaningless: one sentence would make it high.
_FEWEST_WORDS = 1_000
# Label for words without a party or member.
NOBODY = "–"
# A name, and filters for a search of its words; None if no filter finds them.
_Voice = tuple[str, Mapping[str, str] | None]
# If no unit is chosen: up to `_DAYS` days are shown by day, up to `_MONTHS` months by month, more by year.
_DAYS, _MONTHS = 31, 36


@dataclass(frozen=True, slots=True)
class TrendRequest:
    """Phrases to count, filtered and grouped. `unit` is day, month or year; "" chooses one that fits. `most` limits the
    series per phrase to those that say it most; 0 means all. `mode` "words" counts the words as typed, "meaning" the
    speeches on that subject."""

    phrases: tuple[str, ...]
    filters: Filters = field(default_factory=Filters)
    by: str = ""
    unit: str = ""
    language: str = "en"
    most: int = 0
    mode: str = "words"


@dataclass(frozen=True, slots=True)
class Point:
    """A stretch of days: how often the phrase was said in it, out of how many words; `end` is its last day."""

    start: datetime.date
    end: datetime.date
    label: str
    count: int
    words: int

    @property
    def rate(self) -> float | None:
        """Occurrences per 100,000 words; None if there are too few words."""
        return _rate(self.count, self.words)


@dataclass(frozen=True, slots=True)
class Series:
    """A phrase over time, for everybody or for one party, member or parliament called `name`. `filters` make a search
    that finds what was counted; None if none does."""

    phrase: str
    name: str
    filters: Mapping[str, str] | None
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
    """Series over the same points, grouped by phrase, most frequent first; the unit of their points, and notes for the
    reader."""

    series: tuple[Series, ...]
    unit: str
    notes: tuple[str, ...] = ()
    language: str = "en"

    @property
    def highest(self) -> float:
        """The highest rate of all points."""
        return max((point.rate or 0.0 for one in self.series for point in one.points), default=0.0)


def _rate(count: int, words: int) -> float | None:
    return _PER * count / words if words >= _FEWEST_WORDS else None


def trends(request: TrendRequest) -> Trends:
    """Count what a request asks for. Raises SearchError."""
    request = _clean_request(request)
    version = corpus_version()
    known = catalogue(version)
    scope = resolve(request.filters, roster(version), known)
    said = count_words(speeches_with(request.filters)[0], request.language, request.by)
    count = occurrences if request.mode == "words" else near
    found = {
        phrase: count(phrase, scope.condition, known.models, request.language, request.by) for phrase in request.phrases
    }
    days = {day for counted in (said, *found.values()) for day, _ in counted}
    unit = request.unit or _fitting_unit(days)
    stretches = sorted({_stretch(day, unit) for day in days})
    if len(stretches) > MOST_POINTS:
        text = gettext("There are {count} {units} with a sitting; choose longer steps or fewer days.")
        raise SearchError("unit", text.format(count=len(stretches), units=gettext(f"{unit}s")))
    words = _group_by_stretch(said, unit)
    series: list[Series] = []
    notes = [*scope.notes, *([gettext(ESTIMATED)] if request.mode == "meaning" else [])]
    for phrase, counted in found.items():
        keys = _most_first(counted)
        shown = keys[: request.most] if request.most else keys
        if len(shown) < len(keys):
            text = gettext("“{phrase}”: the {shown} of {all} who say it most. The CSV and the API have all.")
            notes.append(text.format(phrase=phrase, shown=len(shown), all=len(keys)))
        counts = _group_by_stretch(counted, unit)
        series += [
            _series(phrase, key, stretches, unit, counts, words, _voice(request.by, key, known)) for key in shown
        ]
    return Trends(tuple(series), unit, tuple(notes), request.language)


def _clean_request(request: TrendRequest) -> TrendRequest:
    """The request with its phrases cleaned up. Raises SearchError if something is invalid."""
    phrases = tuple(dict.fromkeys(" ".join(phrase.replace('"', " ").split()) for phrase in request.phrases))
    phrases = tuple(filter(None, phrases))
    for name in ("electorate", "bill", "source_type"):
        if getattr(request.filters, name):
            text = gettext("Words are not counted by {filter}. Take that filter away.")
            raise SearchError(name, text.format(filter=gettext(name.replace("_", " "))))
    _check_phrases(phrases, request.filters)
    _check_choices(request)
    return replace(request, phrases=phrases)


def _check_phrases(phrases: tuple[str, ...], filters: Filters) -> None:
    """Raises SearchError for phrases that cannot be counted."""
    if not phrases:
        raise SearchError("q", gettext("Type words to count, such as: housing, climate change."))
    if len(phrases) > MOST_PHRASES:
        text = gettext("At most {most} phrases are compared; you typed {count}.")
        raise SearchError("q", text.format(most=MOST_PHRASES, count=len(phrases)))
    if mute := next((phrase for phrase in phrases if not any(map(str.isalnum, phrase))), ""):
        raise SearchError("q", gettext("“{phrase}” has no letter or digit to count.").format(phrase=mute))
    if any(len(phrase) > LONGEST_PHRASE for phrase in phrases):
        text = gettext("A phrase may have {count} characters. Shorten it.")
        raise SearchError("q", text.format(count=LONGEST_PHRASE))
    if broken := unstorable(" ".join(phrases), filters):
        text = gettext("The words hold {broken}, which no text of the record does. Take it out.")
        raise SearchError("q", text.format(broken=broken))


def _check_choices(request: TrendRequest) -> None:
    """Raises SearchError for a value that is none of its parameter's choices."""
    if request.language not in LANGUAGES:
        text = gettext("Words are counted in {languages}, not in “{language}”.")
        raise SearchError("language", text.format(languages=", ".join(LANGUAGES), language=request.language))
    if request.by not in COLUMNS:
        text = gettext("Words are counted by {columns}, not by “{by}”.")
        raise SearchError("by", text.format(columns=", ".join(filter(None, COLUMNS)), by=request.by))
    if request.mode not in MODES:
        raise SearchError("mode", gettext("Counted are words or meaning, not “{mode}”.").format(mode=request.mode))
    if request.unit and request.unit not in UNITS:
        text = gettext("“{unit}” is no unit of time here; choose {units}.")
        raise SearchError("unit", text.format(unit=request.unit, units=", ".join(UNITS)))


def _fitting_unit(days: set[datetime.date]) -> str:
    if not days or len(days) <= _DAYS:
        return "day"
    months = {(day.year, day.month) for day in days}
    return "month" if len(months) <= _MONTHS else "year"


def _most_first(counted: Counter[Place]) -> list[int | str | None]:
    """The keys of those who say a phrase, most frequent first; [None] if nobody does."""
    totals: Counter[int | str | None] = Counter()
    for (_, key), count in counted.items():
        totals[key] += count
    return [key for key, _ in totals.most_common()] or [None]


def _series(
    phrase: str,
    key: int | str | None,
    stretches: list[tuple[datetime.date, datetime.date]],
    unit: str,
    counts: Counter[Place],
    words: Counter[Place],
    voice: _Voice,
) -> Series:
    """One phrase of one group over all stretches."""
    points = (
        Point(*stretch, _label(stretch[0], unit), counts[stretch[0], key], words[stretch[0], key])
        for stretch in stretches
    )
    return Series(phrase, *voice, tuple(points))


def _group_by_stretch(values: Counter[Place], unit: str) -> Counter[Place]:
    found: Counter[Place] = Counter()
    for (day, key), count in values.items():
        found[_stretch(day, unit)[0], key] += count
    return found


def _stretch(day: datetime.date, unit: str) -> tuple[datetime.date, datetime.date]:
    """The first and last day of the day's month or year, or the day itself twice."""
    if unit == "day":
        return day, day
    if unit == "year":
        return day.replace(month=1, day=1), day.replace(month=12, day=31)
    following = day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1, day=1)
    return day.replace(day=1), following - datetime.timedelta(days=1)


def _label(start: datetime.date, unit: str) -> str:
    """A stretch in ISO format: 2021, 2021-10 or 2021-10-26."""
    return start.isoformat()[: {"day": 10, "month": 7, "year": 4}[unit]]


def _voice(by: str, key: int | str | None, known: Catalogue) -> _Voice:
    """The name of a key, and filters for a search of its words."""
    if key is None:
        # Everybody together, or words of nobody in particular: the Chair, "members".
        return (NOBODY, None) if by else ("", {})
    if by == "parliament":
        return known.parliaments[str(key)].label, {"parliament": str(key)}
    if by == "member":
        member = Politician.objects.select_related("parliament").get(pk=key)
        return f"{member.name}, {member.parliament.label}", {"speaker": member.name, "parliament": member.parliament_id}
    party = known.parties[int(key)]
    parliament = known.parliaments[party.parliament_id]
    return f"{party.name}, {parliament.label}", {"party": party.code, "parliament": parliament.code}
