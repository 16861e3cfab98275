"""Days as people write them."""

import datetime

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def written(day: datetime.date) -> str:
    """A day in full, the same in every locale that the process may run in.

    >>> written(datetime.date(2022, 8, 4))
    '4 August 2022'
    """
    return f"{day.day} {day:%B %Y}"
