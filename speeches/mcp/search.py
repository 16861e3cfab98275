"""Tools that find: passages, speeches, and who speaks on a topic."""

from typing import Annotated, Any

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from rag.serving.callers import absolute
from speeches.finding.find import find
from speeches.mcp.common import (
    READING,
    ChamberName,
    DateFrom,
    DateTo,
    ParliamentCode,
    Party,
    Speaker,
    filters_of,
    tool_errors,
)
from speeches.mcp.schemas import ChunkHit, Contributor, Result, Results, SpeechHit
from speeches.models import Speech
from speeches.search.engine import SearchRequest, contributors
from speeches.search.filters import Filters
from speeches.search.results import Hit, SearchResults

Query = Annotated[
    str, Field(description="Words, a question, or an “exact phrase” in quotation marks; at least 2 characters.")
]
TopK = Annotated[int, Field(description="How many, 1 to 50.")]


def register(server: FastMCP) -> None:
    """Register these tools with a server."""
    found: dict[str, Any] = {"annotations": READING, "tags": {"search", "record"}}
    server.tool(search_speeches, title="Search speeches", **found)
    server.tool(search_hansard, title="Search passages with their metadata", **found)
    server.tool(find_contributors, title="Who spoke most on a topic", **found)
    server.tool(connector_search, name="search", title="Search (connectors)", **found)


@tool_errors
def search_speeches(
    query: Query,
    speaker: Speaker = "",
    party: Party = "",
    chamber: ChamberName = "",
    date_from: DateFrom = "",
    date_to: DateTo = "",
    topics: Annotated[list[str] | None, Field(description="Topic tags; a speech with any of them.")] = None,
    state: Annotated[str, Field(description="A member's state, such as Victoria or VIC.")] = "",
    parliament: ParliamentCode = "",
    top_k: TopK = 10,
) -> list[SpeechHit]:
    """Find what members of parliament said about something, by meaning and by words, best first.

    Use it to look for quotations, positions and debates. Each excerpt is verbatim from the official record and may be
    quoted as it stands, with its speaker, date and hansard_reference. Read the whole speech with get_speech before
    judging what somebody meant. For a finished, cited answer use ask_hansard; to check a quotation use verify_quote.
    """
    filters = filters_of(
        speaker=speaker, party=party, chamber=chamber, date_from=date_from, date_to=date_to, topics=topics, state=state,
        country=parliament,
    )  # fmt: skip
    return [_speech_hit(hit) for hit in _find_or_refuse(query, filters, top_k).results]


@tool_errors
def search_hansard(
    query: Query,
    party: Party = "",
    chamber: ChamberName = "",
    date_from: DateFrom = "",
    date_to: DateTo = "",
    speaker: Speaker = "",
    parliament: ParliamentCode = "",
    limit: TopK = 10,
) -> list[ChunkHit]:
    """Find passages with their whole text and all metadata: themes, entities, policy areas, soundbite potential.

    Use it rather than search_speeches where the whole passage or its metadata matters, such as for soundbites. Metadata
    that the source did not bring is null. fetch_speech gives the speech around a passage.
    """
    filters = filters_of(
        speaker=speaker, party=party, chamber=chamber, date_from=date_from, date_to=date_to, country=parliament
    )
    results = _find_or_refuse(query, filters, limit).results
    ids = {hit.speech_id for hit in results}
    texts = dict(Speech.objects.filter(pk__in=ids).values_list("pk", "text"))
    return [_chunk_hit(hit, texts[hit.speech_id]) for hit in results if hit.speech_id in texts]


@tool_errors
def find_contributors(
    topic: Query,
    party: Party = "",
    chamber: ChamberName = "",
    date_from: DateFrom = "",
    date_to: DateTo = "",
    parliament: ParliamentCode = "",
    limit: Annotated[int, Field(description="How many people, 1 to 50.", ge=1, le=50)] = 10,
) -> list[Contributor]:
    """Who spoke most on a topic, and how: members by the number of passages found, each with their most relevant ones.

    Use it for “who talks about …”, or to compare people. It counts among the passages found, at most 200.
    """
    filters = filters_of(party=party, chamber=chamber, date_from=date_from, date_to=date_to, country=parliament)
    found = contributors(SearchRequest(topic, filters, top_k=limit))
    if not found.people and found.notes:
        raise ToolError(" ".join(found.notes))
    return [
        Contributor(
            politician=one.politician,
            speaker=one.name,
            party=one.best[0].party if one.best else "",
            passages=one.passages,
            best=[_speech_hit(hit) for hit in one.best],
        )
        for one in found.people
    ]


@tool_errors
def connector_search(query: Query) -> Results:
    """Search the parliamentary record. Returns results with ids; give an id to fetch for the whole speech.

    The shape is that of ChatGPT's connectors. Other clients have more by search_speeches, with filters.
    """
    hits = find(SearchRequest(query)).results
    return Results(
        results=[
            Result(id=hit.speech_id, title=_title(hit), url=hit.source_url or absolute(hit.url), text=hit.excerpt)
            for hit in hits
        ]
    )


def _find_or_refuse(query: str, filters: Filters, top_k: int) -> SearchResults:
    """The results of a search. Raises ToolError if a filter matches nobody, rather than returning nothing."""
    results = find(SearchRequest(query, filters, top_k=top_k))
    if not results.results and results.notes:
        raise ToolError(" ".join(results.notes))
    return results


def _title(hit: Hit) -> str:
    head = ", ".join(filter(None, [hit.speaker or hit.kind_of_record, hit.date.isoformat() if hit.date else ""]))
    return f"{head}: {hit.title}" if hit.title else head


def _speech_hit(hit: Hit) -> SpeechHit:
    return SpeechHit(**{name: getattr(hit, name) for name in SpeechHit.model_fields})


def _chunk_hit(hit: Hit, text: str) -> ChunkHit:
    values = hit.as_dict()
    useful = values["communications_utility"] if isinstance(values["communications_utility"], dict) else {}
    own = {name: values[name] for name in ChunkHit.model_fields if name in values}
    return ChunkHit(
        **own,
        text=text[hit.start : hit.end],
        soundbite_potential=useful.get("soundbite_potential"),
        controversy_level=useful.get("controversy_level"),
    )
