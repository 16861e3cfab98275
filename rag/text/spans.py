"""A half-open range of characters in a stored text."""

from typing import NamedTuple


class Span(NamedTuple):
    """Characters `[start, end)` of some text. Never copied out of it, so a quotation stays exact."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The words that the span marks.

        >>> Span(4, 7).of("The cat sat")
        'cat'
        """
        return text[self.start : self.end]

    def trimmed(self, text: str) -> "Span":
        """The same span without white space at its ends; empty at `start` when it holds nothing else.

        >>> Span(3, 8).trimmed("The cat sat")
        Span(start=4, end=7)
        """
        words = self.of(text)
        start = self.start + len(words) - len(words.lstrip())
        return Span(start, max(start, self.start + len(words.rstrip())))
