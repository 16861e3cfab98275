"""Finds the same words in the record's other language, by the ids that paragraphs share."""

from dataclasses import dataclass, replace

from rag.text.spans import Span
from speeches.models import Speech
from speeches.search.hits import passage_url
from speeches.search.results import Hit

# How many characters of a translated passage a list of hits shows.
_LONGEST = 1500


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
        """The URL of the translation, with the passage marked if there is one."""
        page = self.speech.get_absolute_url()
        return passage_url(page, self.span) if self.span else page

    @property
    def words(self) -> str:
        return self.span.of(self.speech.text) if self.span else ""


def translation_of(speech: Speech, span: Span | None) -> Translation | None:
    """The speech in the other language, with the paragraphs that hold `span`; None if there is no translation."""
    other = speech.translation()
    if other is None:
        return None
    return Translation(other, _paragraphs(speech, other, span) if span else None)


def add_translations(hits: list[Hit], language: str) -> list[Hit]:
    """The hits, each with its translation if it is not in the reader's language and has one. Runs two queries."""
    foreign = [hit.speech_id for hit in hits if hit.language != language]
    speeches = Speech.objects.exclude(source_key="").in_bulk(foreign) if foreign else {}
    if not speeches:
        return hits
    keys = {speech.source_key for speech in speeches.values()}
    others = {one.source_key: one for one in Speech.objects.filter(source_key__in=keys, language=language)}
    return [_add_translation(hit, speeches.get(hit.speech_id), others) for hit in hits]


def _add_translation(hit: Hit, speech: Speech | None, others: dict[str, Speech]) -> Hit:
    other = others.get(speech.source_key) if speech else None
    if speech is None or other is None:
        return hit
    found = Translation(other, _paragraphs(speech, other, Span(hit.start, hit.end)))
    told = {"speech_id": other.pk, "language": other.language, "text": found.words[:_LONGEST], "url": found.url}
    return replace(hit, translation=told)


def _paragraphs(speech: Speech, other: Speech, span: Span) -> Span | None:
    touched = {key for key, start, end, _ in speech.paragraphs if start < span.end and span.start < end}
    places = [(start, end) for key, start, end, _ in other.paragraphs if key in touched]
    return Span(min(start for start, _ in places), max(end for _, end in places)) if places else None
