"""The days that a query names, in English and in French: "May 14, 2014", "le 9 août 2022", "in May 2013"."""

import calendar
import datetime
import re

from rag.text.dates import FRENCH_MONTHS, MONTHS

_NUMBERS = {
    **{month.lower(): number for number, month in enumerate(MONTHS, 1)},
    **{month: number for number, month in enumerate(FRENCH_MONTHS, 1)},
    **{month.replace("é", "e").replace("û", "u"): number for number, month in enumerate(FRENCH_MONTHS, 1)},
}
_MONTH = "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True))
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|er)?\s+(?P<month>{_MONTH}),?\s+(?P<year>(?:18|19|20)\d\d)"
    rf"|(?P<month2>{_MONTH})\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year2>(?:18|19|20)\d\d)"
    rf"|(?P<iso>(?:18|19|20)\d\d-\d\d-\d\d)"
    rf"|(?P<month3>{_MONTH})\s+(?P<year3>(?:18|19|20)\d\d)"
    r"|(?<![$€£\d,.])(?<!\d )(?P<year4>(?:19|20)\d\d)(?![\d%]|[,.]\d| million| milliard| federal| fédéral))\b",
    re.IGNORECASE,
)


def days_named(text: str) -> tuple[datetime.date, datetime.date, int, int] | None:
    """The first and last day that a text names, and where it names them; None where it names none.

    >>> days_named("Who sat on it at the end of May 2013?")[:2]
    (datetime.date(2013, 5, 1), datetime.date(2013, 5, 31))
    """
    for found in _DATE.finditer(text):
        try:
            first, last = _range(found)
        except ValueError:
            continue
        return first, last, found.start(), found.end()
    return None


def _range(found: "re.Match[str]") -> tuple[datetime.date, datetime.date]:
    if found["iso"]:
        day = datetime.date.fromisoformat(found["iso"])
        return day, day
    for suffix in ("", "2"):
        if found[f"month{suffix}"]:
            month = _NUMBERS[found[f"month{suffix}"].lower()]
            day = datetime.date(int(found[f"year{suffix}"]), month, int(found[f"day{suffix}"]))
            return day, day
    year = int(found["year3"] or found["year4"])
    if found["month3"]:
        month = _NUMBERS[found["month3"].lower()]
        return datetime.date(year, month, 1), datetime.date(year, month, calendar.monthrange(year, month)[1])
    return datetime.date(year, 1, 1), datetime.date(year, 12, 31)
