"""Suggests another spelling for words that no passage holds: the nearest words of the record's headings and titles."""

import re
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from speeches.formats.names import fold
from speeches.models import Bill, Debate

# Shorter words are near too many others.
_SHORTEST = 5
# A suggested word has at least this likeness: one letter in five may differ.
_LIKE = 0.8
_WORD = re.compile(r"[^\W\d_]+")


def respell(query: str, version: int | None) -> str:
    """The query with each word that no heading holds replaced by the nearest that one does; "" if none is near."""
    known = _vocabulary(version)

    def mend(found: "re.Match[str]") -> str:
        word = fold(found.group())
        if len(word) < _SHORTEST or word in known:
            return found.group()
        near = process.extractOne(word, known, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=_LIKE)
        return near[0] if near else found.group()

    mended = _WORD.sub(mend, query)
    return mended if mended != query else ""


@lru_cache(maxsize=2)
def _vocabulary(version: int | None) -> frozenset[str]:
    """The words of the headings of debates and the titles of bills, at a version of the record."""
    titles = (*Debate.objects.values_list("title", flat=True), *Bill.objects.values_list("title", flat=True))
    words = (word for title in set(titles) for word in _WORD.findall(fold(title)))
    return frozenset(word for word in words if len(word) >= _SHORTEST)
