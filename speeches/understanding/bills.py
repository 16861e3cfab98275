"""Bills that a query names: by number, in every spelling, or by title where bills go by their titles."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from speeches.formats.names import fold
from speeches.models import Bill

# "C-11", "C11", "c‑11"; with a space only where "bill" stands before it, for "section s 15" is no bill.
_NUMBER = re.compile(
    r"\b(?:(?P<named>bills?|projets? de loi)\s+(?P<letter>[cs])\s*[-‑‐–]?\s*(?P<digits>\d{1,4})"
    r"|(?P<bare>[cs])[-‑‐–]?(?P<number>\d{1,4}))\b(?!\s*(?:%|percent|degrees|°|aircraft|planes?|jets?|Globemaster|avions?))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BillNamed:
    """A bill that a query names. `rows` are the bills of that number or title that the record has, in any session."""

    number: str
    start: int
    end: int
    rows: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """ "Bill C-11", or the title of a bill without a number."""
        return f"Bill {self.number}" if self.number[1:2] == "-" else self.number


@dataclass(slots=True)
class BillIndex:
    """The bills of the record by number, by title, and their sessions."""

    by_number: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_title: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    titles: dict[int, str] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    sessions: dict[int, str] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)


def bill_index(version: int | None) -> BillIndex:
    """The index of a version of the record, made once a version; anew each time for None."""
    return _load() if version is None else _cached(version)


@lru_cache(maxsize=1)
def _cached(version: int) -> BillIndex:
    return _load()


def _load() -> BillIndex:
    index = BillIndex()
    for bill in Bill.objects.select_related("session").defer("text", "text_fr"):
        index.numbers[bill.pk], index.titles[bill.pk] = bill.number, bill.name
        index.keys[bill.pk] = bill.key
        index.sessions[bill.pk] = bill.session.code if bill.session else ""
        if bill.number:
            index.by_number[bill.number].append(bill.pk)
        for title in (bill.title, bill.short_title):
            if len(title.split()) > 1:
                index.by_title[fold(title)].append(bill.pk)
    return index


def bills_named(text: str, index: BillIndex) -> list[BillNamed]:
    """The bills that a text names, in order.

    >>> [bill.number for bill in bills_named("C390, bill s 15 and section c 4", BillIndex())]
    ['C-390', 'S-15']
    """
    found: dict[str, BillNamed] = {}
    for match in _NUMBER.finditer(text):
        letter, digits = (match["letter"], match["digits"]) if match["named"] else (match["bare"], match["number"])
        number = f"{letter.upper()}-{int(digits)}"
        found.setdefault(number, BillNamed(number, *match.span(), tuple(index.by_number.get(number, ()))))
    return list(found.values()) or list(_by_title(text, index))


def named_otherwise(text: str, bills: Sequence[BillNamed], word: str) -> str:
    """A text with a word where it names bills."""
    for bill in reversed(bills):
        text = f"{text[: bill.start]}{word}{text[bill.end :]}"
    return text


def _by_title(text: str, index: BillIndex) -> list[BillNamed]:
    """The longest title that stands in the text word by word, such as "Electoral Finance Bill"."""
    folded = fold(text)
    titles = [title for title in index.by_title if title in folded]
    if not titles:
        return []
    title = max(titles, key=len)
    rows = tuple(index.by_title[title])
    start = folded.find(title)
    return [BillNamed(index.numbers[rows[0]] or index.titles[rows[0]], start, start + len(title), rows)]
