"""Translates French words into English, so that a French question finds what was said in English.

Each line of `data/french.tsv` has a French word and its English meanings, the likeliest in a parliament first.
"""

from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import snowballstemmer
from rapidfuzz.distance import Prefix

from rag.language.tokens import Word, words_of
from rag.text.language import FRENCH

_FILE = Path(__file__).resolve().parent / "data" / "french.tsv"
# Shorter words are function words or codes. Codes are written in capitals.
_SHORTEST = 3
_stemmer = snowballstemmer.stemmer("french")


def in_english(text: str, *, whole: bool = False) -> str:
    """Translates a French text word by word, each word by its likeliest meaning in the glossary.

    Keeps names, numbers and codes as they are. Drops function words, and unknown words too unless `whole` is set.
    Returns "" if nothing is left.

    >>> in_english("l'abattage des chevaux que Dosanjh dénonce")
    'slaughter horse Dosanjh denounce'
    """
    return " ".join(dict.fromkeys(filter(None, (_english(word, whole=whole) for word in words_of(text)))))


def _english(word: Word, *, whole: bool) -> str:
    if word.text[0].isdigit():
        return word.text
    lower = word.text.lower()
    if lower in FRENCH or len(lower) < _SHORTEST or lower.endswith(("'", "’")):
        return ""
    known = "" if word.text.isupper() else _meaning(lower)
    return known or (word.text if whole or word.text[0].isupper() else "")


def _meaning(word: str) -> str:
    """Returns the likeliest meaning of a word in any of its forms. Among words with the same stem, the most similar one
    decides."""
    meanings, by_stem = _glossary()
    forms = by_stem.get(_stem(word), ())
    nearest = max(forms, key=lambda form: (Prefix.similarity(form, word), -len(form)), default="")
    return meanings.get(word) or meanings.get(nearest, "")


@lru_cache(maxsize=1)
def _glossary() -> tuple[dict[str, str], dict[str, list[str]]]:
    """Loads the likeliest meaning of each word, and the words of each stem."""
    meanings: dict[str, str] = {}
    by_stem: dict[str, list[str]] = defaultdict(list)
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        french, _, english = line.partition("\t")
        meanings[french] = english.partition(",")[0]
        by_stem[_stem(french)].append(french)
    return meanings, by_stem


def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))
