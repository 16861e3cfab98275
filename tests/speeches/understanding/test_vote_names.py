"""A question that holds the whole name of a vote means that vote."""

import pytest

from speeches.understanding.reading import Slot
from speeches.understanding.vote_names import with_vote_named

NAMED = {
    "lighthouses that all lamps be lit ada smith": (4, 9),
    "lighthouses that all lamps be lit": (7,),
}


def slots_of(text: str, *slots: Slot) -> list[tuple[str, str, tuple[int, ...]]]:
    found = with_vote_named(text, slots, NAMED)
    return [(slot.name, slot.words, slot.keys) for slot in found]


def test_the_longest_name_replaces_all_slots_within_it() -> None:
    text = "How did Bo Jones vote on Lighthouse's: that all lamps be lit … (Ada Smith)?"
    voter = Slot("about", "Bo Jones", 8, 16)
    mover = Slot("about", "Ada Smith", text.index("Ada"), text.index("Ada") + 9)
    assert slots_of(text, voter, mover) == [
        ("about", "Bo Jones", ()),
        ("division", "Lighthouse's: that all lamps be lit … (Ada Smith)?", (4, 9)),
    ]


@pytest.mark.parametrize(
    "text", ["Who voted that all lamps be lit?", "Who voted on lighthouses that all lamps be litter?"]
)
def test_a_part_of_a_name_is_no_name(text: str) -> None:
    assert slots_of(text) == []
