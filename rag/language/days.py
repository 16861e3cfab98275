"""Finds the days in a text, in English and French: "May 14, 2014", "le 9 août", "2009-10-26", "since 2021"."""

import calendar
import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.language.tokens import without_accents
from rag.text.dates import FRENCH_MONTHS, FRENCH_WEEKDAYS, MONTHS, WEEKDAYS

_MONTHS = {
    **{without_accents(name): number for number, name in enumerate(MONTHS, 1)},
    **{without_accents(name): number for number, name in enumerate(FRENCH_MONTHS, 1)},
    **{without_accents(name[:3]): number for number, name in enumerate(MONTHS, 1)},
    "sept": 9,
}
_NAMED = "|".join(sorted(_MONTHS, key=len, reverse=True))
# A four-digit number that is a sum, a share or a quantity is not a year.
_YEAR = (
    r"(?<![$€£\d.,-])(?:1[89]|20)\d\d(?![\d%$€£]|[.,]\d| (?:million|milliard|billion|dollars|pounds|euros|per cent))"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th|er)?"
# A day in figures. Points and dashes also stand in numbers of sections and in ranges.
_FIGURES = (
    r"\d{1,2}/\d{1,2}/(?:(?:1[6-9]|20)\d\d|\d\d)"
    r"|\d{1,2}(?P<mark>[.-])\d{1,2}(?P=mark)(?:1[6-9]|20)\d\d|\d\d\.\d\d\.\d\d"
)
_ONE = re.compile(
    rf"\b(?:(?P<iso>(?:1[6-9]|20)\d\d-\d\d?-\d\d?)"
    rf"|(?:(?P<from>{_DAY})\s*(?:to|and|au|et|[-–])\s*)?(?P<day>{_DAY})\s+(?:of\s+)?(?P<month>{_NAMED})\b\.?(?:,?\s+(?P<year>{_YEAR}))?"
    rf"|(?P<month2>{_NAMED})\b\.?\s+(?P<day2>{_DAY})\b(?:,?\s+(?P<year2>{_YEAR}))?"
    rf"|(?P<month3>{_NAMED})\b\.?(?:,|\s+of)?\s+(?P<year3>{_YEAR})"
    rf"|(?P<figures>{_FIGURES})"
    rf"|(?P<year5>{_YEAR}))(?!\w)"
)
# Days that only the day of asking tells. A record of past days does not have them.
_RELATIVE = re.compile(
    r"\b(?:yesterday|today|(?:last|this|past) (?:week|month|year)|hier|aujourd['’ ]?hui"
    r"|cette (?:semaine|annee)|ce mois-ci|semaine (?:derniere|passee)|mois (?:dernier|passe)"
    r"|an(?:nee)? (?:derniere?|passee?))\b"
)
# Days after the day of asking.
_COMING = re.compile(
    rf"(?<!before )(?<!until )(?<!apres-)(?<!\bthe )\b(?:(?P<day>tomorrow|demain)"
    rf"|next\s+(?P<next>week|month|year|{_NAMED})(?!\s+\d)(?!\s+i\b)"
    rf"|(?P<prochain>semaine|mois|annee|an|{_NAMED})\s+prochaine?)\b"
)
_UNITS = {"semaine": "week", "mois": "month", "annee": "year", "an": "year"}
_WEEKDAYS = {name.lower(): number for names in (WEEKDAYS, FRENCH_WEEKDAYS) for number, name in enumerate(names)}
# A weekday stands alone after an article, a preposition or a conjunction, and before the end of a clause.
_ALONE = re.compile(r"(?:^|\b(?:and|on|the|that|et|pour|le|du|ce)\s+)$")
_ENDS = re.compile(r"\s*(?:$|[?!.,;:])")
_A_WEEKDAY = re.compile(rf"\b(?:{'|'.join(_WEEKDAYS)})\b")
_FROM = re.compile(r"\b(?:since|after|from|depuis|apres|a partir d[eu'’])\s*(?:l['’]|le\s+|la\s+)?(?:an\s+)?$")
_UNTIL = re.compile(r"\b(?:before|until|till|up to|avant|jusqu['’](?:a|en|au))\s*(?:le\s+)?$")
_JOINED = re.compile(r"\s*(?:and|to|until|till|through|or|et|a|au|jusqu['’](?:a|en|au)|[-–—])\s*(?:le\s+)?")
_LISTED = re.compile(rf"\s*,\s*|{_JOINED.pattern}")
_BETWEEN = re.compile(r"\b(?:between|from|entre|d[eu]|depuis)\s+(?:le\s+)?$")


