"""What the writer needs of every speech and its words alone tell, worked out by whoever reads the file."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rag.text.spans import Span
from rag.text.split import Profile, split
from speeches.formats.records import Parsed, Part, Speech


@dataclass(frozen=True, slots=True)
class WorkedOut(Parsed):
    """The content of one file, every speech with its digest and every part of it cut into chunks."""


def worked_out(parsed: Parsed, profile: Profile) -> WorkedOut:
    """What a parser brought home, ready to be written."""
    return WorkedOut(
        parsed.format,
        sittings=tuple(replace(one, speeches=_each(one.speeches, profile)) for one in parsed.sittings),
        speeches=_each(parsed.speeches, profile),
        errors=parsed.errors,
        parliament=parsed.parliament,
        rows=parsed.rows,
    )


def _each(speeches: Iterable[Speech], profile: Profile) -> tuple[Speech, ...]:
    return tuple(replace(one, digest=_digest(one), parts=_cut(one, profile)) for one in speeches)


def _cut(speech: Speech, profile: Profile) -> tuple[Part, ...]:
    return tuple(
        replace(part, chunks=tuple(split(speech.text, profile, Span(part.start, part.end)))) for part in speech.parts
    )


def _digest(speech: Speech) -> str:
    """A hash of all that a source says of a speech, but for its place among the others of the day."""
    told = repr(replace(speech, position=0, debate=None))
    # What older files do not have leaves their hashes as they were.
    for more in (speech.source_key, speech.paragraphs, speech.bills):
        told += repr(more) if more else ""
    return hashlib.sha256(told.encode()).hexdigest()
