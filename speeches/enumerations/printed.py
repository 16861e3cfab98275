"""How a heading is printed: one that other business interrupts is printed again, and both are one."""

from collections.abc import Sequence

from speeches.models import Debate

# The day of a heading, the title of the heading above it, and its own.
Printed = tuple[int, str, str]


def printed_as(heading: Debate) -> Printed:
    """The day of a heading, the title of the heading above it, and its own: the same for a heading printed again."""
    return heading.sitting_id, heading.parent.title if heading.parent else "", heading.title


def same_headings(heading: Debate, rows: Sequence[Debate]) -> list[Debate]:
    """A heading and those of the same title on the same day."""
    return [row for row in rows if printed_as(row) == printed_as(heading)]