@dataclass(frozen=True, slots=True)
class Days:
    """The days from `first` to `last`, named at `[start, end)` of a text. An open end is None. A day without a year has
    only `month` and `day`; one that depends on the day of asking ("last week") has nothing."""

    start: int
    end: int
    first: datetime.date | None
    last: datetime.date | None
    month: int = 0
    day: int = 0


def days_in(text: str) -> list[Days]:
    """Returns the days that a text names, in order. Two that are joined ("from 2019 to 2021") become one.

    >>> [(one.first, one.last) for one in days_in("between May 2013 and 9 août 2014")]
    [(datetime.date(2013, 5, 1), datetime.date(2014, 8, 9))]
    """
    plain = _plain(text)
    found: list[Days] = []
    whole: set[Days] = set()
    for one in _with_years(plain, list(_find_days(plain))):
        if found and _are_joined(plain, found[-1], one):
            one = Days(found[-1].start, one.end, found.pop().first, one.last)
            whole.add(one)
        found.append(one)
    return [one if one in whole else _open_end(plain, one) for one in found]


def coming_days_in(text: str, today: datetime.date) -> list[Days]:
    """Returns the days after today that a text names by it, in order: "tomorrow", "next year", "en janvier prochain".

    >>> (one,) = coming_days_in("May I dance next year?", datetime.date(2026, 11, 28))
    >>> one.first, one.last
    (datetime.date(2027, 1, 1), datetime.date(2027, 12, 31))
    """
    return [Days(*found.span(), *_coming(found, today)) for found in _COMING.finditer(_plain(text))]


def day_beside(text: str, day: datetime.date) -> Days | None:
    """Returns the one day that a text names relative to another, which gives its week or its year; None if it names
    none.

    A weekday within other words ("the Wednesday before last") is an unknown day.

    >>> one = day_beside("And on the Wednesday?", datetime.date(2009, 10, 26))
    >>> one.first, one.start, one.end
    (datetime.date(2009, 10, 28), 11, 20)
    >>> day_beside("Et le 2 janvier ?", datetime.date(2009, 12, 30)).first
    datetime.date(2010, 1, 2)
    >>> day_beside("And last Wednesday?", datetime.date(2009, 10, 26)).first
    """
    plain, named = _plain(text), days_in(text)
    weekdays = list(_A_WEEKDAY.finditer(plain))
    if any(one.first or one.last for one in named):
        return None
    if named and (len(named) > 1 or weekdays or not named[0].month or _is_bounded(plain, named[0].start)):
        return None
    if named:
        return _nearest_year(named[0], day)
    if not weekdays:
        return None
    one, start, end = weekdays[0], weekdays[0].start(), weekdays[-1].end()
    if len(weekdays) > 1 or not _ALONE.search(plain[:start]) or not _ENDS.match(plain[end:]):
        return Days(start, end, None, None)
    other = day + datetime.timedelta(days=_WEEKDAYS[one.group()] - day.weekday())
    return Days(start, end, other, other)


def _is_bounded(plain: str, start: int) -> bool:
    """Whether the words before a day make it the end of a span of days."""
    return bool(_FROM.search(plain[:start]) or _UNTIL.search(plain[:start]))


def _nearest_year(one: Days, day: datetime.date) -> Days | None:
    """A day without a year, in the year that brings it nearest to another day."""
    years = (year for year in range(day.year - 1, day.year + 2) if one.day <= calendar.monthrange(year, one.month)[1])
    same = [datetime.date(year, one.month, one.day) for year in years]
    nearest = min(same, key=lambda other: abs(other - day), default=None)
    return Days(one.start, one.end, nearest, nearest) if nearest else None


def _coming(found: "re.Match[str]", today: datetime.date) -> tuple[datetime.date, datetime.date]:
    if found["day"]:
        return (today + datetime.timedelta(days=1),) * 2
    named = found["next"] or found["prochain"]
    unit = _UNITS.get(named, named)
    if unit == "week":
        monday = today + datetime.timedelta(days=7 - today.weekday())
        return monday, monday + datetime.timedelta(days=6)
    if unit == "year":
        return datetime.date(today.year + 1, 1, 1), datetime.date(today.year + 1, 12, 31)
    month = today.month % 12 + 1 if unit == "month" else _MONTHS[unit]
    year = today.year + (month <= today.month)
    return datetime.date(year, month, 1), datetime.date(year, month, calendar.monthrange(year, month)[1])


