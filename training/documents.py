"""Reads the documents of our own questions as the product does: passages in one voice or section, cut into
sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from guardian.documents.reader import read_document
from rag.text.sentences import after_headings, sentence_spans
from rag.text.spans import Span
from speeches.formats.detect import parse
from speeches.formats.records import PartKind, Sitting, Speech

_SPOKEN = (PartKind.SPEECH, PartKind.CONTINUATION, PartKind.INTERJECTION)
_MOST_PAGES = 500


@dataclass(frozen=True, slots=True)
class Stretch:
    """An unbroken speech of one voice, or a section, as sentences. `header` names speaker, place and time."""

    header: str
    sentences: tuple[str, ...]


@cache
def stretches_of(path: Path) -> tuple[Stretch, ...]:
    """Returns a document's stretches in order."""
    content = path.read_bytes()
    return tuple(_rule_stretches(content) if path.suffix == ".pdf" else _hansard_stretches(content, path.name))


def _hansard_stretches(content: bytes, name: str) -> Iterator[Stretch]:
    for sitting in parse(content, name).sittings:
        for speech in sitting.speeches:
            for part in speech.parts:
                if part.kind in _SPOKEN:
                    own = part.kind is not PartKind.INTERJECTION
                    header = _header(sitting, speech, part.speaker, own=own)
                    yield from _stretch(header, speech.text, Span(part.words_start, part.end))


def _header(sitting: Sitting, speech: Speech, speaker: str, *, own: bool) -> str:
    """Builds the header as the product puts it before a chunk."""
    person = speech.person
    who = ", ".join(filter(None, [speaker, speech.role if own else "", person.electorate if own else ""]))
    party = f" ({person.party})" if own and person.party else ""
    day = f"{sitting.chamber.capitalize()}, {speech.date.day} {speech.date:%B %Y}"
    heading = speech.title or (sitting.debates[speech.debate].title if speech.debate is not None else "")
    return ". ".join(filter(None, [f"{who}{party}", day, heading]))


def _rule_stretches(content: bytes) -> Iterator[Stretch]:
    document = read_document(content, _MOST_PAGES)
    for section in document.sections:
        yield from _stretch(section.name, document.text, section.body)


def _stretch(header: str, text: str, span: Span) -> Iterator[Stretch]:
    found = (" ".join(after_headings(text, one).of(text).split()) for one in sentence_spans(text, span))
    sentences = tuple(filter(None, found))
    if sentences:
        yield Stretch(header, sentences)


def letters(text: str) -> str:
    """Returns only the letters and digits of a text, in which two ways of reading a page agree."""
    return re.sub(r"[^a-zà-ÿ0-9]+", "", text.lower())


def place_of(wanted: list[str], stretches: tuple[Stretch, ...]) -> tuple[int, frozenset[int]] | None:
    """Returns the index of the stretch that holds all the wanted sentences, and the indices of its sentences that
    contain them; None if no stretch does."""
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
    """Returns the indices of the sentences that a run of letters covers."""
    start = "".join(whole).find(wanted)
    if start < 0 or not wanted:
        return set()
    end, at, found = start + len(wanted), 0, set()
    for place, one in enumerate(whole):
        if at < end and at + len(one) > start:
            found.add(place)
        at += len(one)
    return found
