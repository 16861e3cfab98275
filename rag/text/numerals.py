"""Turns numbers in words into figures, so that "twenty-six" and "26" are the same word.

Words are joined only if they can be read in one way. "One hundred and five" is one number. "Between one hundred and two
hundred" is two, and so is "two thousand ten" (the year and ten, or 2,010).
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from rag.text.align import Word
from rag.text.polarity import SCALES, TENS, UNITS

_SMALL = {**{word: value for value, word in enumerate(UNITS)}, **{word: 10 * n for n, word in enumerate(TENS, 2)}}
_LARGE = {word: value for word, value in SCALES.items() if word != "hundred"}
_DECIMAL = re.compile(r"\d+(?:\.\d+)?")
# Two numbers follow this word, with "and" between them.
_BETWEEN = "between"
_DOLLARS = frozenset(("dollar", "dollars"))


def as_figures(words: Sequence[Word], text: str) -> list[Word]:
    """Returns the words with each number joined into one word of figures, and each sum of dollars joined with its sign.
    "First" and "half" stay as they are.

    >>> from rag.text.align import words_of
    >>> text = "Twenty-six of one hundred and five thousand, or 2.5 million dollars"
    >>> [word.form for word in as_figures(words_of(text), text)]
    ['26', 'of', '105000', 'or', '$2500000']
    """
    found: list[Word] = []
    place = 0
    while place < len(words):
        number = _Number(words, place, text)
        if number.value is None:
            found.append(words[place])
        else:
            found.append(Word(_figures(number.value), words[place].start, words[number.end - 1].end))
        place = max(number.end, place + 1)
    return list(_sums(found, text))


def _sums(words: Sequence[Word], text: str) -> Iterator[Word]:
    """Joins "$5" and "5 dollars" into one word each, of the same form."""
    place = 0
    while place < len(words):
        word, following = words[place], words[place + 1] if place + 1 < len(words) else None
        between = text[word.end : following.start] if following else ""
        if following and word.form == "$" and following.form[:1].isdigit() and not between:
            yield Word(f"${following.form}", word.start, following.end)
            place += 2
        elif following and word.form[:1].isdigit() and following.form in _DOLLARS and between in (" ", "\u00a0", "-"):
            yield Word(f"${word.form}", word.start, following.end)
            place += 2
        else:
            yield word
            place += 1


class _Number:
    """The number that begins at a given word: its value (None if there is none) and where it ends."""

    def __init__(self, words: Sequence[Word], first: int, text: str) -> None:
        self._words, self._text = words, text
        self._joins = first == 0 or words[first - 1].form != _BETWEEN
        self.end = first
        self.value = self._figures_with_scale()
        if self.value is None:
            self.value = self._in_words()

    def _figures_with_scale(self) -> Decimal | None:
        """Reads a form such as "2.5 million"."""
        form = self._form(self.end)
        if _DECIMAL.fullmatch(form) and self._form(self.end + 1) in _LARGE and self._adjacent(self.end):
            scale = _LARGE[self._form(self.end + 1)]
            self.end += 2
            return Decimal(form) * scale
        return None

    def _in_words(self) -> Decimal | None:
        """Reads a form such as "two hundred and fifty thousand", each scale below the one before."""
        total, below = Decimal(0), Decimal("Infinity")
        while (group := self._below_thousand(self.end, joined=total > 0)) is not None:
            end, value = group
            scale = _LARGE.get(self._form(end), 1) if self._adjacent(end - 1) else 1
            end += scale > 1
            if scale == _LARGE["thousand"] and self._form(end) in _LARGE and self._adjacent(end - 1):
                # "One thousand million" is a billion.
                scale *= _LARGE[self._form(end)]
                end += 1
            if scale >= below:
                break
            total, below, self.end = total + value * scale, Decimal(scale), end
            if scale == 1:
                break
        return total if below.is_finite() else None

    def _below_thousand(self, place: int, *, joined: bool) -> tuple[int, int] | None:
        """Returns the end and the value of a number below a thousand, or of one like "fifteen hundred". After a scale,
        the number must be joined by "and" or have a scale of its own."""
        start = place
        if joined:
            if self._joins and self._form(place) == "and" and self._adjacent(place - 1) and self._adjacent(place):
                start = place + 1
            elif not self._adjacent(place - 1):
                return None
        found = self._below_hundred(start)
        if found is None:
            return None
        end, value = found
        if self._form(end) == "hundred" and self._adjacent(end - 1):
            if start > place:
                return None  # "Two thousand and five hundred": two numbers, or one.
            end, value = self._with_hundreds(end + 1, value * 100)
        elif joined and start == place and self._form(end) not in _LARGE:
            return None  # "Two thousand ten".
        if start > place and self._form(end) in _LARGE:
            return None  # "Five thousand and twenty thousand".
        return end, value

    def _with_hundreds(self, place: int, value: int) -> tuple[int, int]:
        if not (self._joins and self._form(place) == "and" and self._adjacent(place - 1) and self._adjacent(place)):
            return place, value
        rest = self._below_hundred(place + 1)
        if rest is None or self._form(rest[0]) == "hundred":
            return place, value
        return rest[0], value + rest[1]

    def _below_hundred(self, place: int) -> tuple[int, int] | None:
        form = self._form(place)
        if form not in _SMALL:
            return None
        value = _SMALL[form]
        unit = _SMALL.get(self._form(place + 1), 0)
        if form in TENS and 0 < unit < 10 and self._adjacent(place):
            return place + 2, value + unit
        return place + 1, value

    def _form(self, place: int) -> str:
        return self._words[place].form if place < len(self._words) else ""

    def _adjacent(self, place: int) -> bool:
        """Whether only one space or a hyphen separates a word from the next."""
        if place < 0 or place + 1 >= len(self._words):
            return False
        return self._text[self._words[place].end : self._words[place + 1].start] in (" ", "\u00a0", "-", "‑", "\n")


def _figures(value: Decimal) -> str:
    return format(value.normalize(), "f")
