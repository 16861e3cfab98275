"""Tools that read: a speech with its context, or exactly as it is stored."""

from typing import Annotated, Any

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from rag.serving.callers import absolute
from speeches import models
from speeches.mcp.common import READING, Cursor, piece, tool_errors
from speeches.mcp.schemas import Document, Speech
from speeches.reading.told import neighbours, speech_values

SpeechId = Annotated[str, Field(description="A speech_id as a search gave it.")]
# The most characters of a neighbouring speech that are sent.
_NEIGHBOURS = 10_000
_RELATED = ("party", "chamber", "riding", "parliament")


def register(server: FastMCP) -> None:
    """Register these tools with a server."""
    read: dict[str, Any] = {"annotations": READING, "tags": {"read", "record"}}
    server.tool(get_speech, title="Read a speech", **read)
    server.tool(fetch_speech, title="Read a speech with all its metadata", **read)
    server.tool(fetch, title="Fetch (connectors)", **read)


@tool_errors
def get_speech(
    speech_id: SpeechId,
    include_context: Annotated[bool, Field(description="With the speeches before and after it.")] = False,
    cursor: Cursor = "",
) -> Speech:
    """Read a whole speech, verbatim, with its speaker, party, date, debate and reference.

    Use it after a search, before quoting: an excerpt can mislead without what stands around it. Words of others who
    called out are marked in parts as interjections; never ascribe them to the speaker. include_context adds the
    neighbouring speeches.
    """
    return _speech(speech_id, cursor, with_context=include_context)


@tool_errors
def fetch_speech(speech_id: SpeechId, cursor: Cursor = "") -> Speech:
    """Fetch a speech exactly as it is stored: the full text reconstructed, and every metadata field nested as it came.

    Use it for analysis of metadata; get_speech can add the speeches around it.
    """
    return _speech(speech_id, cursor)


@tool_errors
def fetch(id: Annotated[str, Field(description="An id that search gave.")]) -> Document:
    """Fetch the whole text of a result of search, with its source. The shape is that of ChatGPT's connectors."""
    entry = models.Entry.objects.filter(pk=id.replace("\x00", "")).first()
    if entry is not None:
        return _document(entry)
    speech = speech_with_id(id)
    text, _, following = piece(speech.text, "")
    metadata = {
        "speaker": speech.speaker,
        "party": speech.party.name if speech.party else "",
        "chamber": speech.chamber.name,
        "date": speech.date.isoformat(),
        "reference": speech.reference,
    }
    if following:
        metadata["cut"] = "The text goes on: get_speech gives the rest by its cursor."
    title = f"{speech.speaker}, {speech.date}: {speech.title}"
    return Document(
        id=speech.pk,
        title=title,
        text=text,
        url=speech.source_url or absolute(speech.get_absolute_url()),
        metadata=metadata,
    )


def _document(entry: models.Entry) -> Document:
    metadata = {
        "source_type": entry.source_type,
        "date": entry.date.isoformat() if entry.date else "",
        "printed": "the source's own words" if entry.printed else "told from the record's tables",
    }
    text, _, following = piece(entry.text, "")
    if following:
        metadata["cut"] = "The text goes on at its page."
    return Document(id=entry.pk, title=entry.title, text=text, url=absolute(entry.url), metadata=metadata)


def speech_with_id(speech_id: str) -> models.Speech:
    """The speech with this id. Raises ToolError."""
    speech = models.Speech.objects.select_related(*_RELATED).filter(pk=speech_id.replace("\x00", "")).first()
    if speech is None:
        raise ToolError(f"No speech has the id “{speech_id[:100]}”. Take ids from search_speeches, letter by letter.")
    return speech


def _speech(speech_id: str, cursor: str, *, with_context: bool = False) -> Speech:
    speech = speech_with_id(speech_id)
    values: dict[str, Any] = speech_values(speech)
    values["url"] = absolute(values["url"])
    values["full_text"], values["text_start"], values["next_cursor"] = piece(speech.text, cursor)
    end = values["text_start"] + len(values["full_text"])
    values["parts"] = [part for part in values["parts"] if part["start"] < end and part["end"] > values["text_start"]]
    if with_context:
        values["context_before"] = [_beginning(one) for one in neighbours(speech, before=True)]
        values["context_after"] = [_beginning(one) for one in neighbours(speech, before=False)]
    return Speech(**values)


def _beginning(neighbour: dict[str, Any]) -> dict[str, Any]:
    text = neighbour["full_text"]
    return neighbour | {"full_text": text[:_NEIGHBOURS], "cut": len(text) > _NEIGHBOURS}
