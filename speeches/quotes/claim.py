"""A claimed quotation, split at its ellipses."""

import re
import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext

from rag.text.align import Word, words_of
from rag.text.numerals import as_figures
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable

LONGEST_QUOTE = 2000
FEWEST_WORDS = 3
MOST_ELLIPSES = 10

_ELLIPSIS = re.compile(r"[\[(]\s*(?:…|\.\s?\.\s?\.)\s*[\])]|…|\.\s?\.\s?\.+")
_MARKS = " \t\n\u00a0'\"‘’“”«»"


@dataclass(frozen=True, slots=True)
class Claim:
    """The claimed words, and the stretches between ellipses, which must follow each other in one voice."""

    text: str
    words: tuple[Word, ...]
    stretches: tuple[tuple[Word, ...], ...]

    @property
    def forms(self) -> list[str]:
        return [word.form for word in self.words]


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
    if len(_ELLIPSIS.findall(text)) > MOST_ELLIPSES:
        told = gettext("At most {most} ellipses are checked at once. Check it in parts.")
        raise SearchError("quote", told.format(most=MOST_ELLIPSES))
    stretches = []
    position = count = 0
    for gap in [*_ELLIPSIS.finditer(text), None]:
        words = [word for word in words_of(text[: gap.start()] if gap else text) if word.start >= position]
        count += len(words)
        stretches.append(tuple(as_figures(words, text)))
        position = gap.end() if gap else position
    kept = tuple(stretch for stretch in stretches if stretch)
    words_all = tuple(word for stretch in kept for word in stretch)
    if count < FEWEST_WORDS:
        told = gettext("Type at least 3 words of the quotation, such as: “a better deal for families”.")
        raise SearchError("quote", told)
    return Claim(text, words_all, kept)
