"""What was understood, as chips that a reader can take away one by one."""

import datetime
import re
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rag.text.dates import format_date, format_month
from speeches.search.languages import page_language
from speeches.search.roster import Roster
from speeches.understanding.bills import BillIndex
from speeches.understanding.reading import Reading

# What each task asks for. A plain search needs no chip.
_TASKS = {
    "vote": _("votes"),
    "fact": _("a fact"),
    "list": _("a list"),
    "balance": _("all sides"),
    "compare": _("a comparison"),
    "quote": _("a quotation"),
}
# Slots shown as they were typed.
_AS_TYPED = ("party", "office", "committee", "place", "chamber", "division", "stage")


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing understood. Removing the chip has the question read again without its `kind`."""

    kind: str
    label: str


def chips_of(reading: Reading, people: Roster, bills: BillIndex) -> tuple[Chip, ...]:
    """A chip for each slot that the record knows or that narrows the search, and one for what is asked."""
    chips = [Chip("kind", gettext(_TASKS[reading.task]))] if reading.task in _TASKS and reading.is_sure else []
    for slot in reading.slots:
        if slot.name in ("speaker", "about") and slot.keys:
            named = slot.words if people.tenures_of(slot.words) or len(slot.keys) > 1 else people.names[slot.keys[0]]
            chips.append(Chip(slot.name, named))
        elif slot.name == "bill":
            chips.append(Chip("bill", _bill_label(bills.labels[slot.keys[0]]) if len(slot.keys) == 1 else slot.words))
        elif slot.name == "except":
            chips.append(Chip(slot.name, gettext("not {words}").format(words=slot.words)))
        elif slot.name == "mover":
            chips.append(Chip(slot.name, gettext("moved by {words}").format(words=slot.words)))
        elif slot.name in _AS_TYPED:
            chips.append(Chip(slot.name, slot.words))
    if reading.session:
        chips.append(Chip("session", gettext("session {session}").format(session=reading.session)))
    if reading.first or reading.last:
        chips.append(Chip("date", days_label(reading.first, reading.last)))
    return tuple(dict.fromkeys(chips))


def _bill_label(label: str) -> str:
    """The label of a bill, which is its number or its title."""
    numbered = re.fullmatch(r"Bill ([A-Z]+-?\d+\w*)", label)
    return f"{gettext('Bill')} {numbered[1]}" if numbered else label


def days_label(first: datetime.date | None, last: datetime.date | None) -> str:
    """A range of days in its shortest form: "2021", "May 2013", "since 3 May 2014"."""
    language = page_language()
    if first is None or last is None:
        since = gettext("since {day}").format(day=format_date(first, language)) if first else ""
        return since or (gettext("until {day}").format(day=format_date(last, language)) if last else "")
    if first == last:
        return format_date(first, language)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return str(first.year) if first.year == last.year else f"{first.year}–{last.year}"
    if first.day == 1 and (first.year, first.month) == (last.year, last.month):
        return format_month(first, language)
    return f"{format_date(first, language)} – {format_date(last, language)}"
