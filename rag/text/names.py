"""Finds proper names in a text by their capitals."""

import re

# A word that begins with a capital, with an accent or without one.
NAME = r"\b[A-ZÀ-ÖØ-Þ][\w’'-]*\w"
_ANY_NAME = re.compile(NAME)
# Words that are capitalised only because of their position or kind.
_NO_NAMES = frozenset(
    "The A An I It He She They We You This That These Those There In On At For And But If When While As To Of My Our "
    "Your His Her Its Their With From By What Who How Why Where Which Not No Yes Mr Mrs Ms Dr So Let Since During "
    "After Before Under Over Is Are Was Were Do Does Did Has Have Had Can Could Will Would Should May Might Or Now "
    "Then Here All Some Many Most I'm I've I'd I'll".split()
)


def names_in(text: str) -> list[str]:
    """Returns the proper names of a text, word by word, without possessive endings. Skips the text's first word.

    >>> names_in("What did Hobart's council say of Tasmania?")
    ['Hobart', 'Tasmania']
    """
    found = (match.group() for match in _ANY_NAME.finditer(text) if match.start() > 0)
    return [re.sub(r"[’']s?$", "", name) for name in found if name not in _NO_NAMES]
