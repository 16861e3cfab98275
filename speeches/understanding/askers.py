"""Who was replied to, in a question for a reply."""

from dataclasses import replace

from speeches.understanding.reading import Slot
from speeches.understanding.resolve import is_named

# Signs after which another clause begins.
_CLAUSE_ENDS = frozenset(".?!;:,")


def name_asker(text: str, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots of a question for a reply. Whoever spoke in a clause of its own before it was replied to, if no slot
    says who was: "Mr Baker asked about Tasers. How did the Minister reply?"."""
    people = [slot for slot in slots if slot.name in ("speaker", "office") and is_named(slot)]
    if len(people) < 2 or people[0].name != "speaker" or any(slot.name == "about" for slot in slots):
        return slots
    if _CLAUSE_ENDS.isdisjoint(text[people[0].end : people[1].start]):
        return slots
    return tuple(replace(slot, name="about") if slot == people[0] else slot for slot in slots)
