"""Reads ministry lists: tables that a minister has put in the record, "Treasurer | The Hon Josh Frydenberg MP | …"."""

import re
from collections.abc import Iterable, Iterator

from speeches.formats.names import person_name
from speeches.formats.records import OfficeFacts, PartKind, Person, Speech

# The first row of a ministry list names its columns.
_COLUMNS = ["title", "minister"]
# "Minister for Defence (Leader of the House)": the brackets hold another office of the same person.
_FURTHER = re.compile(r"\s*\(([^)]+)\)")


def listed_offices(speeches: Iterable[Speech]) -> Iterator[OfficeFacts]:
    """The offices in the ministry lists of a day."""
    for speech in speeches:
        for part in speech.parts:
            if part.kind is PartKind.TABLE:
                yield from _offices(speech, speech.text[part.start : part.end].split("\n"))


def _offices(speech: Speech, lines: list[str]) -> Iterator[OfficeFacts]:
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.strip()]
    if [cell.lower() for cell in rows[0][:2]] != _COLUMNS:
        return
    for title, minister, *_ in (row for row in rows[1:] if len(row) > 1):
        person = Person(name=person_name(minister), spelling=minister)
        for office in (_FURTHER.sub("", title), *_FURTHER.findall(title)):
            if person.name and office:
                yield OfficeFacts(person, office, speech.date, speech.date)
