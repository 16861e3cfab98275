"""Dates in words, in English and French."""

import datetime

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


FRENCH_MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin",
    "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FRENCH_WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")


def format_date(day: datetime.date, language: str = "en") -> str:
    """Returns a date in full. It does not depend on the process's locale.

    >>> format_date(datetime.date(2022, 8, 4)), format_date(datetime.date(2015, 12, 1), "fr")
    ('4 August 2022', '1er décembre 2015')
    """
    if language == "fr":
        return f"{'1er' if day.day == 1 else day.day} {FRENCH_MONTHS[day.month - 1]} {day.year}"
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def format_month(day: datetime.date, language: str = "en") -> str:
    """Returns the month of a date in full.

    >>> format_month(datetime.date(2015, 12, 1)), format_month(datetime.date(2015, 12, 1), "fr")
    ('December 2015', 'décembre 2015')
    """
    return f"{(FRENCH_MONTHS if language == 'fr' else MONTHS)[day.month - 1]} {day.year}"
