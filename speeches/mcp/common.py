"""Shared by the record's tools: annotations, filters in everyday terms, and texts in pieces."""

import base64
import binascii
from typing import Annotated, Any

from fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from rag.serving.paging import PagingError
from rag.serving.tools import report_errors
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, to_date

READING = ToolAnnotations(readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False)
# Longer texts, in characters, are sent in pieces, since assistants lose the end of longer ones.
LONGEST_TEXT = 60_000

tool_errors = report_errors(SearchError, PagingError)

Speaker = Annotated[str, Field(description="A member in any spelling, such as “Mr Katter” or “Katter, Bob MP”.")]
Party = Annotated[str, Field(description="A party's code, name or nickname, such as ALP or Labor.")]
ChamberName = Annotated[str, Field(description="A chamber, such as “House of Representatives” or “Senate”.")]
DateFrom = Annotated[str, Field(description="The first day, year-month-day, such as 2021-10-19.")]
DateTo = Annotated[str, Field(description="The last day, year-month-day, such as 2021-12-01.")]
ParliamentCode = Annotated[
    str, Field(description="A parliament's code or country, such as au or Canada; all if empty.")
]
Cursor = Annotated[str, Field(description="next_cursor of the answer before, for what comes after it.")]


def filters_of(**given: Any) -> Filters:
    """Filters from a tool's parameters. Raises SearchError."""
    values: dict[str, Any] = {name: value.strip() if isinstance(value, str) else value for name, value in given.items()}
    for name in ("date_from", "date_to"):
        values[name] = to_date(values.get(name), name)
    values["topics"] = tuple(topic.strip() for topic in values.get("topics") or () if topic.strip())
    return Filters(**values)


def piece(text: str, cursor: str) -> tuple[str, int, str]:
    """The part of a text from `cursor` that fits one answer, its start, and the cursor of the next part. Raises
    ToolError."""
    start = _place(cursor) if cursor else 0
    if not 0 <= start <= len(text):
        raise ToolError("This cursor is none of ours. Take next_cursor of the answer before.")
    end = start + LONGEST_TEXT
    following = base64.urlsafe_b64encode(str(end).encode()).decode() if end < len(text) else ""
    return text[start:end], start, following


def _place(cursor: str) -> int:
    try:
        return int(base64.urlsafe_b64decode(cursor).decode("ascii"))
    except (binascii.Error, ValueError):
        return -1
