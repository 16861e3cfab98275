"""The meanings of each chamber's phrases, from `glossary.tsv` and `glossary_fr.tsv` beside a parliament's parser.

A line holds a term, its other forms between bars, and its meaning, separated by tabs. The files were written for this
project.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from speeches.formats.frame import frame_of

_WORD = re.compile(r"\w+")
_FILES = {"en": "glossary.tsv", "fr": "glossary_fr.tsv"}


@dataclass(frozen=True, slots=True)
class Term:
    """A phrase of the chamber, its forms in lower case as a text may have them, and its meaning there."""

    name: str
    forms: tuple[str, ...]
    meaning: str


@cache
def glossary(parliament: str, language: str) -> tuple[Term, ...]:
    """The terms of a parliament in a language, sorted by name; empty if nobody wrote them."""
    folder = frame_of(parliament).folder
    file = folder / _FILES[language] if folder and language in _FILES else None
    if file is None or not file.exists():
        return ()
    rows = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    terms = (Term(name, _forms(name, others), meaning) for name, others, meaning in rows)
    return tuple(sorted(terms, key=lambda one: one.name.casefold()))


def find_terms(text: str, parliament: str, language: str) -> list[Term]:
    """The terms of a parliament that occur in a text, each once, in order of occurrence."""
    return list(dict.fromkeys(_find_longest(text.lower(), _by_first_word(parliament, language))))


def _forms(name: str, others: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form.strip().lower() for form in (name, *others.split("|")) if form.strip()))


@cache
def _by_first_word(parliament: str, language: str) -> dict[str, list[tuple[str, Term]]]:
    """The forms of all terms by their first word, longest first."""
    index: dict[str, list[tuple[str, Term]]] = {}
    for term in glossary(parliament, language):
        for form in term.forms:
            if first := _WORD.search(form):
                index.setdefault(first.group(), []).append((form, term))
    return {word: sorted(forms, key=lambda one: -len(one[0])) for word, forms in index.items()}


def _find_longest(text: str, index: dict[str, list[tuple[str, Term]]]) -> Iterator[Term]:
    """For each place in a text, the longest term that begins there and does not end inside a longer word."""
    for word in _WORD.finditer(text):
        for form, term in index.get(word.group(), ()):
            end = word.start() + len(form)
            if text.startswith(form, word.start()) and not text[end : end + 1].isalnum():
                yield term
                break
