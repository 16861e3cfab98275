"""The documents that our own questions were written over, as the product reads them: passages in one voice or section,
cut into sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from guardian.documents.reader import read
from rag.text.sentences import after_headings, sentence_spans
from rag.text.spans import Span
from speeches.formats.detect import parse
from speeches.formats.records import PartKind, Sitting, Speech

_SPOKEN = (PartKind.SPEECH, PartKind.CONTINUATION, PartKind.INTERJECTION)
_MOST_PAGES = 500


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one voice says without a break, or a section says, by sentence; `header` tells who, where and when."""

    header: str
    sentences: tuple[str, ...]


@cache
def stretches_of(path: Path) -> tuple[Stretch, ...]:
    """A document's stretches in order."""
    content = path.read_bytes()
    return tuple(_of_rules(content) if path.suffix == ".pdf" else _of_hansard(content, path.name))


def _of_hansard(content: bytes, name: str) -> Iterator[Stretch]:
    for sitting in parse(content, name).sittings:
        for speech in sitting.speeches:
            for part in speech.parts:
                if part.kind in _SPOKEN:
                    own = part.kind is not PartKind.INTERJECTION
                    header = _header(sitting, speech, part.speaker, own=own)
                    yield from _stretch(header, speech.text, Span(part.words_start, part.end))


def _header(sitting: Sitting, speech: Speech, speaker: str, *, own: bool) -> str:
    """As the product puts it before a chunk."""
    person = speech.person
    who = ", ".join(filter(None, [speaker, speech.role if own else "", person.electorate if own else ""]))
    party = f" ({person.party})" if own and person.party else ""
    day = f"{sitting.chamber.capitalize()}, {speech.date.day} {speech.date:%B %Y}"
    heading = speech.title or (sitting.debates[speech.debate].title if speech.debate is not None else "")
    return ". ".join(filter(None, [f"{who}{party}", day, heading]))


def _of_rules(content: bytes) -> Iterator[Stretch]:
    document = read(content, _MOST_PAGES)
    for section in document.sections:
        yield from _stretch(section.name, document.text, section.body)


def _stretch(header: str, text: str, span: Span) -> Iterator[Stretch]:
    found = (" ".join(after_headings(text, one).of(text).split()) for one in sentence_spans(text, span))
    sentences = tuple(filter(None, found))
    if sentences:
        yield Stretch(header, sentences)


def letters(text: str) -> str:
    """A text without what two ways of reading a page may differ in."""
    return re.sub(r"[^a-zà-ÿ0-9]+", "", text.lower())


def place_of(wanted: list[str], stretches: tuple[Stretch, ...]) -> tuple[int, frozenset[int]] | None:
    """The stretch that holds all of some sentences, and the places of those that make them up; None if none does."""
    for number, whole in _holding(letters(wanted[0]), stretches):
        places: set[int] = set()
        for one in wanted:
            found = _within(letters(one), whole)
            if not found:
                break
            places |= found
        else:
            return number, frozenset(places)
    return None


def _holding(wanted: str, stretches: tuple[Stretch, ...]) -> Iterator[tuple[int, list[str]]]:
    for number, stretch in enumerate(stretches):
        whole = _letters_of(stretch)
        if wanted in "".join(whole):
            yield number, whole


@cache
def _letters_of(stretch: Stretch) -> list[str]:
    return [letters(sentence) for sentence in stretch.sentences]


def _within(wanted: str, whole: list[str]) -> set[int]:
    """The places of the sentences over which some letters run."""
    start = "".join(whole).find(wanted)
    if start < 0 or not wanted:
        return set()
    end, at, found = start + len(wanted), 0, set()
    for place, one in enumerate(whole):
        if at < end and at + len(one) > start:
            found.add(place)
        at += len(one)
    return found
