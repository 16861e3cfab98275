"""Translates French words and expressions into English, so that a French question finds what was said in English.

Each line of `data/french.tsv` has a French word or an expression of several, and its English meanings, the likeliest in
a parliament first.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock

import snowballstemmer
from rapidfuzz.distance import Prefix

from rag.language.tokens import Word, words_of
from rag.text.language import FRENCH

_FILE = Path(__file__).resolve().parent / "data" / "french.tsv"
# Shorter words are function words or codes. Codes are written in capitals.
_SHORTEST = 3
# Pronouns joined to a verb before them: "vise-t-il".
_CLITICS = re.compile(r"(?:-t)?(?:-(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|le|la|les|lui|leur|moi|toi|en|y))+$")
_stemmer = snowballstemmer.stemmer("french")
# A stemmer holds the word at which it works, so one thread uses it at a time.
_stemming = Lock()


@dataclass(frozen=True, slots=True)
class _Glossary:
    """The likeliest meaning of each word, the words of each stem, and the expressions by the stem of their first word,
    the longest first, as the stems of all their words with the likeliest meaning."""

    meanings: dict[str, str] = field(default_factory=dict)
    by_stem: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    expressions: dict[str, list[tuple[tuple[str, ...], str]]] = field(default_factory=lambda: defaultdict(list))


def in_english(text: str, *, whole: bool = False) -> str:
    """Translates a French text by its expressions and words, each by its likeliest meaning in the glossary.

    Keeps names, numbers and codes as they are. Drops function words, and unknown words too unless `whole` is set.
    Returns "" if nothing is left.

    >>> in_english("l'abattage des chevaux que Dosanjh dénonce")
    'slaughter horse Dosanjh denounce'
    """
    return " ".join(dict.fromkeys(filter(None, _translate(words_of(text), whole=whole))))


def _translate(words: Sequence[Word], *, whole: bool) -> Iterator[str]:
    stems = _stems_of(words)
    place = 0
    while place < len(words):
        length, meaning = _expression_at(stems, place)
        yield meaning if length else _english(words[place], whole=whole, first=place == 0)
        place += length or 1


def _expression_at(stems: Sequence[str], place: int) -> tuple[int, str]:
    """Returns the number of words and the meaning of the longest expression that begins at a place, or (0, "")."""
    for own, meaning in _glossary().expressions.get(stems[place], ()):
        if tuple(stems[place : place + len(own)]) == own:
            return len(own), meaning
    return 0, ""


def _english(word: Word, *, whole: bool, first: bool) -> str:
    if word.text[0].isdigit():
        return word.text
    own, named = word.text.lower(), word.text[0].isupper()
    bare = _CLITICS.sub("", own)
    if own in FRENCH or bare in FRENCH or len(bare) < _SHORTEST or own.endswith(("'", "’")):
        return ""
    # A name in the middle of a text is only what the glossary has letter by letter: Harper is no harp.
    known = "" if word.text.isupper() else _meaning(own, bare, exactly=named and not first)
    return known or (word.text if whole or named else "")


def _meaning(own: str, bare: str, *, exactly: bool) -> str:
    """Returns the likeliest meaning of a word as it stands, or `bare` of joined pronouns; unless `exactly`, in any of
    its forms. Among words with the same stem, the most similar one decides."""
    known = _glossary()
    alike = () if exactly else known.by_stem.get(_stem(bare), ())
    nearest = max(alike, key=lambda form: (Prefix.similarity(form, bare), -len(form)), default="")
    return next((known.meanings[one] for one in (own, bare, nearest) if one in known.meanings), "")


def is_french(text: str) -> bool:
    """Whether every word of a text is a French one of the glossary, as it stands or in the plural.

    >>> is_french("logements abordables"), is_french("main estimates")
    (True, False)
    """
    known = _glossary().meanings.keys() | FRENCH
    return all(not known.isdisjoint((own, own.removesuffix("s"))) for own in map(str.lower, text.split()))


def meanings() -> dict[str, str]:
    """Returns the likeliest meaning of each word and expression."""
    lines = (line.partition("\t") for line in _FILE.read_text(encoding="utf-8").splitlines())
    return {french: english.partition(",")[0] for french, _, english in lines}


@lru_cache(maxsize=1)
def _glossary() -> _Glossary:
    known = _Glossary()
    for french, likeliest in meanings().items():
        stems = tuple(_stems_of(words_of(french)))
        if len(stems) > 1:
            known.expressions[stems[0]].append((stems, likeliest))
        else:
            known.meanings[french] = likeliest
            known.by_stem[_stem(french)].append(french)
    for own in known.expressions.values():
        own.sort(key=lambda one: -len(one[0]))
    return known


def _stems_of(words: Sequence[Word]) -> list[str]:
    return [_stem(word.text.lower().rstrip("'’")) for word in words]


def without_pronoun(word: str) -> str:
    """Returns a French word without the pronouns joined to it or an apostrophe at its end.

    >>> without_pronoun("a-t-elle"), without_pronoun("l'"), without_pronoun("part-time")
    ('a', 'l', 'part-time')
    """
    return _CLITICS.sub("", word).rstrip("'’")


def _stem(word: str) -> str:
    with _stemming:
        return str(_stemmer.stemWord(word))
