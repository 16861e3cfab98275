"""A speech as people read it: voices, paragraphs, and the passage that the reader came for."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rag.text.sentences import paragraph_spans
from rag.text.spans import Span
from speeches.formats.records import UNSPOKEN
from speeches.models import Speech
from speeches.reading.set_apart import spans_set_apart


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph `[start, end)` of the speech as runs of text, each with whether it is marked; and whether the record
    sets it apart."""

    start: int
    end: int
    runs: list[tuple[str, bool]]
    set_apart: bool = False

    @property
    def marked(self) -> bool:
        return any(mark for _, mark in self.runs)


@dataclass(frozen=True, slots=True)
class VoicePart:
    """Consecutive paragraphs in one voice; `label` is the name printed before the words, "" if there is none."""

    kind: str
    speaker: str
    politician: int | None
    time: str
    label: str
    paragraphs: list[Paragraph]


def voice_parts(speech: Speech, passage: Span | None = None) -> list[VoicePart]:
    """The parts of a speech with their paragraphs, `passage` marked. Printed names are kept apart from the words."""
    return [_voice_part(speech.text, part, passage) for part in speech.parts]


def _voice_part(text: str, part: dict[str, Any], passage: Span | None) -> VoicePart:
    label = text[part["start"] : part["words_start"]].strip(" :\u00a0")
    return VoicePart(
        kind=part["kind"],
        speaker=part["speaker"],
        politician=part["politician"],
        time=part["time"] or "",
        label=label,
        paragraphs=[
            replace(one, set_apart=apart)
            for stretch, apart in _stretches(part)
            for one in marked_paragraphs(text, stretch, passage)
        ],
    )


def _stretches(part: dict[str, Any]) -> Iterator[tuple[Span, bool]]:
    """The words of a part, cut where what is set apart begins and ends, each with whether it is set apart."""
    start = part["words_start"]
    for apart in spans_set_apart([part]):
        yield Span(start, apart.start), False
        yield Span(max(start, apart.start), apart.end), True
        start = apart.end
    yield Span(start, part["end"]), False


def opening_of(speech: Speech) -> Span:
    """The first paragraph in which somebody speaks, which stands for the whole speech in a citation."""
    for part in voice_parts(speech):
        if part.kind not in UNSPOKEN and part.paragraphs:
            return Span(part.paragraphs[0].start, part.paragraphs[0].end)
    return Span(0, len(speech.text))


def marked_paragraphs(text: str, within: Span, passage: Span | None) -> Iterator[Paragraph]:
    """The paragraphs of a stretch of text, with `passage` marked."""
    for span in paragraph_spans(within.of(text)):
        start, end = within.start + span.start, within.start + span.end
        yield Paragraph(start, end, _runs(text, start, end, passage))


def _runs(text: str, start: int, end: int, passage: Span | None) -> list[tuple[str, bool]]:
    if passage is None or passage.end <= start or passage.start >= end:
        return [(text[start:end], False)]
    first, last = max(start, passage.start), min(end, passage.end)
    runs = [(text[start:first], False), (text[first:last], True), (text[last:end], False)]
    return [run for run in runs if run[0]]


@dataclass(frozen=True, slots=True)
class Voice:
    """Somebody whose words are in a passage. `own` is true for the speech's speaker, `person` if the record knows the
    politician."""

    speaker: str
    own: bool
    interjecting: bool
    person: bool


def voices_in(speech: Speech, span: Span) -> list[Voice]:
    """The voices in a passage, in order, each once. Unspoken text has no voice; if there is nothing else, the speech's
    speaker is returned."""
    touched = [part for part in speech.parts if part["words_start"] < span.end and part["end"] > span.start]
    spoken = [part for part in touched if part["kind"] not in UNSPOKEN]
    voices = [_voice(speech, part) for part in spoken]
    return list(dict.fromkeys(voices)) or [Voice(speech.speaker, True, False, speech.politician_id is not None)]


def _voice(speech: Speech, part: dict[str, Any]) -> Voice:
    same = part["politician"] == speech.politician_id if part["politician"] else part["speaker"] == speech.speaker
    person = part["politician"] is not None
    if same and part["kind"] != "interjection":
        return Voice(speech.speaker, True, False, person)
    return Voice(part["speaker"], False, part["kind"] == "interjection", person)
