"""Stems of English and French words, by Snowball's rules."""

from functools import lru_cache
from threading import Lock

import snowballstemmer

_stemmers = {"en": snowballstemmer.stemmer("english"), "fr": snowballstemmer.stemmer("french")}
# A stemmer holds the word at which it works, so one thread uses it at a time.
_stemming = Lock()


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """Returns the stem of a word in small letters.

    >>> stem("supported", "en"), stem("passes", "en"), stem("abattages", "fr")
    ('support', 'pass', 'abattag')
    """
    with _stemming:
        return str(_stemmers[language].stemWord(word))
