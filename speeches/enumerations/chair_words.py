"""What the record or whoever presides says of the business: who was elected, what was put off, when to sit next."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rag.text.sentences import sentence_spans
from speeches.formats.frame import frame_of
from speeches.models import Speech


@dataclass(frozen=True, slots=True)
class ChairWords:
    """Words of business, the speech in which they stand, and who says them."""

    words: str
    speech: Speech
    speaker: str


def paragraphs_of_chair(turns: Iterable[Speech], forms: Sequence[re.Pattern[str]]) -> Iterator[ChairWords]:
    """The paragraphs of one of these forms in some turns that nobody speaks, or whoever presides."""
    for speech in turns:
        frame = frame_of(speech.parliament_id)
        for part in speech.parts:
            label = speech.text[part["start"] : part["words_start"]]
            presides = speech.role in frame.chairing and part["politician"] == speech.politician_id
            if part["politician"] is not None and not presides and not frame.presides(label):
                continue
            for words in speech.text[part["words_start"] : part["end"]].split("\n\n"):
                if any(form.search(words) for form in forms):
                    yield ChairWords(" ".join(words.split()), speech, part["speaker"] or "")


def sentences_of(turns: Iterable[Speech], forms: Sequence[re.Pattern[str]]) -> Iterator[ChairWords]:
    """The sentences of one of these forms in some turns, whoever says them."""
    for speech in turns:
        if not any(form.search(speech.text) for form in forms):
            continue
        for span in sentence_spans(speech.text):
            if any(form.search(words := " ".join(span.of(speech.text).split())) for form in forms):
                yield ChairWords(words, speech, speech.speaker)
