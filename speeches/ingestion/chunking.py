"""Cuts a stored speech into chunks: each in one voice, with a header that says who speaks and where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from rag.text.spans import Span
from rag.text.split import Profile
from speeches.formats import records
from speeches.formats.records import THE_RECORD
from speeches.models import Chamber, Party, Politician, Speech

# In characters. A cry of a few words says nothing about its debate; with the debate's title in its header it would
# match every question about the debate.
_ENOUGH_WORDS = 100
# A number, or a capital after the first word. Without either, minutes are a formula: "Question agreed to."
_OF_ITS_OWN = re.compile(r"\d|(?<=\S )[A-Z]")


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it is written, with what `rag_postings` and the filters need."""

    index: int
    span: Span
    header: str
    body: str
    kind: str
    politician: Politician | None
    party: Party | None
    state: str
    electorate: str


@dataclass(frozen=True, slots=True)
class Voice:
    """The speaker of a part, as far as the record knows."""

    politician: Politician | None
    party: Party | None
    state: str
    electorate: str


def profile() -> Profile:
    return Profile(**settings.CHUNK_PROFILES["hansard"])


def chunk_drafts(
    speech: Speech, record: records.Speech, chamber: Chamber, voices: list[Voice], heading: str
) -> Iterator[ChunkDraft]:
    """The chunks of a speech in order. There is one voice for each part. The chunks cover every word of the speech."""
    index = 0
    for part, read, voice in zip(speech.parts, record.parts, voices, strict=True):
        for span in read.chunks:
            body = span.of(speech.text)
            yield ChunkDraft(
                index=index,
                span=span,
                header="" if _is_formula(part, body) else _header(speech, part, voice, chamber, heading, body),
                body=body,
                kind=part["kind"],
                politician=voice.politician,
                party=voice.party,
                state=voice.state,
                electorate=voice.electorate,
            )
            index += 1


def _is_formula(part: dict[str, Any], body: str) -> bool:
    """Whether nobody speaks a short text that says the same on every day. With a header it would match whatever is
    asked of that day."""
    return not part["speaker"] and len(body) < _ENOUGH_WORDS and not _OF_ITS_OWN.search(body)


def _header(speech: Speech, part: dict[str, Any], voice: Voice, chamber: Chamber, heading: str, body: str) -> str:
    """ "Jim Chalmers, Treasurer, Rankin (Australian Labor Party). House, 2 August 2022. Interest Rates".

    Of words that nobody speaks: "The record. House, 2 August 2022. Interest Rates".
    """
    own = part["kind"] in ("speech", "continuation")
    speaker = part["speaker"] or THE_RECORD.get(speech.language, THE_RECORD["en"])
    who = ", ".join(filter(None, [speaker, speech.role if own else "", voice.electorate]))
    party = f" ({voice.party.name})" if voice.party else ""
    where = f"{chamber.short_name}, {speech.date.day} {speech.date:%B %Y}"
    return ". ".join(filter(None, [f"{who}{party}", where, heading if len(body) >= _ENOUGH_WORDS else ""]))
