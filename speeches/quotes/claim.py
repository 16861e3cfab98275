"""A claimed quotation, split at its ellipses and at what whoever quotes put into square brackets."""

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.translation import gettext

from rag.text.align import Word, words_of
from rag.text.numerals import as_figures
from rag.text.polarity import NEGATIONS, is_number
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable

LONGEST_QUOTE = 2000
FEWEST_WORDS = 3
MOST_ELLIPSES = 10

_ELLIPSIS = re.compile(r"[\[(]\s*(?:…|\.\s?\.\s?\.)\s*[\])]|…|\.\s?\.\s?\.+")
# Square brackets that touch a word are part of it: "[T]he", "[dis]agree", "manufactur[ers]". Anything else in them is
# the quoter's own.
_WITHIN_A_WORD = re.compile(r"\[([^\[\]\n]{1,40})\](?=[\w'’])|(?<=\w)\[([^\[\]\n]{1,40})\]")
_ASIDE = re.compile(r"\[([^\[\]\n]{1,100})\]")
_SIC = "sic"
_MARKS = " \t\n\u00a0'\"‘’“”«»"


@dataclass(frozen=True, slots=True)
class Claim:
    """The claimed words, and the stretches between ellipses and brackets, which must follow each other in one voice.

    `elided` says of each stretch but the first whether an ellipsis stands before it, and not only a bracket. `asides`
    are the words in brackets.
    """

    text: str
    words: tuple[Word, ...]
    stretches: tuple[tuple[Word, ...], ...]
    elided: tuple[bool, ...] = ()
    asides: tuple[str, ...] = ()

    @property
    def forms(self) -> list[str]:
        return [word.form for word in self.words]

    def by_sentence(self) -> "Claim | None":
        """The same claim with each of its sentences as a stretch; None if it has an ellipsis, or a sentence of too few
        words to be found by itself."""
        ends = [one.end for one in sentence_spans(self.text, Span(0, len(self.text)))]
        own = [tuple(word for word in self.words if start <= word.start < end) for start, end in pairwise([0, *ends])]
        whole = len(self.stretches) == 1 and len(own) > 1 and all(len(one) >= FEWEST_WORDS for one in own)
        return replace(self, stretches=tuple(own), elided=(True,) * (len(own) - 1)) if whole else None


def read_claim(quote: str) -> Claim:
    """Parse a quotation. Raises SearchError if it is too short, too long or has no words."""
    if broken := unstorable(quote):
        told = gettext("The quotation holds {broken}, which no text of the record does. Take it out.")
        raise SearchError("quote", told.format(broken=broken))
    if len(quote) > LONGEST_QUOTE:
        told = gettext("The quotation has {count} characters; at most {most} are checked. Check it in parts.")
        raise SearchError("quote", told.format(count=len(quote), most=LONGEST_QUOTE))
    # Copied text contains soft hyphens, line-end hyphens, and decomposed accents.
    text = unicodedata.normalize("NFC", re.sub(r"-\n|\u00ad|[⁰¹²³⁴-⁹]", "", quote)).strip(_MARKS)
    text = _WITHIN_A_WORD.sub(lambda found: found[1] or found[2], text)
    gaps = sorted([*_ELLIPSIS.finditer(text), *_asides_in(text)], key=lambda gap: gap.start())
    if len(gaps) > MOST_ELLIPSES:
        told = gettext("At most {most} ellipses are checked at once. Check it in parts.")
        raise SearchError("quote", told.format(most=MOST_ELLIPSES))
    stretches: list[tuple[Word, ...]] = []
    elided: list[bool] = []
    position = count = 0
    after_ellipsis = False
    for gap in [*gaps, None]:
        words = [word for word in words_of(text[: gap.start()] if gap else text) if word.start >= position]
        count += len(words)
        if words:
            stretches.append(tuple(as_figures(words, text)))
            elided.append(after_ellipsis)
            after_ellipsis = False
        after_ellipsis |= gap is not None and _ELLIPSIS.fullmatch(gap.group()) is not None
        position = gap.end() if gap else position
    # A number in words counts as its words.
    if count < FEWEST_WORDS:
        told = gettext("Type at least 3 words of the quotation, such as: “a better deal for families”.")
        raise SearchError("quote", told)
    asides = tuple(one.group() for one in _asides_in(text) if one.group(1).casefold() != _SIC)
    words_all = tuple(word for stretch in stretches for word in stretch)
    return Claim(text, words_all, tuple(stretches), tuple(elided[1:]), asides)


def _asides_in(text: str) -> list[re.Match[str]]:
    """What stands in square brackets and is no ellipsis. A negation or a number by itself is compared even there: it
    stands for another word."""
    return [one for one in _ASIDE.finditer(text) if not _ELLIPSIS.fullmatch(one.group()) and not _weighs(one.group(1))]


def _weighs(words: str) -> bool:
    return all(word.form in NEGATIONS or is_number(word.form) for word in words_of(words))
