"""Days as people write them."""

import datetime

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


FRENCH_MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin",
    "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip

# A month's name in either language, as a pattern.
ANY_MONTH = "|".join((*MONTHS, *FRENCH_MONTHS))


def written(day: datetime.date, language: str = "en") -> str:
    """A day in full, the same in every locale that the process may run in.

    >>> written(datetime.date(2022, 8, 4)), written(datetime.date(2015, 12, 1), "fr")
    ('4 August 2022', '1er décembre 2015')
    """
    if language == "fr":
        return f"{'1er' if day.day == 1 else day.day} {FRENCH_MONTHS[day.month - 1]} {day.year}"
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
