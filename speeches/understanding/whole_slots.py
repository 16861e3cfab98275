"""Makes slots whole: each gets the rest of its name that stands right after it."""

from collections.abc import Sequence
from dataclasses import replace

from rag.language.tokens import Word
from speeches.search.catalogue import catalogue
from speeches.understanding.bills import NUMBER, BillIndex, bill_index
from speeches.understanding.lexicon import ARTICLES, MATTERS, PLACING
from speeches.understanding.parliaments import with_longer_names
from speeches.understanding.reading import Slot


def whole_slots(text: str, words: Sequence[Word], slots: tuple[Slot, ...], version: int | None) -> tuple[Slot, ...]:
    """The slots, each with the rest of its name: the words around a country in it, a bill's year, the matter of an
    office, the place of a topic."""
    slots = _with_years(text, with_longer_names(text, words, slots), bill_index(version), catalogue(version).shown)
    return _join_places(text, words, _join_offices(text, words, slots))


def _with_years(text: str, slots: tuple[Slot, ...], bills: BillIndex, view: frozenset[str]) -> tuple[Slot, ...]:
    """The slots, with a year right after a bill's name as part of it, if a title holds both: "Privacy Bill 2025"."""
    whole: list[Slot] = []
    for slot in slots:
        bill = whole[-1] if whole and whole[-1].name == "bill" else None
        name = text[bill.start : slot.end] if bill and text[bill.end : slot.start].isspace() else ""
        is_year = slot.name == "date" and slot.words.isdigit()
        if bill and name and is_year and not NUMBER.search(name) and bills.find_bills(name, view):
            whole[-1] = replace(bill, words=name, end=slot.end)
        else:
            whole.append(slot)
    return tuple(whole)


def _join_offices(text: str, words: Sequence[Word], slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots, with an office and the matter it is for as one: "the opposition spokesman" and "energy" of "the
    opposition spokesman on energy". Two offices joined by "and" are two."""
    joined: list[Slot] = []
    for slot in slots:
        before = joined[-1] if joined else None
        if before and before.name == slot.name == "office":
            between = [word.folded for word in words if before.end <= word.start < slot.start]
            if MATTERS.intersection(between) and (MATTERS | ARTICLES).issuperset(between):
                joined[-1] = replace(before, words=text[before.start : slot.end], end=slot.end)
                continue
        joined.append(slot)
    return tuple(joined)


def _join_places(text: str, words: Sequence[Word], slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots, with a topic and the place that it is in as one: "wildfires in Alberta"."""
    joined: list[Slot] = []
    for slot in slots:
        before = joined[-1] if joined else None
        if before and before.name == "topic" and slot.name == "place":
            between = [word.folded for word in words if before.start < word.start < slot.start][-2:]
            outside = [word.folded for word in words if before.end <= word.start < slot.start]
            if PLACING.intersection(between) and (PLACING | ARTICLES).issuperset(outside):
                joined[-1] = replace(before, words=text[before.start : slot.end], end=slot.end)
                continue
        joined.append(slot)
    return tuple(joined)
