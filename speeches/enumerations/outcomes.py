"""The outcome by which a question narrows votes: "all divisions that were negatived"."""

from dataclasses import replace

from rag.language.tokens import words_of
from rag.text.polarity import NEGATIONS
from speeches.models import Division
from speeches.reading.naming import outcome_name
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of


def find_outcome(reading: Reading) -> str:
    """The outcome that a question names outside its slots, in the record's own word for it; "" if it names none or
    several, says "not", or also names voters, whose side the word may be."""
    text = f"{reading.text_outside_slots} {reading.words('side')}"
    words = stems_of(text)
    named = [one for one in Division.Outcome.values if stems_of(outcome_name(one, reading.language)) <= words]
    denied = not NEGATIONS.isdisjoint(word.folded for word in words_of(text))
    return named[0] if len(named) == 1 and not (denied or reading.all("party", "about")) else ""


def without_outcome(reading: Reading) -> Reading:
    """The reading, in which the words for the outcome count as read."""
    named = find_outcome(reading)
    own = stems_of(outcome_name(named, reading.language)) if named else frozenset()
    return replace(reading, unread=tuple(word for word in reading.unread if not own or not stems_of(word) <= own))
