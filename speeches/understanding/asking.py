"""Tells the words of a question that only ask from those that mean something."""

from collections.abc import Sequence

from rag.clients.tagger.local import names
from rag.language.glossary import without_pronoun
from rag.language.tokens import Word, without_accents
from speeches.understanding.lexicon import EMPTY, EXCLUDING, PICKING, SIDES, picks
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import words_outside


def unread_words(words: Sequence[Word], slots: Sequence[Slot], kind: str) -> tuple[str, ...]:
    """The words that carry meaning, belong to no slot, and are hardly ever words of asking.

    Words that pick some of many ("which women …") are not words of asking in a question for a list or a vote, nor, in
    one for a list, are words for the sides of a vote ("who spoke against …").
    """
    task = kind.partition("/")[0]
    asking = names().asking - PICKING if task in ("list", "vote") else names().asking
    asking = asking - SIDES.keys() if task == "list" else asking | SIDES.keys()
    known = EMPTY | asking | (EXCLUDING if any(slot.name == "except" for slot in slots) else frozenset())
    outside = (word for word in words_outside(words, slots) if word.text[0].isalpha())
    # A singular is known if its plural is: "petition" and "petitions".
    forms = ((word, {word.folded, f"{word.folded}s", without_pronoun(word.folded)}) for word in outside)
    return tuple(word.text for word, own in forms if not own & known)


def unread_in_list(reading: Reading) -> tuple[str, ...]:
    """The unread words that may narrow a list: those that pick some of many, and those that are no words of its kind
    of question."""
    asking = names().phrasing | names().asking_for.get(reading.kind, frozenset())
    return tuple(word for word in reading.unread if picks(word) or without_accents(word).lower() not in asking)
