"""Turns of a speech, each in one voice, and the single text that they make."""

import datetime
import re
from dataclasses import dataclass, field

from speeches.formats.records import Part, PartKind, Person


@dataclass(slots=True)
class Turn:
    """Consecutive paragraphs in one voice; the first `prefix` characters are the printed label, not words."""

    kind: PartKind
    speaker: str
    person: Person | None = None
    prefix: int = 0
    time: datetime.time | None = None
    paragraphs: list[str] = field(default_factory=list)


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
            pieces.append("\n\n")
            length += 2
        words = "\n\n".join(turn.paragraphs)
        parts.append(
            Part(
                kind=turn.kind,
                speaker=turn.speaker,
                start=length,
                end=length + len(words),
                words_start=length + (turn.prefix if turn.prefix < len(words) else 0),
                person=turn.person,
                time=turn.time,
            )
        )
        pieces.append(words)
        length += len(words)
    return "".join(pieces), tuple(parts)
