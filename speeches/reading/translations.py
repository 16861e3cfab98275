"""The same words in the record's other language, found by the ids that paragraphs share."""

from dataclasses import dataclass

from rag.text.spans import Span
from speeches.models import Speech


@dataclass(frozen=True, slots=True)
class Translation:
    """A speech in the other language, and the span in it that corresponds to one of the original."""

    speech: Speech
    span: Span | None

    @property
    def language(self) -> str:
        return self.speech.language

    @property
    def url(self) -> str:
        """The page of the translated words, marked where a passage was asked for."""
        where = f"?from={self.span.start}&to={self.span.end}#passage" if self.span else ""
        return f"{self.speech.get_absolute_url()}{where}"

    @property
    def words(self) -> str:
        return self.span.of(self.speech.text) if self.span else ""


def translated(speech: Speech, span: Span | None = None) -> Translation | None:
    """The speech as printed in the other language, with the paragraphs that hold `span`; None where there is none."""
    other = speech.translation()
    if other is None:
        return None
    return Translation(other, _paragraphs(speech, other, span) if span else None)


def _paragraphs(speech: Speech, other: Speech, span: Span) -> Span | None:
    touched = {key for key, start, end, _ in speech.paragraphs if start < span.end and span.start < end}
    places = [(start, end) for key, start, end, _ in other.paragraphs if key in touched]
    return Span(min(start for start, _ in places), max(end for _, end in places)) if places else None
