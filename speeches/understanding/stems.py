"""Cuts words to their beginnings, so that two wordings of one thing have something in common."""

from rag.language.tokens import words_of
from speeches.formats.names import fold
from speeches.understanding.lexicon import EMPTY

# Words are compared by so many first letters: "appointments" as "appoin", "recommendation" as "recomm".
_LENGTH = 6


def stems_of(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, each cut to its beginning. Function words are left out, and words
    of two letters that are no initials.

    >>> sorted(stems_of("the vote on horses for human food"))
    ['food', 'horse', 'human', 'vote']
    >>> sorted(stems_of("go and do it: TB in cattle"))
    ['cattle', 'tb']
    """
    told = (
        (part, word.text.isupper())
        for word in words_of(text)
        if word.text[0].isalnum()
        for part in fold(word.text).split()
    )
    return frozenset(
        _singular(part)[:_LENGTH]
        for part, initials in told
        if part not in EMPTY and (len(part) > 2 or part.isdigit() or (initials and len(part) == 2))
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
