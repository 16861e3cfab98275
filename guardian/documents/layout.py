"""The content of a page: words with their boxes, gathered into lines."""

from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import NamedTuple


class Box(NamedTuple):
    """Left, top, right and bottom in points (1/72 inch), from the upper left corner of the page as shown."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    def join(self, other: "Box") -> "Box":
        """The smallest box that holds both.

        >>> Box(0, 0, 1, 1).join(Box(2, 0, 3, 2))
        Box(x0=0, y0=0, x1=3, y1=2)
        """
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))


class Word(NamedTuple):
    """A run of characters without white space, its type size in points, and whether it is bold."""

    text: str
    box: Box
    size: float
    bold: bool


@dataclass(frozen=True)
class Line:
    """Words that stand side by side, from left to right."""

    words: tuple[Word, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @cached_property
    def box(self) -> Box:
        box = self.words[0].box
        for word in self.words[1:]:
            box = box.join(word.box)
        return box

    @cached_property
    def widest_gap(self) -> float:
        """The widest space between two neighbouring words, in multiples of the type size. Table rows have wide ones."""
        gaps = [after.box.x0 - before.box.x1 for before, after in zip(self.words, self.words[1:], strict=False)]
        return max(gaps, default=0.0) / max(self.size, 1.0)

    @cached_property
    def size(self) -> float:
        return median(word.size for word in self.words)

    @property
    def bold(self) -> bool:
        return all(word.bold for word in self.words)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, counted from 1, with its lines in reading order."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
