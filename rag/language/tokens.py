"""Cuts a question into words, each with its position in the text."""

import re
import unicodedata
from dataclasses import dataclass

# A number keeps its separators, a French elision its apostrophe ("l'"), a name its hyphens.
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:[-‑]\w+)*['’]?|\S")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as typed, its folded form (lower case, no accents), and its position `[start, end)`."""

    text: str
    folded: str
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """Returns the words and signs of a text in order.

    >>> [word.text for word in words_of("Qu'a dit l'élue sur C-4 ?")]
    ["Qu'", 'a', 'dit', "l'", 'élue', 'sur', 'C-4', '?']
    """
    return [Word(found.group(), without_accents(found.group()), *found.span()) for found in _WORD.finditer(text)]


def without_accents(text: str) -> str:
    """Returns a text in lower case, without accents."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return "".join(letter for letter in unicodedata.normalize("NFD", lower) if not unicodedata.combining(letter))
