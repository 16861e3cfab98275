"""What French words are in English, so that a French question finds what was said in English: `data/french.tsv`, a
French word a line with English ones, the likeliest in a parliament first."""

from functools import lru_cache
from pathlib import Path

import snowballstemmer

from rag.language.tokens import Word, words_of
from rag.text.language import FRENCH

_FILE = Path(__file__).resolve().parent / "data" / "french.tsv"
# Shorter words are function words, or codes, which are written in capitals.
_SHORTEST = 3
_stemmer = snowballstemmer.stemmer("french")


def in_english(text: str) -> str:
    """What a French text says in English, word by word: each word that the glossary knows by its likeliest meaning,
    and names, numbers and codes as they are. Of other words nothing; "" where nothing is left.

    >>> in_english("l'abattage des chevaux que Dosanjh dénonce")
    'slaughter horse Dosanjh denounce'
    """
    return " ".join(dict.fromkeys(filter(None, map(_english, words_of(text)))))


def _english(word: Word) -> str:
    if word.text[0].isdigit():
        return word.text
    lower, meanings = word.text.lower(), _meanings()
    if lower in FRENCH or len(lower) < _SHORTEST or lower.endswith(("'", "’")):
        return ""
    known = "" if word.text.isupper() else meanings.get(lower) or meanings.get(_stem(lower)) or ""
    return known or (word.text if word.text[0].isupper() else "")


@lru_cache(maxsize=1)
def _meanings() -> dict[str, str]:
    """The likeliest meaning of each word, by the word and by its stem; a word goes before a stem."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    pairs = [(french, english.split(",")[0]) for french, _, english in (line.partition("\t") for line in lines)]
    stems = {_stem(french): english for french, english in reversed(pairs)}
    return stems | dict(pairs)


def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))
