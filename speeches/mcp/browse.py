"""Tools that look things up: debates, politicians, recorded votes."""

from collections import defaultdict
from typing import Annotated, Any

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel, Field

from rag.serving.callers import absolute
from rag.serving.paging import page_of
from speeches import models
from speeches.enumerations.values import list_values
from speeches.mcp.common import READING, ChamberName, Cursor, DateFrom, DateTo, ParliamentCode, filters_of, tool_errors
from speeches.mcp.schemas import CompleteList, Debate, Debates, Division, DivisionRead, Divisions
from speeches.reading.lists import LATEST_FIRST, DivisionFilters, debates_with, divisions_with
from speeches.reading.people import current_slug, politicians_called
from speeches.reading.told import (
    ballots_of,
    debate_values,
    division_values,
    party_votes_of,
    politician_profile,
)
from speeches.search.filters import unstorable
from speeches.search.roster import roster
from speeches.search.unknown_names import nobody_note
from speeches.search.version import corpus_version

Limit = Annotated[int, Field(description="How many, 1 to 50.", ge=1, le=50)]


class Politician(BaseModel):
    """Who somebody is in the record."""

    id: str
    name: str
    parliament: str
    country: str
    sample: bool
    party: str
    electorate: str
    speeches: int
    words: int
    roles: list[str]
    terms: list[dict[str, Any]]
    offices: list[dict[str, Any]]
    subjects: list[dict[str, Any]]
    by_year: list[dict[str, Any]]
    spellings: list[str]
    attendance: dict[str, int] = Field(description="In how many of the votes by name held in their time they voted.")
    url: str


def register(server: FastMCP) -> None:
    """Register these tools with a server."""
    looked_up: dict[str, Any] = {"annotations": READING, "tags": {"browse", "record"}}
    server.tool(search_debates, title="Find debates by title", **looked_up)
    server.tool(get_politician, title="Who a politician is", **looked_up)
    server.tool(list_divisions, title="List recorded votes", **looked_up)
    server.tool(get_division, title="Who voted how", **looked_up)
    server.tool(complete_list, title="A complete list", **looked_up)


@tool_errors
def search_debates(
    title: Annotated[str, Field(description="Words of the heading, such as “climate change bill”.")],
    parliament: ParliamentCode = "",
    chamber: ChamberName = "",
    date_from: DateFrom = "",
    date_to: DateTo = "",
    limit: Limit = 20,
    cursor: Cursor = "",
) -> Debates:
    """Find debates by the words of their headings, the latest first, each with the ids of its speeches in order.

    Use it when somebody names a debate or a bill. For what was said about something, whatever the debate was called,
    use search_speeches.
    """
    if len(title.strip()) < 2:
        raise ToolError("Give at least 2 characters of the heading, such as: housing.")
    filters = filters_of(chamber=chamber, date_from=date_from, date_to=date_to, country=parliament)
    rows, following = page_of(debates_with(filters, title), LATEST_FIRST, cursor, limit)
    spoken = _speeches_of(rows)
    return Debates(debates=[_debate(row, spoken[row.pk]) for row in rows], next_cursor=following)


@tool_errors
def get_politician(
    politician: Annotated[str, Field(description="An id such as bob-katter, or a name in any spelling.")],
) -> Politician:
    """Who a politician is in the record: parties, seats and offices over time, what they speak about, how often.

    Use it to identify a speaker. What they said is found with search_speeches and its speaker filter.
    """
    people = roster(corpus_version())
    wanted = politician.strip()
    if len(wanted) < 2:
        raise ToolError("Give an id or a name, such as: bob-katter, or Mr Katter.")
    rows = politicians_called("", "")
    found = rows.filter(slug=current_slug(wanted.replace("\x00", ""))).first()
    if found is None:
        members = people.find_members(wanted)
        if len(members) > 1:
            names = ", ".join(sorted(f"{people.names[one]} ({people.slugs[one]})" for one in members[:8]))
            raise ToolError(f"Several are called “{wanted}”: {names}. Give the id in brackets.")
        found = rows.filter(pk=members[0]).first() if members else None
    if found is None:
        raise ToolError(nobody_note(wanted[:100], people))
    profile = politician_profile(found)
    return Politician(**profile | {"url": absolute(profile["url"])})


