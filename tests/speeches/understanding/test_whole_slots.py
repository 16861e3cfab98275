"""A topic and the place that it is in are one."""

import pytest

from rag.language.tokens import words_of
from speeches.understanding.reading import Slot
from speeches.understanding.whole_slots import _join_places


@pytest.mark.parametrize(
    ("text", "topic", "joined"),
    [
        ("Who spoke about wildfires in Alberta?", "wildfires in", "wildfires in Alberta"),
        ("Qui a parlé des feux en Alberta ?", "feux", "feux en Alberta"),
        ("Who spoke about wildfires from Alberta?", "wildfires", ""),
        ("Who spoke about wildfires, Alberta?", "wildfires", ""),
    ],
)
def test_a_place_right_after_its_topic_is_part_of_it(text: str, topic: str, joined: str) -> None:
    slots = tuple(
        Slot(name, one, text.index(one), text.index(one) + len(one))
        for name, one in (("topic", topic), ("place", "Alberta"))
    )
    found = _join_places(text, words_of(text), slots)
    assert [slot.words for slot in found] == ([joined] if joined else [topic, "Alberta"])
