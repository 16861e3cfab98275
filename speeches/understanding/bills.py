"""Finds the bills that a question means: by number, in every spelling, or by the words of their titles."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from speeches.formats.names import fold
from speeches.models import Bill
from speeches.search.version import keep_by_version
from speeches.understanding.stems import stems_of

# "C-11", "C11", "c‑11". A space is allowed only after "bill", because "section s 15" is not a bill.
NUMBER = re.compile(
    r"\b(?:(?:bills?|projets? de loi)\s+(?P<letter>[cs])\s*[-‑‐–]?\s*(?P<digits>\d{1,4})"
    r"|(?P<bare>[cs])[-‑‐–]?(?P<number>\d{1,4}))\b(?!\s*(?:%|°))",
    re.IGNORECASE,
)
# A title must hold this share of the words that name a bill.
_HELD = 0.75
# A word is common if more than a few titles hold it, and more than this share.
_FEW, _COMMON = 3, 0.2


@dataclass(slots=True)
class BillIndex:
    """The bills of the record by number and by title, with their labels, sessions and parliaments.

    `common` are the stems that many titles hold.
    """

    by_number: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_title: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    stems: dict[int, frozenset[str]] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    sessions: dict[int, str] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    parliaments: dict[int, str] = field(default_factory=dict)
    common: frozenset[str] = frozenset()

    def find_bills(self, words: str, view: frozenset[str]) -> tuple[int, ...]:
        """The bills in view that words mean: all of a number, in any session, or those whose title holds the words."""
        if numbers := bill_numbers(words):
            found = [row for number in numbers for row in self.by_number.get(number, ())]
        else:
            found = self.by_title.get(fold(words)) or self._alike(stems_of(words))
        return tuple(row for row in found if self.parliaments[row] in view)

    def _alike(self, wanted: frozenset[str]) -> list[int]:
        """The bills whose titles hold most of the words; of these, the ones with the fewest other words.

        A word that many titles share ("bill") does not identify one of them, and a bill of another year is another
        bill.
        """
        if wanted <= self.common:
            return []
        numbers = {stem for stem in wanted if stem.isdigit()}
        held = {row: len(wanted & own) for row, own in self.stems.items() if wanted & own and numbers <= own}
        most = max(held.values(), default=0)
        if not most or most < _HELD * len(wanted):
            return []
        best = [row for row, count in held.items() if count == most]
        fewest = min(len(self.stems[row]) for row in best)
        return [row for row in best if len(self.stems[row]) == fewest]


def bill_numbers(words: str) -> dict[str, None]:
    """The numbers of the bills that a text names, in one spelling and in order.

    >>> list(bill_numbers("On bill c 4, and on C-13."))
    ['C-4', 'C-13']
    """
    numbers = (
        f"{(one['letter'] or one['bare']).upper()}-{int(one['digits'] or one['number'])}"
        for one in NUMBER.finditer(words)
    )
    return dict.fromkeys(numbers)


@keep_by_version
def bill_index(version: int | None) -> BillIndex:
    """The index of a version of the record."""
    index = BillIndex()
    for bill in Bill.objects.select_related("session").defer("text", "text_fr"):
        index.labels[bill.pk], index.keys[bill.pk] = bill.label, bill.key
        index.parliaments[bill.pk] = bill.parliament_id
        index.sessions[bill.pk] = bill.session.code if bill.session else ""
        index.stems[bill.pk] = stems_of(f"{bill.title} {bill.title_fr} {bill.short_title}")
        if bill.number:
            index.by_number[bill.number].append(bill.pk)
        for title in (bill.title, bill.title_fr, bill.short_title):
            if len(title.split()) > 1:
                index.by_title[fold(title)].append(bill.pk)
    among = Counter(stem for own in index.stems.values() for stem in own)
    most = max(_FEW, _COMMON * len(index.stems))
    index.common = frozenset(stem for stem, count in among.items() if count > most)
    return index