def _plain(text: str) -> str:
    """Returns the text in lower case without accents, letter by letter, so that every position stays the same."""
    return "".join((without_accents(letter) or " ")[0] for letter in text)


def _are_joined(text: str, one: Days, other: Days) -> bool:
    apart = _JOINED.fullmatch(text, one.end, other.start)
    return bool(apart and one.first and other.last and one.first <= other.last and _BETWEEN.search(text[: one.start]))


def _with_years(text: str, found: list[Days]) -> list[Days]:
    """The days, each without a year in that of the next one, if that is a day and only "and", "to" or a comma stands
    between. The first day of a span is before its last: "from 20 December to 3 January 2016"."""
    for place in range(len(found) - 2, -1, -1):
        one, following = found[place], found[place + 1]
        is_day = following.first is not None and following.first == following.last
        if one.month and is_day and _LISTED.fullmatch(text, one.end, following.start):
            spans = bool(_BETWEEN.search(text[: one.start]))
            found[place] = _in_year_of(one, following.last or datetime.date.min, spans=spans)
    return found


def _in_year_of(one: Days, last: datetime.date, *, spans: bool) -> Days:
    """A day in the year of another; in the year before, if it is the first of a span that ends on that."""
    year = last.year - (spans and (one.month, one.day) > (last.month, last.day))
    if one.day > calendar.monthrange(year, one.month)[1]:
        return one
    day = datetime.date(year, one.month, one.day)
    return Days(one.start, one.end, day, day)


def _open_end(text: str, one: Days) -> Days:
    """Opens one end of the days if the words before them say so."""
    if one.first is None:
        return one
    before = text[: one.start]
    if opening := _FROM.search(before):
        return Days(opening.start(), one.end, one.first, None)
    if closing := _UNTIL.search(before):
        return Days(closing.start(), one.end, None, one.last)
    return one


def _find_days(text: str) -> Iterator[Days]:
    """Finds single days, months and years, in order."""
    for found in sorted((*_ONE.finditer(text), *_RELATIVE.finditer(text)), key=re.Match.start):
        try:
            yield _days(found) if found.re is _ONE else Days(*found.span(), None, None)
        except ValueError:
            continue


def _days(found: "re.Match[str]") -> Days:
    start, end = found.span()
    if found["iso"]:
        day = datetime.date(*map(int, found["iso"].split("-")))
        return Days(start, end, day, day)
    if found["figures"]:
        day = _day_in_figures(*map(int, re.findall(r"\d+", found["figures"])))
        return Days(start, end, day, day)
    for suffix in ("", "2"):
        if found[f"month{suffix}"]:
            month, number = _MONTHS[found[f"month{suffix}"]], int(re.sub(r"\D", "", found[f"day{suffix}"]))
            if year := found[f"year{suffix}"]:
                day = datetime.date(int(year), month, number)
                first = day.replace(day=int(re.sub(r"\D", "", found["from"]))) if not suffix and found["from"] else day
                return Days(start, end, min(first, day), day)
            datetime.date(2000, month, number)
            return Days(start, end, None, None, month, number)
    year = int(found["year3"] or found["year5"])
    if found["month3"]:
        month = _MONTHS[found["month3"]]
        last = calendar.monthrange(year, month)[1]
        return Days(start, end, datetime.date(year, month, 1), datetime.date(year, month, last))
    return Days(start, end, datetime.date(year, 1, 1), datetime.date(year, 12, 31))


def _day_in_figures(day: int, month: int, year: int) -> datetime.date:
    """Returns a day written in figures, the day first unless that makes no date. A short year is the last that ended
    so. Raises ValueError.

    >>> _day_in_figures(4, 3, 26), _day_in_figures(5, 14, 2014), _day_in_figures(4, 3, 98)
    (datetime.date(2026, 3, 4), datetime.date(2014, 5, 14), datetime.date(1998, 3, 4))
    """
    if year < 100:
        this = datetime.datetime.now(tz=datetime.UTC).year
        year += this - this % 100 - (100 if year > this % 100 else 0)
    return datetime.date(year, month, day) if month <= 12 else datetime.date(year, day, month)
