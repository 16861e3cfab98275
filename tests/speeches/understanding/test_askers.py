"""Whoever spoke in a clause before the question for a reply was replied to."""

import pytest

from speeches.understanding.askers import name_asker
from speeches.understanding.reading import Slot


def named(text: str, **roles: str) -> tuple[str, ...]:
    """The roles of the people of a question, in order, as the tagger marks them."""
    slots = [Slot(roles[name], name, text.index(name), text.index(name) + len(name)) for name in roles]
    return tuple(one.name for one in name_asker(text, tuple(sorted(slots, key=lambda one: one.start))))


@pytest.mark.parametrize("role", ["speaker", "office"])
def test_whoever_spoke_in_a_clause_before_was_replied_to(role: str) -> None:
    assert named("Baker asked about Tasers. How did Hanson reply?", Baker="speaker", Hanson=role) == ("about", role)


def test_whoever_is_named_in_the_clause_of_the_reply_replied() -> None:
    assert named("What did Hanson answer Baker?", Hanson="speaker", Baker="speaker") == ("speaker", "speaker")


def test_whom_a_slot_names_was_replied_to() -> None:
    asked = named("Hanson was asked. What did he tell Baker?", Hanson="speaker", Baker="about")
    assert asked == ("speaker", "about")
