"""Parses a day's file, or one of the lists of members."""

from speeches.formats.records import Parsed
from speeches.formats.uk.document import root_of
from speeches.formats.uk.members import facts_of
from speeches.formats.uk.sitting import sitting_of


def parse_parlparse(content: bytes, name: str = "") -> Parsed:
    """The sitting or the facts in one file. Raises FormatError if it holds neither."""
    root = root_of(content, name)
    facts = facts_of(root)
    if facts is not None:
        return Parsed(format="parlparse", parliament=facts)
    return Parsed(format="parlparse", sittings=(sitting_of(root, name),))
