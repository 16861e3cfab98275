"""The outcome by which a question narrows votes: "all divisions that were negatived"."""

from dataclasses import replace

from django.utils.translation import override

from speeches.models import Division
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of


def find_outcome(reading: Reading) -> str:
    """The outcome that a question names outside its slots, in the record's own word for it; "" if it names none."""
    words = stems_of(reading.text_outside_slots) | stems_of(reading.words("side"))
    named = (one for one in Division.Outcome if _stems(one, reading.language) <= words)
    return next((one.value for one in named), "")


def without_outcome(reading: Reading) -> Reading:
    """The reading, in which the words for the outcome count as read."""
    named = find_outcome(reading)
    own = _stems(Division.Outcome(named), reading.language) if named else frozenset()
    return replace(reading, unread=tuple(word for word in reading.unread if not own or not stems_of(word) <= own))


def _stems(outcome: Division.Outcome, language: str) -> frozenset[str]:
    with override(language):
        return stems_of(str(outcome.label))
