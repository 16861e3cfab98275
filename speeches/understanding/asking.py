"""Tells the words of a question that only ask from those that mean something."""

from collections.abc import Sequence
from functools import cache

from rag.clients.tagger.local import names
from rag.language.glossary import without_pronoun
from rag.language.stems import stem
from rag.language.tokens import Word, without_accents
from speeches.understanding.lexicon import EMPTY, PICKING, SIDES, picks
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import words_outside


def unread_words(
    words: Sequence[Word], slots: Sequence[Slot], language: str, kind: str = "vote/names"
) -> tuple[str, ...]:
    """The words that carry meaning, belong to no slot, and are no form of a word of asking.

    Words that pick some of those listed or of those who voted are none ("which women …"), nor in a question for a list
    are words for the sides of a vote ("who spoke against …"). What is written as a name is no form of another word:
    "Canada Post".
    """
    task = kind.partition("/")[0]
    narrowing = PICKING if task in ("list", "vote") else frozenset()
    narrowing |= frozenset(SIDES) if task == "list" else frozenset()
    narrowing -= EMPTY
    plain = EMPTY | names().asking | frozenset(SIDES)
    outside = [word for word in words_outside(list(words), tuple(slots)) if word.text[0].isalpha()]

    def only_asks(word: Word) -> bool:
        named = word.text[0].isupper() and word is not words[0]
        return word.folded in plain if named else _is_form_of(word.folded, plain, language)

    return tuple(word.text for word in outside if word.folded in narrowing or not only_asks(word))


def unread_in_list(reading: Reading) -> tuple[str, ...]:
    """The unread words that may narrow a list: those that pick some of many, and those that are no words of its kind
    of question."""
    asking = names().phrasing | names().asking_for.get(reading.kind, frozenset())
    folded = {word: without_accents(word).lower() for word in reading.unread}
    return tuple(
        word for word in reading.unread if picks(word) or not _is_form_of(folded[word], asking, reading.language)
    )


def _is_form_of(word: str, known: frozenset[str], language: str) -> bool:
    """Whether a word, or another form of it, is known: "passes" and "passed", "a-t-il" and "a"."""
    return not known.isdisjoint((word, without_pronoun(word))) or stem(word, language) in _stems(known, language)


@cache
def _stems(words: frozenset[str], language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in words)
