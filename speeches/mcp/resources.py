"""Speeches and debates under addresses of their own, for clients that attach them to a conversation."""

from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError, ToolError

from speeches import models
from speeches.mcp.common import piece, tool_errors
from speeches.mcp.speeches import speech_with_id
from speeches.reading.transcripts import Place, places_of


def register(server: FastMCP) -> None:
    """Register these resources with a server."""
    server.resource("speech://{speech_id}", title="A speech", mime_type="text/plain", tags={"record"})(speech)
    server.resource("debate://{debate_id}", title="A debate", mime_type="text/plain", tags={"record"})(debate)


def speech(speech_id: str) -> str:
    """A speech with who gave it, when and where, verbatim."""
    try:
        return _speech(speech_id)
    except ToolError as error:
        raise ResourceError(str(error)) from None


def debate(debate_id: str) -> str:
    """A debate's outline: who spoke in it, in order, and the ids of the speeches."""
    try:
        return _debate(debate_id)
    except ToolError as error:
        raise ResourceError(str(error)) from None


@tool_errors
def _speech(speech_id: str) -> str:
    row = speech_with_id(speech_id)
    party = f" ({row.party.name})" if row.party else ""
    head = f"{row.title}\n{row.speaker}{party}, {row.chamber.name}, {row.date}\n{row.reference}\n{row.source_url}"
    text, _, following = piece(row.text, "")
    rest = "\n\n[The text goes on: get_speech gives the rest by its cursor.]" if following else ""
    return f"{head}\n\n{text}{rest}"


@tool_errors
def _debate(debate_id: str) -> str:
    row = models.Debate.objects.find_by_key(debate_id)
    if row is None:
        raise ToolError(f"No debate has the id “{debate_id[:100]}”. Take ids from search_debates.")
    where = f"{row.sitting.chamber.name}, {row.sitting.date}"
    return "\n".join([f"{row.title} ({where})", *(_line(place) for place in places_of(row.sitting, row))])


def _line(place: Place) -> str:
    indent = "  " * place.depth
    if place.heading:
        return f"{indent}{place.heading.title} [{place.heading.key}]"
    if place.division:
        return f"{indent}- Vote: {place.division.title} [{place.division.key}]"
    assert place.speech
    return f"{indent}- {place.speech.speaker} ({place.speech.word_count} words) [{place.speech.pk}]"
