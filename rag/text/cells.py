"""Tables as CSV that no spreadsheet takes for formulas."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""A line for the headings and one for each row; a text that would begin a formula is quoted.

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
