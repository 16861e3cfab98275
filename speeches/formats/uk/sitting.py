"""Reads a chamber's day, or what was written on it: headings, speeches, questions and votes in order."""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any

from lxml import etree

from speeches.formats.records import THE_RECORD, Division, FormatError, PartKind, Person, Sitting, Speech
from speeches.formats.turns import Turn, assemble, clock
from speeches.formats.uk.bills import presentation_in
from speeches.formats.uk.divisions import division_of, paragraphs_of
from speeches.formats.uk.document import HEADINGS, KINDS, ItemId, chair_note_in, read_id, title_of
from speeches.formats.uk.headings import QUESTION, Headings
from speeches.formats.uk.people import is_somebody, speaker_of
from speeches.formats.uk.turns import turns_of

_SPEECHES = {"speech": "speech", "ques": "question", "reply": "answer"}
# How the Commons mark a question that the Speaker allows at short notice.
_URGENT = "(Urgent Question)"
# Some files begin with three digits for the hour.
_LONG_HOUR = re.compile(r"^0(?=\d\d:)")


def sitting_of(root: etree._Element, name: str) -> Sitting:
    """The sitting in a file. Raises FormatError if it holds none."""
    items = [item for item in root if item.tag != "gidredirect"]
    ids = [read_id(item.get("id") or "") for item in items]
    first = next((one for one in ids if one is not None), None)
    if first is None:
        raise FormatError(_nothing(root, name))
    if first.kind not in KINDS:
        raise FormatError(f"{name}: “{first.kind}” is no kind of record that can be read here ({', '.join(KINDS)}).")
    return _Day(items, first).sitting()


def _nothing(root: etree._Element, name: str) -> str:
    if root.find("gidredirect") is not None:
        return (
            f"{name}: the file only says where its items went in a later edition of the day. "
            "Fetch the edition with the last letter, and read that."
        )
    return f"{name}: one of ParlParse's files, but it holds no debates, answers or members. Is it complete?"


