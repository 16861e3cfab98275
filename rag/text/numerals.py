"""Numbers in words as figures, so that "twenty-six" and "26" are one word."""

from collections.abc import Sequence

from rag.text.align import Word
from rag.text.polarity import SCALES, TENS, UNITS

_SMALL = {**{word: value for value, word in enumerate(UNITS)}, **{word: 10 * n for n, word in enumerate(TENS, 2)}}
_HUNDRED = "hundred"


def as_figures(words: Sequence[Word], text: str) -> list[Word]:
    """The same words, with those that make up a number as one, in figures; "first" and "half" stay as they are.

    >>> from rag.text.align import words_of
    >>> text = "Twenty-six of one hundred and five thousand, or 2.5 million"
    >>> [word.form for word in as_figures(words_of(text), text)]
    ['26', 'of', '105000', 'or', '2500000']
    """
    found: list[Word] = []
    place = 0
    while place < len(words):
        last, value = _number_at(words, place, text)
        if value is None:
            found.append(words[place])
        else:
            found.append(Word(_figures(value), words[place].start, words[last].end))
        place = last + 1
    return found


def _number_at(words: Sequence[Word], first: int, text: str) -> tuple[int, float | None]:
    """The last word of the number in words that begins at a place, and what it is; None where none begins there."""
    form = words[first].form
    if form in _SMALL:
        total, current = 0.0, float(_SMALL[form])
    elif form[:1].isdigit() and first + 1 < len(words) and words[first + 1].form in SCALES:
        try:
            total, current = 0.0, float(form)
        except ValueError:
            return first, None
    else:
        return first, None
    last = first
    while (following := _next(words, last, text)) is not None:
        form = words[following].form
        if form == _HUNDRED:
            current *= 100
        elif form in SCALES:
            total, current = total + current * SCALES[form], 0.0
        elif _goes_on(words[last].form, _SMALL[form]):
            current += _SMALL[form]
        else:
            break
        last = following
    return last, total + current


def _next(words: Sequence[Word], last: int, text: str) -> int | None:
    """The word with which a number may go on: the next one, or the one after "and", with no comma between."""
    place = last + 1
    if place < len(words) and words[place].form == "and" and words[last].form in SCALES:
        place += 1
        # "Five hundred and thousands more": what follows "and" is below a hundred.
        if place < len(words) and words[place].form in SCALES:
            return None
    if place >= len(words) or not (words[place].form in _SMALL or words[place].form in SCALES):
        return None
    between = text[words[last].end : words[place].start]
    return None if between.strip(" -‑–\u00a0\nand") else place


def _goes_on(before: str, value: int) -> bool:
    """Whether a small number goes on with the word before it: "twenty six", "hundred five", not "twenty twenty"."""
    return before in SCALES or (before in TENS and 0 < value < 10)


def _figures(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
