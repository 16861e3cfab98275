"""The sides of a chamber by their names, and governments that a question names by their leader."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rag.language.tokens import Word, words_of
from speeches.formats.names import fold
from speeches.understanding.lexicon import EXCLUDING
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.stems import stems_of

_FILE = Path(__file__).parent.parent / "data" / "sides.tsv"
_NAMES = ("speaker", "about", "party")
# The side whose ministers answer, as the file calls it.
GOVERNMENT = "government"


@dataclass(frozen=True, slots=True)
class Side:
    """A side: the office that leads it, "" if none does, its names, and their stems."""

    name: str
    led_by: str
    names: frozenset[str]
    stems: frozenset[str]


@cache
def sides() -> tuple[Side, ...]:
    """The sides of every chamber."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    names = [frozenset(row["names"].split("|")) for row in rows]
    return tuple(
        Side(row["side"], row["led_by"], own, stems_of(" ".join(own))) for row, own in zip(rows, names, strict=True)
    )


def find_side(words: str) -> Side | None:
    """The side that words name, such as "government members"; None if they name or exclude none."""
    if EXCLUDING & set(fold(words).replace("-", " ").split()):
        return None
    named = stems_of(words)
    return next((side for side in sides() if side.stems & named), None)


def name_governments(reading: Reading) -> Reading:
    """The reading, with a government in place of the leader by whom it is called: "the Howard government".

    Of a vote it is a side. Otherwise it belongs to the subject, because any of its ministers may speak for it.
    """
    words = words_of(reading.text)
    role = "party" if reading.task == "vote" else "topic"
    slots = tuple(_government(slot, words, role, reading) or slot for slot in reading.slots)
    return replace(reading, slots=slots)


def _government(slot: Slot, words: Sequence[Word], role: str, reading: Reading) -> Slot | None:
    """The slot of the government that is called by whoever a slot names; None if none is."""
    if slot.name not in _NAMES or slot.is_inherited or (slot.name == "party" and slot.keys):
        return None
    own = [word for word in words if slot.start <= word.start < slot.end]
    if reading.language == "fr":
        beside = [word for word in words if word.end <= slot.start][-1:]
        called = _side_with_a_leader(beside) or _side_with_a_leader(own[:1])
    else:
        # The possessive is a word of its own: "Clark's government".
        after = [word for word in words if word.start >= slot.end and word.text != "s"]
        called = _side_with_a_leader(after[:1]) or _side_with_a_leader(own[-1:])
    named = [word for word in own if word.text[0].isupper() and word != called]
    # In French a whole name follows a title: "le chef de l'opposition Pierre Poilievre".
    if not called or not named or (reading.language == "fr" and len(named) > 1):
        return None
    start, end = min(slot.start, called.start), max(slot.end, called.end)
    return replace(slot, name=role, words=reading.text[start:end], start=start, end=end, keys=())


def _side_with_a_leader(words: Sequence[Word]) -> Word | None:
    """The first of some words, if it is the name of a side that has a leader."""
    led = {name for side in sides() if side.led_by for name in side.names}
    return words[0] if words and words[0].folded in led else None
