"""The spellings that one English word may have: "organise" and "organize"."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data" / "spellings.tsv"


def one_spelling(form: str) -> str:
    """Returns a word form (lower case, no accents) in the one spelling that all spellings of the word share.

    >>> one_spelling("organisation"), one_spelling("labour"), one_spelling("four"), one_spelling("prise")
    ('organization', 'labor', 'four', 'prise')
    """
    words, endings = _spellings()
    if form in words:
        return words[form]
    for length in range(min(len(form), _longest()), 1, -1):
        other, least = endings.get(form[-length:], ("", len(form)))
        if len(form) - length >= least:
            return form[:-length] + other
    return form


@cache
def _longest() -> int:
    return max(map(len, _spellings()[1]))


@cache
def _spellings() -> tuple[Mapping[str, str], Mapping[str, tuple[str, int]]]:
    """The other spellings of whole words, and those of endings, with the letters that stand at least before each."""
    words: dict[str, str] = {}
    endings: dict[str, tuple[str, int]] = {}
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        one, other, *least = line.split("\t")
        if least:
            endings[one.removeprefix("-")] = other.removeprefix("-"), int(least[0])
        else:
            words[one] = other
    return words, endings
