"""Aligns two texts word by word: where one occurs in the other, and which words differ."""

import itertools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from rag.text.spans import Span
from rag.text.spelling import one_spelling

# A number keeps its decimal point and sign and loses its thousands separators. A currency sign is a word of its own,
# because "$5" and "5" differ. A dash between words only separates them. A French elision is a word of its own: of
# "qu'il", somebody may quote "il".
_WORD = re.compile(
    r"(?<!\w)(?i:[ldjnsmtc]|(?:lors|puis|jus|quoi)?qu)['’ʼ](?=[aeiouyhàâæèéêëîïôœùû])|"
    r"(?i:per[\s\u00a0]?cent)(?!\w)|(?<![\w.)\]-])[-−](?=[$£€]?\.?\d)|"
    r"(?<!\d)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d.,]\d)|(?<![\w])\.\d+|"
    r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’ʼ][^\W\d_]+)*['’]?|[$£€%&]"
)
_APOSTROPHES = re.compile(r"['’ʼ]")
_SAME = {"−": "-", "&": "and"}


class Word(NamedTuple):
    """A word at `[start, end)` of its text, with its form: case-folded, without accents and apostrophes, and in the one
    spelling that its spellings share."""

    form: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two texts differ: `said` is a span of the one, `claimed` of the other. Either may be empty."""

    op: str
    said: Span
    claimed: Span


@dataclass(frozen=True, slots=True)
class Fit:
    """The stretch `[first, last)` of some words that resembles other words most, with their likeness in [0, 1]."""

    first: int
    last: int
    likeness: float


def words_of(text: str, within: Iterable[Span] | None = None) -> list[Word]:
    """Returns the words of a text, or of parts of it, in order.

    >>> [word.form for word in words_of("It's “$1,000”—not 5.5%.")]
    ['its', '$', '1000', 'not', '5.5', '%']
    """
    spans = within or [Span(0, len(text))]
    return [
        Word(_form(found.group()), found.start(), found.end())
        for span in spans
        for found in _WORD.finditer(text, span.start, span.end)
    ]


@lru_cache(maxsize=100_000)
def _form(word: str) -> str:
    if word[0].isdigit():
        return re.sub(r"[ \u00a0\u202f]|,(?=\d{3}(?!\d))", "", word)
    form = _APOSTROPHES.sub("", folded(word))
    return "%" if re.fullmatch(r"per\s?cent", form) else _SAME.get(form) or one_spelling(form)


def folded(text: str) -> str:
    """Returns a text case-folded and without accents, in its own spelling."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def occurrences(wanted: Sequence[str], forms: Sequence[str]) -> list[int]:
    """Returns every position in `forms` at which the whole sequence `wanted` begins.

    >>> occurrences(["to", "be"], ["to", "be", "or", "not", "to", "be"])
    [0, 4]
    """
    if not wanted:
        return []
    places: list[int] = []
    first, position = wanted[0], -1
    while True:
        try:
            position = forms.index(first, position + 1)
        except ValueError:
            return places
        if list(forms[position : position + len(wanted)]) == list(wanted):
            places.append(position)


def fit(wanted: Sequence[str], forms: Sequence[str]) -> Fit:
    """Finds the stretch of `forms` that is closest to `wanted` by edit distance."""
    if not wanted or not forms:
        return Fit(0, 0, 0.0)
    first, last = _coarse(wanted, forms)
    # The coarse stretch is as long as the quotation. Words left out or added shift its ends.
    slack = max(8, len(wanted) // 2)
    starts = range(max(0, first - slack), min(len(forms), first + slack) + 1)
    first = min(starts, key=lambda start: _edge(wanted, forms, start, last, at_start=True))
    ends = range(max(first + 1, last - slack), min(len(forms), last + slack) + 1)
    last = min(ends, key=lambda end: _edge(wanted, forms, first, end, at_start=False))
    return Fit(first, last, 1 - _edits(wanted, forms[first:last]) / max(len(wanted), last - first, 1))


def _edits(wanted: Sequence[str], forms: Sequence[str]) -> int:
    return int(Levenshtein.distance(forms, wanted))


def _edge(
    wanted: Sequence[str], forms: Sequence[str], first: int, last: int, *, at_start: bool
) -> tuple[int, bool, int]:
    """Sort key for an edge: fewest edits, then an edge word equal to the quotation's, then a stretch as long as the
    quotation. If the last word was changed, the stretch thereby includes the word that was really said."""
    place, word = (first, wanted[0]) if at_start else (last - 1, wanted[-1])
    own = 0 <= place < len(forms) and forms[place] == word
    return _edits(wanted, forms[first:last]), not own, abs(last - first - len(wanted))


def _coarse(wanted: Sequence[str], forms: Sequence[str]) -> tuple[int, int]:
    if len(forms) <= len(wanted):
        return 0, len(forms)
    found = fuzz.partial_ratio_alignment(wanted, forms)
    return (found.dest_start, found.dest_end) if found else (0, len(wanted))


def differences(said: Sequence[Word], claimed: Sequence[Word]) -> list[Difference]:
    """Returns where the claimed words depart from those said, in order, as spans of both texts.

    >>> said, claimed = "We will cut tax.", "We will not cut tax."
    >>> [(d.op, d.claimed.of(claimed)) for d in differences(words_of(said), words_of(claimed))]
    [('insert', 'not')]
    """
    codes = Levenshtein.opcodes([word.form for word in said], [word.form for word in claimed])
    found: list[Difference] = []
    for changed, run in itertools.groupby(codes, key=lambda code: code.tag != "equal"):
        if changed:
            edits = list(run)
            ours = _span(said, edits[0].src_start, edits[-1].src_end)
            theirs = _span(claimed, edits[0].dest_start, edits[-1].dest_end)
            op = "replace" if ours.start < ours.end and theirs.start < theirs.end else edits[0].tag
            found.append(Difference(op, ours, theirs))
    return found


def _span(words: Sequence[Word], first: int, last: int) -> Span:
    """Returns the characters of words `[first, last)`. If there are none, an empty span at the place where they would
    be."""
    if first < last:
        return Span(words[first].start, words[last - 1].end)
    place = words[first].start if first < len(words) else words[-1].end if words else 0
    return Span(place, place)
