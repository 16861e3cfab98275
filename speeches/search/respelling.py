"""Suggests another spelling for words that no passage holds: the nearest words of the record's headings and titles."""

import re

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from speeches.formats.names import fold
from speeches.models import Bill, Debate
from speeches.search.roster import roster
from speeches.search.version import keep_by_version

# Shorter words are near too many others.
_SHORTEST = 5
# A suggested word has at least this likeness: one letter in five may differ.
_LIKE = 0.8
_WORD = re.compile(r"[^\W\d_]+")


def respell(query: str, version: int | None) -> str:
    """The words of a query, each that is in no heading and no name replaced by the nearest of these; "" if none is
    near. `query` has no filters."""
    known = _vocabulary(version)
    exact = frozenset(known)

    def mend(found: "re.Match[str]") -> str:
        word = fold(found.group())
        if len(word) < _SHORTEST or word in exact:
            return found.group()
        near = process.extractOne(word, known, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=_LIKE)
        return near[0] if near else found.group()

    mended = _WORD.sub(mend, query)
    return mended if mended != query else ""


@keep_by_version
def _vocabulary(version: int | None) -> tuple[str, ...]:
    """The words of the headings of debates, the titles of bills and the names of members."""
    titles = (*Debate.objects.values_list("title", flat=True), *Bill.objects.values_list("title", flat=True))
    names = (*roster(version).by_name, *roster(version).by_surname)
    words = (word for title in {*titles, *names} for word in _WORD.findall(fold(title)))
    return tuple(sorted({word for word in words if len(word) >= _SHORTEST}))
