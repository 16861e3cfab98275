"""A half-open range of characters in a stored text."""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """Characters `[start, end)` of a text. Holds no copy of them, so a quotation stays exact."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Returns the characters that the span marks.

        >>> Span(4, 7).of("The cat sat")
        'cat'
        """
        return text[self.start : self.end]

    def trim(self, text: str) -> "Span":
        """Returns the span without white space at its ends. If it holds nothing else, it is empty.

        >>> Span(3, 8).trim("The cat sat")
        Span(start=4, end=7)
        """
        words = self.of(text)
        start = self.start + len(words) - len(words.lstrip())
        return Span(start, max(start, self.start + len(words.rstrip())))


def marked_runs(text: str, marks: Iterable[tuple[int, int]]) -> list[tuple[str, bool]]:
    """Splits a text into runs, each with whether it is marked. `marks` are `[start, end)` and may overlap.

    >>> marked_runs("One. Two.", [(5, 9)])
    [('One. ', False), ('Two.', True)]
    """
    runs, position = [], 0
    for start, end in sorted(marks):
        start = max(start, position)
        runs += [(text[position:start], False), (text[start:end], True)]
        position = max(position, end)
    return [run for run in [*runs, (text[position:], False)] if run[0]]
