"""Each person's words within a speech as one run, across interruptions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rag.text.align import Word, words_of
from rag.text.numerals import as_figures
from rag.text.spans import Span


@dataclass(frozen=True, slots=True)
class VoiceWords:
    """All words of one voice in a speech, in order. `parts` are the spans that hold them, without the printed names."""

    speaker: str
    politician: int | None
    parts: tuple[Span, ...]
    words: tuple[Word, ...]
    forms: tuple[str, ...]


def voices_of(text: str, parts: Sequence[dict[str, Any]]) -> list[VoiceWords]:
    """The voices of a speech in the order of their first word. Printed text that nobody spoke is also one."""
    spans: dict[tuple[int | None, str], list[Span]] = {}
    names: dict[tuple[int | None, str], str] = {}
    for part in parts:
        # A known person has one key and perhaps several printed names; others have only the name.
        who = part["politician"], "" if part["politician"] else part["speaker"]
        spans.setdefault(who, []).append(Span(part["words_start"], part["end"]))
        names.setdefault(who, part["speaker"])
    voices = []
    for who, stretches in spans.items():
        words = tuple(as_figures(words_of(text, stretches), text))
        voices.append(VoiceWords(names[who], who[0], tuple(stretches), words, tuple(word.form for word in words)))
    return voices
