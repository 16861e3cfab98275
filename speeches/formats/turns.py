"""Turns of a speech, each in one voice, and the single text that they make."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.text.spans import Span
from speeches.formats.records import Part, PartKind, Person

_BETWEEN = "\n\n"


@dataclass(slots=True)
class Turn:
    """Consecutive paragraphs in one voice; the first `prefix` characters are the printed label, not words. `set_apart`
    holds the words that the record sets apart (a motion, a quotation, a document) by the paragraph's place."""

    kind: PartKind
    speaker: str
    person: Person | None = None
    prefix: int = 0
    time: datetime.time | None = None
    paragraphs: list[str] = field(default_factory=list)
    set_apart: dict[int, Sequence[Span]] = field(default_factory=dict)

    def add(self, paragraph: str, *, set_apart: Sequence[Span] = ()) -> None:
        """Append a paragraph."""
        self.set_apart[len(self.paragraphs)] = set_apart
        self.paragraphs.append(paragraph)

    def spans_set_apart(self, start: int) -> tuple[Span, ...]:
        """Where the words set apart stand in a text in which the turn begins at `start`; neighbours as one."""
        spans: list[Span] = []
        for place, paragraph in enumerate(self.paragraphs):
            for span in self.set_apart.get(place, ()):
                first, end = start + span.start, start + span.end
                joins = bool(spans) and first - spans[-1].end <= len(_BETWEEN)
                spans[-1:] = [Span(spans[-1].start, end)] if joins else [*spans[-1:], Span(first, end)]
            start += len(paragraph) + len(_BETWEEN)
        return tuple(spans)


def clock(text: str) -> datetime.time | None:
    """A time of day as printed, "9:31", "16.05" or "09:31:00"; None if the text is not a time."""
    found = re.match(r"\s*(\d{1,2})[:.](\d{2})", text)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    return datetime.time(int(found[1]), int(found[2]))


def assemble(turns: list[Turn]) -> tuple[str, tuple[Part, ...]]:
    """The turns as one text, with an empty line between paragraphs, and the parts that say who speaks where."""
    pieces: list[str] = []
    parts: list[Part] = []
    length = 0
    for turn in turns:
        if pieces:
            pieces.append(_BETWEEN)
            length += len(_BETWEEN)
        words = _BETWEEN.join(turn.paragraphs)
        parts.append(
            Part(
                kind=turn.kind,
                speaker=turn.speaker,
                start=length,
                end=length + len(words),
                words_start=length + (turn.prefix if turn.prefix < len(words) else 0),
                person=turn.person,
                time=turn.time,
                set_apart=turn.spans_set_apart(length),
            )
        )
        pieces.append(words)
        length += len(words)
    return "".join(pieces), tuple(parts)
