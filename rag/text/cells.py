"""Writes tables as CSV that no spreadsheet reads as formulas."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Returns a line of headings and one line per row. Text that would begin a formula gets a leading apostrophe.

    >>> as_csv(["name", "count"], [["=1+1", -2]])
    "name,count\r\n'=1+1,-2\r\n"
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(headings)
    for row in rows:
        writer.writerow(
            [f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value for value in row]
        )
    return out.getvalue()
