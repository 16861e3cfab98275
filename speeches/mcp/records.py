"""Tools for records that are no speeches: bills, votes, members, committees, elections and the rest."""

from typing import Annotated, Any, Literal

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel, Field

from rag.serving.callers import absolute
from speeches.mcp.common import READING, tool_errors
from speeches.models import Entry
from speeches.reading.records import record_of
from speeches.search.engine import SearchRequest, search
from speeches.search.filters import Filters

Kind = Literal[
    "bill", "vote_question", "vote_party", "vote_member", "politician", "committee", "committee_report",
    "committee_meeting", "party", "election", "candidacy", "session", "riding",
]  # fmt: skip


class RecordHit(BaseModel):
    """A record found; `id` is what get_record takes."""

    id: str
    source_type: str
    title: str
    date: str
    excerpt: str
    relevance_score: float
    url: str


class Record(BaseModel):
    """A record: its text in the search, and what the tables say of it. `printed`: the text is the source's own."""

    id: str
    source_type: str
    title: str
    date: str
    printed: bool
    text: str
    record: dict[str, Any]
    url: str
    source_url: str


def register(server: FastMCP) -> None:
    """Register these tools with a server."""
    read: dict[str, Any] = {"annotations": READING, "tags": {"browse", "record"}}
    server.tool(search_records, title="Search bills, votes, members, committees", **read)
    server.tool(get_record, title="Read a bill, vote, member or committee", **read)


@tool_errors
def search_records(
    query: Annotated[str, Field(description="Names, numbers or words, such as C-571 or slaughterhouse inspection.")],
    source_type: Annotated[Kind, Field(description="The kind of record.")],
    country: Annotated[str, Field(description="A country, such as Canada; empty for all.")] = "",
    limit: Annotated[int, Field(description="How many, 1 to 50.", ge=1, le=50)] = 10,
) -> list[RecordHit]:
    """Search records of one kind that are no speeches: bills, votes, members, committees, parties, elections, ridings.

    For what was said use search_speeches; for all who voted one way, or all members of a party, complete_list.
    """
    found = search(SearchRequest(query, Filters(country=country, source_type=source_type), top_k=limit))
    return [
        RecordHit(
            id=hit.speech_id,
            source_type=hit.source_type,
            title=hit.title,
            date=hit.date.isoformat() if hit.date else "",
            excerpt=hit.excerpt,
            relevance_score=hit.relevance_score,
            url=absolute(hit.url),
        )
        for hit in found.results
    ]


@tool_errors
def get_record(
    id: Annotated[str, Field(description="An id as search_records gave it, such as bill/ca-41-2-c-571.")],
) -> Record:
    """Read a record by its id, with the typed values of its kind: a bill's session and sponsor, a vote by party.

    Only a text that is `printed` may be quoted as the source's words.
    """
    entry = Entry.objects.filter(pk=id.replace("\x00", "")).select_related("politician").first()
    if entry is None:
        raise ToolError(f"No record has the id “{id[:100]}”. Take ids from search_records, letter by letter.")
    return Record(
        id=entry.pk,
        source_type=entry.source_type,
        title=entry.title,
        date=entry.date.isoformat() if entry.date else "",
        printed=entry.printed,
        text=entry.text,
        record=record_of(entry),
        url=absolute(entry.url),
        source_url=entry.source_url,
    )