class _Day:
    """Walks the items of a file in order and collects their contents."""

    def __init__(self, items: Sequence[etree._Element], first: ItemId) -> None:
        self._items = items
        self._kind, self._date, self._edition = first.kind, first.date, first.edition
        self._record = KINDS[first.kind]
        self._headings = Headings(self._record)
        self._speeches: list[Speech] = []
        self._divisions: list[Division] = []
        # Whoever has answered under the nearest larger heading; in the Lords, under this question's.
        self._answering: set[Person] = set()
        # The debate that an urgent question opened.
        self._urgent = -1
        # Whoever was speaking when another took the chair.
        self._interrupted: Person | None = None

    def sitting(self) -> Sitting:
        for at, item in enumerate(self._items):
            if item.tag in HEADINGS:
                self._open(at)
            elif item.tag in _SPEECHES:
                self._read_speech(at)
            elif item.tag == "division":
                self._read_division(at)
        return Sitting(
            parliament="uk",
            chamber=self._record.chamber,
            date=self._date,
            debates=tuple(self._headings.debates),
            speeches=tuple(self._speeches),
            divisions=tuple(self._divisions),
            source_url=next((_page(item) for item in self._items if _page(item)), ""),
            piece=self._kind,
            edition=self._edition,
            bills=tuple(self._headings.bills.values()),
        )

    def _open(self, at: int) -> None:
        """Open a heading, unless it only says who takes the chair in the middle of a debate."""
        heading = self._items[at]
        title, note = title_of(heading), chair_note_in(heading)
        last = self._speeches[-1].person if self._speeches else None
        self._interrupted = last if note and not title and last and is_somebody(last) else None
        if title:
            if heading.tag != "minor-heading":
                self._answering.clear()
            self._headings.open(self._items, at, at + 1)
        if note:
            turn = Turn(PartKind.PROCEDURE, "", paragraphs=[note])
            self._add(at, Person(name=THE_RECORD["en"]), [turn], "procedure")

    def _read_speech(self, at: int) -> None:
        element = self._items[at]
        nobody = element.get("nospeaker") == "true"
        # Whoever spoke when another took the chair goes on, though the source names nobody.
        goes_on = self._interrupted if nobody and not _is_in_italics(element) else None
        person = goes_on or (Person(name=THE_RECORD["en"]) if nobody else speaker_of(element))
        self._interrupted = None
        turns = turns_of(element, person, spoken=bool(goes_on) or not nobody)
        if presented := presentation_in(paragraphs_of(element)):
            self._headings.note(presented.add_to(self._headings.brought_in(), person, self._date))
        self._add(at, person, turns, self._spoken_kind(at, person) if goes_on or not nobody else "procedure")

    def _add(self, at: int, person: Person, turns: list[Turn], kind: str) -> None:
        """Add an item's words under the heading open now."""
        element = self._items[at]
        text, parts = assemble(turns)
        key = read_id(element.get("id") or "")
        if not text or key is None:
            return
        debate = self._headings.debates[self._headings.here]
        self._speeches.append(
            Speech(
                id=key.key,
                person=person,
                date=self._date,
                text=text,
                parts=parts,
                position=at + 1,
                debate=self._headings.here,
                kind=kind,
                role=" ".join((element.get("speakeroffice") or "").split()) if is_somebody(person) else "",
                title=debate.title,
                chamber=self._record.chamber,
                page=element.get("colnum") or "",
                time=_time(element),
                debate_type=debate.type,
                reference=self._reference(element),
                source_url=element.get("url") or "",
                transcript_quality="official",
                metadata=dict(_metadata(element, person)),
            )
        )

    def _spoken_kind(self, at: int, person: Person) -> str:
        """The kind of a spoken item: question, answer, statement or speech."""
        element = self._items[at]
        if element.tag != "speech":
            return _SPEECHES[element.tag]
        if self._kind == "wms":
            return "statement"
        if self._kind == "lords":
            return self._kind_in_lords(at, person)
        if element.get("speakeroffice") and is_somebody(person):
            self._answering.add(person)
        if _is_urgent(element):
            self._urgent = self._headings.here
        asks = self._headings.asks or self._headings.here == self._urgent
        if not asks or not is_somebody(person):
            return "speech"
        return "answer" if person in self._answering else "question"

    def _kind_in_lords(self, at: int, person: Person) -> str:
        """Under a question's heading, the first speech asks and the next one, by another, answers. Whoever answered
        goes on answering, and whoever speaks right before asks."""
        if self._asks(at) and not self._goes_on(at + 1, person):
            self._answering.clear()
            return "question"
        if self._asks(at - 1) and not self._goes_on(at - 1, person):
            self._answering = {person}
        if not self._under_question or not is_somebody(person):
            return "speech"
        if person in self._answering:
            return "answer"
        return "question" if any(self._goes_on(at + 1, answerer) for answerer in self._answering) else "speech"

    @property
    def _under_question(self) -> bool:
        return self._headings.debates[self._headings.here].title.endswith(QUESTION)

    def _asks(self, at: int) -> bool:
        """Whether an item comes first under the heading of a question."""
        before = self._items[at - 1] if at > 0 else None
        return (
            before is not None
            and before.tag in HEADINGS
            and title_of(before).endswith(QUESTION)
            and self._items[at].get("speakerid") is not None
        )

    def _goes_on(self, at: int, person: Person) -> bool:
        return at < len(self._items) and speaker_of(self._items[at]) == person

    def _read_division(self, at: int) -> None:
        after = self._items[at + 1] if at + 1 < len(self._items) else None
        here = self._headings.here
        self._divisions.append(
            division_of(
                self._items[at],
                position=at + 1,
                debate=here,
                bill=self._headings.debates[here].bill,
                before=[words for item in self._items[max(at - 2, 0) : at] for words in paragraphs_of(item)],
                after=paragraphs_of(after),
            )
        )

    def _reference(self, element: etree._Element) -> str:
        """The reference as members cite it: "HC Deb, 27 Oct 2009, c. 141"."""
        day = f"{self._date.day} {self._date:%b} {self._date.year}"
        column = element.get("colnum") or ""
        return ", ".join(
            filter(None, [self._record.series, day, f"c. {column}{self._record.column}" if column else ""])
        )


def _is_urgent(element: etree._Element) -> bool:
    """Whether a speech is an urgent question, which the Commons prints among other business and marks."""
    return "".join(paragraphs_of(element)[:1]).startswith(_URGENT)


def _metadata(element: etree._Element, person: Person) -> Iterator[tuple[str, Any]]:
    """The numbers of a question, and the membership of a speaker who is named only by an office."""
    if number := element.get("oral-qnum"):
        yield "question_number", number
    if numbers := [p.get("qnum") for p in element.iter("p") if p.get("qnum")]:
        yield "question_ids", numbers
    if (key := element.get("speakerid")) and not is_somebody(person) and key != "unknown":
        yield "speaker_id", key


def _is_in_italics(element: etree._Element) -> bool:
    """Whether an item begins with what the House did, which is printed in italics."""
    first = next(iter(element), None)
    return first is not None and "italic" in (first.get("class") or "")


def _time(element: etree._Element) -> datetime.time | None:
    return clock(_LONG_HOUR.sub("", element.get("time") or ""))


def _page(item: etree._Element) -> str:
    """The address of the page that holds an item."""
    return (item.get("url") or "").partition("#")[0]