@tool_errors
def list_divisions(
    question: Annotated[str, Field(description="Words of what was voted on; any when empty.")] = "",
    politician: Annotated[str, Field(description="The id of a member who voted.")] = "",
    kind: Annotated[
        str, Field(description="bill (at a stage), amendment, procedural, appointment, supply, report or other.")
    ] = "",
    outcome: Annotated[str, Field(description="agreed, negatived or tied.")] = "",
    bill: Annotated[str, Field(description="A bill's number, id or title.")] = "",
    parliament: ParliamentCode = "",
    chamber: ChamberName = "",
    date_from: DateFrom = "",
    date_to: DateTo = "",
    limit: Limit = 20,
    cursor: Cursor = "",
) -> Divisions:
    """List recorded votes, the latest first, with what each was on and the counts as printed.

    Only one of kind bill is a vote on a bill. get_division tells who voted how.
    """
    if politician and not models.Politician.objects.filter(slug=politician.replace("\x00", "")).exists():
        raise ToolError(f"No politician has the id “{politician[:100]}”. get_politician finds it by name.")
    filters = filters_of(chamber=chamber, date_from=date_from, date_to=date_to, country=parliament)
    narrowed = DivisionFilters(words=question, member=politician, kind=kind, outcome=outcome, bill=bill)
    rows, following = page_of(divisions_with(filters, narrowed), LATEST_FIRST, cursor, limit)
    return Divisions(divisions=[Division(**_division(row)) for row in rows], next_cursor=following)


@tool_errors
def get_division(division_id: Annotated[str, Field(description="An id from list_divisions.")]) -> DivisionRead:
    """A recorded vote with every ballot: name as printed, party on that day, aye, no or paired, and tellers.

    The list is complete as the record prints it, so it may be counted and filtered.
    """
    division = models.Division.objects.select_related("debate").find_by_key(division_id.strip())
    if division is None:
        raise ToolError(f"No division has the id “{division_id[:100]}”. Take ids from list_divisions.")
    return DivisionRead(**_division(division), ballots=ballots_of(division), party_votes=party_votes_of(division))


@tool_errors
def complete_list(
    question: Annotated[
        str,
        Field(description="Such as “Who voted against Bill C-571?” or “Who sat on the veterans affairs committee?”"),
    ],
    offset: Annotated[int, Field(description="How many entries to pass over.", ge=0, le=100_000)] = 0,
    limit: Annotated[int, Field(description="How many entries, 1 to 400.", ge=1, le=400)] = 400,
    parliament: ParliamentCode = "",
    vote: Annotated[
        str, Field(description="The id of one of the `choices` of an earlier answer.", max_length=200)
    ] = "",
) -> CompleteList:
    """Answer a question that asks for all of something: who voted how, who sat for a party, a state or on a committee.

    The list is exact and complete as the record has it, with the vote or the printed list that proves it, in either
    language. `found` is false where the record has no such list: then nothing is known, and ask_hansard may help; or
    where several votes fit: then ask again with one of the `choices` as `vote`.
    """
    asked = " ".join(question.split())
    if not 3 <= len(asked) <= 2000 or unstorable(asked):
        raise ToolError("Ask in 3 to 2,000 characters, such as: Who voted against Bill C-571?")
    told = list_values(asked, offset, limit, parliament, vote)
    for one in (*told["entries"], *told["choices"], *([told["source"]] if told["source"] else [])):
        one["url"] = absolute(one["url"]) if one["url"] else ""
    return CompleteList(**told)


def _speeches_of(rows: list[models.Debate]) -> dict[int, list[str]]:
    """The ids of the speeches in each debate, in order."""
    found: dict[int, list[str]] = defaultdict(list)
    speeches = models.Speech.objects.filter(debate__in=rows).order_by("position")
    for debate, speech in speeches.values_list("debate", "pk"):
        found[debate or 0].append(speech)
    return found


def _debate(row: models.Debate, ids: list[str]) -> Debate:
    values = debate_values(row)
    return Debate(**values | {"url": absolute(values["url"])}, speech_ids=ids)


def _division(row: models.Division) -> dict[str, Any]:
    values = division_values(row)
    return values | {"url": absolute(values["url"])}
