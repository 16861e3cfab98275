"""What is said of the business itself: who was elected, what was put off, when the chamber sits next."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.formats.frame import frame_of
from speeches.formats.motions import Forms
from speeches.formats.records import PartKind
from speeches.models import Speech


@dataclass(frozen=True, slots=True)
class ChairWords:
    """Words of business, the speech in which they stand, and who says them."""

    words: str
    speech: Speech
    speaker: str


def paragraphs_of_chair(turns: Iterable[Speech], forms: Forms, *, clerks: bool = False) -> Iterator[ChairWords]:
    """The paragraphs of one of these forms in some turns that nobody speaks, or whoever presides; with `clerks`, also
    what somebody says who is known as no member."""
    for speech in turns:
        frame = frame_of(speech.parliament_id)
        for part in speech.parts:
            label = speech.text[part["start"] : part["words_start"]]
            presides = speech.role in frame.chairing and part["politician"] == speech.politician_id
            unnamed = part["politician"] is None and (clerks or part["kind"] != PartKind.INTERJECTION)
            if not (unnamed or presides or frame.presides(label)):
                continue
            for words in speech.text[part["words_start"] : part["end"]].split("\n\n"):
                if any(form.search(words) for form in forms):
                    yield ChairWords(" ".join(words.split()), speech, part["speaker"] or "")


def sentences_of(turns: Iterable[Speech], forms: Forms) -> Iterator[ChairWords]:
    """The sentences of one of these forms in some turns, whoever says them."""
    for speech in turns:
        if not any(form.search(speech.text) for form in forms):
            continue
        for part in speech.parts:
            for span in sentence_spans(speech.text, Span(part["words_start"], part["end"])):
                words = " ".join(span.of(speech.text).split())
                if any(form.search(words) for form in forms):
                    yield ChairWords(words, speech, part["speaker"] or "")
