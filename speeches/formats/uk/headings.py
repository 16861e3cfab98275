"""Nests the headings of a day. The source lists them flat, in three levels that it does not always keep to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from speeches.formats.names import slug
from speeches.formats.records import Bill, Debate
from speeches.formats.uk.document import HEADINGS, Kind, title_of

ORAL = "Oral Answers to Questions"
_ORAL_LEVEL, _MAJOR_LEVEL = 0, 1
_BILL = re.compile(
    r"^(?P<title>(?:[A-Z(][\w’',()-]*,? |and |of |for |the |in |to |on )+?Bill(?: \[(?:Lords|HL)\])?)(?!\w)"
)
# Headings under which a bill is taken part by part.
_PART = re.compile(r"^(?:New )?(?:Clauses?|Schedules?|Amendments?|Preamble|Title)\b(?: \d+\w*)?")
QUESTION = " — Question"


@dataclass(slots=True)
class Headings:
    """The headings so far, and those that the next item is under."""

    kind: Kind
    debates: list[Debate] = field(default_factory=list)
    bills: dict[str, Bill] = field(default_factory=dict)
    _levels: list[tuple[int, int]] = field(default_factory=list)

    @property
    def here(self) -> int:
        """The index of the nearest heading. Items before the first heading get one named after the kind of record."""
        if not self._levels:
            self._push(_ORAL_LEVEL, self.kind.title, position=0, page="")
        return self._levels[-1][1]

    @property
    def asks(self) -> bool:
        """Whether questions are asked aloud here, as the Commons number them."""
        return self._top is not None and self.debates[self._top].type == ORAL

    def open(self, items: Sequence[etree._Element], at: int, position: int) -> None:
        """Open the heading that is the item at index `at`."""
        heading = items[at]
        level, title = HEADINGS[str(heading.tag)], title_of(heading)
        if _takes_bill(title, items, at):
            level, above = _MAJOR_LEVEL, -1
        elif level > _ORAL_LEVEL and self.asks and not _numbers(items, at, level):
            above = -1
        else:
            above = level
        while self._levels and self._levels[-1][0] >= above:
            self._levels.pop()
        self._push(level, title, position=position, page=heading.get("colnum") or "")

    def brought_in(self) -> Bill:
        """The bill brought in under this heading, which names it with or without the word "Bill"."""
        debate = self.debates[self.here]
        title = debate.bill or self._keep(f"{debate.title} Bill")
        self.debates[self.here] = replace(debate, bill=title)
        return self.bills[_key(title)]

    def note(self, bill: Bill) -> None:
        """Store what more is known about a bill."""
        self.bills[_key(bill.title)] = bill

    @property
    def _top(self) -> int | None:
        return self._levels[0][1] if self._levels else None

    def _push(self, level: int, title: str, *, position: int, page: str) -> None:
        parent = self._levels[-1][1] if self._levels else None
        above = self.debates[parent] if parent is not None else None
        bill = self._bill(title) or (above.bill if above else "")
        type_ = above.type if above else self._type(level, title)
        self.debates.append(Debate(title, position, parent, type_, page, bill))
        self._levels.append((level, len(self.debates) - 1))

    def _type(self, level: int, title: str) -> str:
        asked = title.endswith(QUESTION) or (level == _ORAL_LEVEL and "QUESTIONS" in title)
        return ORAL if asked else self.kind.title

    def _bill(self, title: str) -> str:
        found = _BILL.match(title)
        if not found:
            return ""
        return self._keep(found["title"])

    def _keep(self, title: str) -> str:
        """Keep a bill, and return the title that the day's first heading on it gives."""
        key = _key(title)
        return self.bills.setdefault(key, Bill(number="", source_id=key, title=title)).title


def _key(title: str) -> str:
    return slug(title.partition(" [")[0])


def _takes_bill(title: str, items: Sequence[etree._Element], at: int) -> bool:
    """Whether a minor heading names a bill that is then taken part by part under further minor headings."""
    if items[at].tag != "minor-heading" or not _BILL.match(title):
        return False
    following = next((item for item in items[at + 1 :] if item.tag in HEADINGS), None)
    return following is not None and following.tag == "minor-heading" and bool(_PART.match(title_of(following)))


def _numbers(items: Sequence[etree._Element], at: int, level: int) -> bool:
    """Whether numbered questions are asked under a heading, before the next one at its level or above."""
    for item in items[at + 1 :]:
        if HEADINGS.get(str(item.tag), level + 1) <= level:
            return False
        if item.get("oral-qnum"):
            return True
    return False
