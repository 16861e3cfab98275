"""Works out what the writer needs of each speech from its words alone, in the process that reads the file."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rag.text.spans import Span
from rag.text.split import Profile, split
from speeches.formats.records import Parsed, Part, Speech


@dataclass(frozen=True, slots=True)
class WorkedOut(Parsed):
    """The content of one file. Every speech has its digest, and every part is cut into chunks."""


def work_out(parsed: Parsed, profile: Profile) -> WorkedOut:
    """Prepares a parser's result for writing."""
    return WorkedOut(
        parsed.format,
        sittings=tuple(replace(one, speeches=_work_out_speeches(one.speeches, profile)) for one in parsed.sittings),
        speeches=_work_out_speeches(parsed.speeches, profile),
        errors=parsed.errors,
        parliament=parsed.parliament,
        rows=parsed.rows,
    )


def _work_out_speeches(speeches: Iterable[Speech], profile: Profile) -> tuple[Speech, ...]:
    return tuple(replace(one, digest=_digest(one), parts=_cut(one, profile)) for one in speeches)


def _cut(speech: Speech, profile: Profile) -> tuple[Part, ...]:
    return tuple(
        replace(part, chunks=tuple(split(speech.text, profile, Span(part.start, part.end)))) for part in speech.parts
    )


def _digest(speech: Speech) -> str:
    """A hash of everything that a source says about a speech, except its place among the day's others."""
    told = repr(replace(speech, position=0, debate=None))
    # Fields that older files lack leave their hashes as they were.
    for more in (speech.source_key, speech.paragraphs, speech.bills):
        told += repr(more) if more else ""
    return hashlib.sha256(told.encode()).hexdigest()
