"""Reads who brings in a bill, and what comes next, from the fixed forms of the Commons' record."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from speeches.formats.names import person_name
from speeches.formats.records import Bill, Person

# "Ordered, That Mr. A, B and C present the Bill.", before "Mr. A accordingly presented the Bill."
_ORDERED = re.compile(r"^That (?P<names>.+) present the Bill\.$")
_ACCORDINGLY = re.compile(r"^(?P<name>.+) accordingly presented the Bill\.$")
# Without leave: "Mr. A, supported by B and C, presented a Bill to …"
_PRESENTED = re.compile(r"^(?P<name>[^,]+?)(?:, supported by (?P<names>.+?),)? presented a Bill to\b")
_READ = re.compile(r"^Bill read the First time\b.+")
_BETWEEN_NAMES = re.compile(r", (?:and )?| and ")


@dataclass(frozen=True, slots=True)
class Presentation:
    """A bill as it was brought in: its sponsor, everyone in whose names it was presented, and its status."""

    sponsor: str
    presenters: tuple[str, ...]
    status: str

    def add_to(self, bill: Bill, speaker: Person, day: datetime.date) -> Bill:
        """The bill with the facts of its presentation. If the speaker is the sponsor, keeps what the file knows of
        them."""
        sponsor = speaker if speaker.name == self.sponsor else Person(self.sponsor)
        return replace(
            bill, sponsor=sponsor, introduced=day, presenters=self.presenters, status=self.status or bill.status
        )


def presentation_in(paragraphs: Sequence[str]) -> Presentation | None:
    """The bill that was brought in at the end of a speech, or by itself; None if there was none.

    >>> presentation_in(["Ms Ada Roe, supported by Mr. Ben Lee and Col Fox, presented a Bill to count herring."])
    Presentation(sponsor='Ada Roe', presenters=('Ada Roe', 'Ben Lee', 'Col Fox'), status='')
    """
    sponsor, names, status = "", "", ""
    for words in paragraphs:
        if found := _ORDERED.match(words):
            names = found["names"]
        elif found := _ACCORDINGLY.match(words) or _PRESENTED.match(words):
            sponsor = person_name(found["name"])
            names = found.groupdict().get("names") or names
        elif sponsor and (found := _READ.match(words)):
            status = found.group()
    others = tuple(person_name(name) for name in _BETWEEN_NAMES.split(names) if name)
    return Presentation(sponsor, tuple(dict.fromkeys((sponsor, *others))), status) if sponsor else None
