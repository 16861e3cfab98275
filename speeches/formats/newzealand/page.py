"""Reads a page into the part of a sitting that it holds."""

import datetime
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lxml import etree, html

from speeches.formats.names import slug
from speeches.formats.newzealand.labels import Label, People, bill_in_charge, read_label
from speeches.formats.newzealand.votes import read_vote
from speeches.formats.newzealand.words import words_of
from speeches.formats.records import (
    THE_RECORD,
    Bill,
    Debate,
    Division,
    FormatError,
    Parsed,
    PartKind,
    Person,
    Sitting,
    Speech,
)
from speeches.formats.turns import Turn, assemble, clock

_KINDS = {
    "Speech": "speech",
    "SubsQuestion": "question",
    "SubsAnswer": "answer",
    "SupQuestion": "question",
    "SupAnswer": "answer",
}
_VOICES = {
    "ContinueSpeech": PartKind.CONTINUATION,
    "ContinueAnswer": PartKind.CONTINUATION,
    "Interjection": PartKind.INTERJECTION,
    "Intervention": PartKind.INTERJECTION,
}
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4}
_VOLUME = re.compile(r"\[Volume:\s*(\d+)\s*;\s*Page:\s*(\d+)\s*\]", re.IGNORECASE)
_STAGE = re.compile(r"^(?:(?:First|Second|Third) Readings?|In Committee|Instruction to Committee)\b")
_QUESTION = re.compile(r"^\d+\.\s*[A-Z][A-Z'’ -]{3,}")
_DAY = re.compile(r"^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d{1,2} [A-Z][a-z]+ \d{4})$")
# Letters of the first words spoken that are enough to tell pages apart.
_OPENING = 80
# Longer than any sitting under urgency. If the two dates differ by more, the head belongs to another page.
_SAME_SITTING = datetime.timedelta(days=14)
# The first general election of each Parliament since the pages begin.
_PARLIAMENTS = (
    (47, datetime.date(2002, 7, 27)),
    (48, datetime.date(2005, 9, 17)),
    (49, datetime.date(2008, 11, 8)),
    (50, datetime.date(2011, 11, 26)),
    (51, datetime.date(2014, 9, 20)),
    (52, datetime.date(2017, 9, 23)),
    (53, datetime.date(2020, 10, 17)),
    (54, datetime.date(2023, 10, 14)),
)


def looks_like_new_zealand(content: bytes) -> bool:
    """Whether the bytes begin like a Hansard page of the New Zealand Parliament."""
    start = content[:8192]
    return b"<html" in start.lower() and b"DC.Date" in start and b"DocumentTitle" in content


def parse_new_zealand(content: bytes, name: str = "") -> Parsed:
    """The part of a sitting that is on one page. Raises FormatError if it is another kind of page."""
    try:
        root = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8"))
    except etree.LxmlError as error:
        raise FormatError(f"{name}: not a page that can be read ({error}).") from error
    copy = root.find(".//div[@class='copy']")
    if copy is None:
        raise FormatError(f'{name}: not a Hansard page of the New Zealand Parliament (no <div class="copy">).')
    page = _Page(copy, _date(root, copy, name), _link(root))
    sitting = page.sitting()
    if not sitting.speeches and not sitting.divisions and not sitting.debates:
        raise FormatError(f"{name}: the page holds no debate. Is it complete?")
    return Parsed(format="new-zealand", sittings=(sitting,))


@dataclass(slots=True)
class _Draft:
    """A speech that is still being collected."""

    speech: Speech
    turns: list[Turn] = field(default_factory=list)

    def voice(self) -> Turn:
        """The turn that an unmarked paragraph belongs to: the last one that somebody speaks."""
        return next((turn for turn in reversed(self.turns) if turn.kind is not PartKind.PROCEDURE), self.turns[-1])

    def say(self, turn: Turn, words: str) -> None:
        last = self.turns[-1] if self.turns else None
        if last is not turn:
            turn = replace(turn, paragraphs=[], prefix=0) if turn.paragraphs else turn
            self.turns.append(turn)
        turn.paragraphs.append(words)


class _Page:
    """Walks a page in document order and collects its contents."""

    def __init__(self, copy: etree._Element, day: datetime.date, link: str) -> None:
        self._copy = copy
        self._day = day
        self._link = link
        self._title = next((words_of(heading) for heading in copy.iter("h1")), "")
        title = re.sub(r"^\d+\.\s*", "", self._title)
        self._key = f"{slug(title)[:80]}-{_place(copy)}"
        printed = next((words_of(line) for line in copy.iter("p") if words_of(line).startswith("[")), "")
        volume = _VOLUME.search(printed)
        self._volume = volume[1] if volume else ""
        self._page = volume[2] if volume else ""
        self._proof = volume is None and bool(printed)
        self._printed = printed
        self._people = People()
        self._time: datetime.time | None = None
        self._debates: list[Debate] = []
        self._levels: list[tuple[int, int]] = []
        self._drafts: list[_Draft] = []
        self._divisions: list[Division] = []
        self._bills: dict[str, Bill] = {}
        self._position = 0
        # Text before the first heading: who took the chair, prayers.
        self._pending: list[str] = []

    def sitting(self) -> Sitting:
        self._walk(self._copy)
        self._read_pending()
        return Sitting(
            parliament="nz",
            chamber="house",
            date=self._day,
            debates=tuple(self._debates),
            speeches=tuple(self._finish_speeches()),
            divisions=tuple(self._divisions),
            session=next((number for number, first in reversed(_PARLIAMENTS) if first <= self._day), None),
            proof=self._proof,
            source_url=self._link,
            piece=self._key,
            bills=tuple(self._bills.values()),
        )

    def _finish_speeches(self) -> Iterator[Speech]:
        for draft in self._drafts:
            text, parts = assemble([turn for turn in draft.turns if turn.paragraphs])
            if text:
                yield replace(draft.speech, text=text, parts=parts)

    def _walk(self, element: etree._Element) -> None:
        for child in element:
            if not isinstance(child.tag, str):
                continue
            self._note_anchors(child)
            kind = child.get("class") or ""
            if child.tag in _HEADINGS:
                self._read_heading(child)
            elif child.tag == "div" and kind in ("partyVote", "personalVote"):
                self._read_vote(child)
            elif child.tag == "p":
                self._read_paragraph(child, kind)
            elif child.tag == "li":
                self._read_procedure(words_of(child))
            else:
                self._walk(child)

    def _note_anchors(self, element: etree._Element) -> None:
        anchors = [element] if element.tag == "a" else element.findall("a") if element.tag == "p" else []
        for anchor in anchors:
            name = anchor.get("name") or ""
            if name.startswith("page_"):
                self._page = name[5:]
            elif name.startswith("time_"):
                self._time = clock(name[5:])

    # Headings

    def _read_heading(self, element: etree._Element) -> None:
        title = words_of(element)
        if not title or _DAY.match(title) or (title == self._title and not self._debates and element.tag == "h1"):
            return
        self._open(_HEADINGS[element.tag], re.sub(r"\s*\(continued\)$", "", title))

    def _open(self, level: int, title: str) -> None:
        while self._levels and self._levels[-1][0] >= level:
            self._levels.pop()
        parent = self._levels[-1][1] if self._levels else None
        above = self._debates[parent] if parent is not None else None
        bill = title if re.search(r"\bBill(?: \(No\.? \d+\))?$", title) else above.bill if above else ""
        if not bill and _STAGE.match(title):
            bill = next((debate.bill for debate in reversed(self._debates) if debate.bill), "")
        if bill and "—" not in bill:
            self._bills.setdefault(bill, Bill(number="", source_id=slug(bill), title=bill))
        self._debates.append(
            Debate(
                title=title,
                position=self._next(),
                parent=parent,
                type=above.type if above else title,
                page=self._page,
                bill=bill if "—" not in bill else "",
            )
        )
        self._levels.append((level, len(self._debates) - 1))

    @property
    def _debate(self) -> int | None:
        return self._levels[-1][1] if self._levels else None

    # Words

    def _read_paragraph(self, element: etree._Element, kind: str) -> None:
        words = words_of(element)
        if not words or words == self._printed:
            return
        label, said = _split_label(element, words)
        if kind in _KINDS:
            self._begin(_KINDS[kind], read_label(label), said)
        elif kind in _VOICES and label:
            self._interrupt(_VOICES[kind], label, words)
        elif self._drafts and self._drafts[-1].speech.debate == self._debate:
            self._go_on(kind, words)
        else:
            self._read_procedure(words)

    def _begin(self, kind: str, label: Label, said: str) -> None:
        self._read_pending()
        person = self._people.meet(label) or Person(name=label.name or THE_RECORD["en"])
        if title := bill_in_charge(label.role):
            known = self._bills.get(title) or Bill(number="", source_id=slug(title), title=title)
            self._bills[title] = replace(known, sponsor=person)
        metadata = {"question_number": label.number, "asked_of": label.to}
        speech = self._speech(
            person, kind=kind, role=label.role, metadata={key: value for key, value in metadata.items() if value}
        )
        turn = Turn(PartKind.SPEECH, person.name, person if label.person else None, time=self._time)
        turn.paragraphs.append(said)
        self._drafts.append(_Draft(speech, [turn]))

    def _interrupt(self, kind: PartKind, label: str, words: str) -> None:
        """An interjection, or the main speaker going on after one."""
        read = read_label(label)
        person = self._people.meet(read)
        if not self._drafts or self._drafts[-1].speech.debate != self._debate:
            self._begin("speech", read, words[len(label) :].lstrip(": "))
            return
        draft = self._drafts[-1]
        mine = person is not None and person.name == draft.speech.person.name
        prefix = len(label) + len(re.match(r"\s*:?\s*", words[len(label) :])[0])  # type: ignore[index]
        name = person.name if person else read.name
        turn = Turn(PartKind.CONTINUATION if mine else kind, name, person, prefix)
        if not mine and kind is PartKind.CONTINUATION:
            turn.kind = PartKind.INTERJECTION
        draft.turns.append(turn)
        turn.paragraphs.append(words)

    def _go_on(self, kind: str, words: str) -> None:
        """A paragraph without a speaker: the voice before goes on, also with a clause after the text of a motion."""
        draft = self._drafts[-1]
        draft.say(draft.voice() if kind in ("a", "", "Speech") else draft.turns[-1], words)

    def _read_procedure(self, words: str) -> None:
        if not words:
            return
        if not self._debates:
            self._pending.append(words)
            return
        self._read_pending()
        if not self._drafts or self._drafts[-1].speech.debate != self._debate:
            self._drafts.append(_Draft(self._speech(Person(name=THE_RECORD["en"]), kind="procedure")))
        turns = self._drafts[-1].turns
        if not turns or turns[-1].kind is not PartKind.PROCEDURE:
            turns.append(Turn(PartKind.PROCEDURE, ""))
        turns[-1].paragraphs.append(words)

    def _read_pending(self) -> None:
        lines, self._pending = self._pending, []
        if lines:
            turn = Turn(PartKind.PROCEDURE, "")
            turn.paragraphs += lines
            self._drafts.append(_Draft(self._speech(Person(name=THE_RECORD["en"]), kind="procedure"), [turn]))

    def _speech(self, person: Person, *, kind: str, role: str = "", metadata: dict[str, str] | None = None) -> Speech:
        if not self._debates:
            self._open(1, re.sub(r"^\d+\.\s*", "", self._title))
        debate = self._debates[self._debate or 0]
        position = self._next()
        return Speech(
            id=f"nz-{self._day.isoformat()}-{self._key}-{position}",
            person=person,
            date=self._day,
            text="",
            parts=(),
            position=position,
            debate=self._debate,
            kind=kind,
            role=role,
            title=debate.title,
            chamber="house",
            page=self._page,
            time=self._time,
            debate_type=debate.type,
            reference=self._reference(),
            source_url=self._link,
            transcript_quality="proof" if self._proof else "official",
            metadata=metadata or {},
        )

    def _reference(self) -> str:
        """The reference as it is cited: "NZ Hansard, 19 June 2007, vol. 640, p. 9938"."""
        day = f"{self._day.day} {self._day:%B %Y}"
        volume = f"vol. {self._volume}" if self._volume else ""
        page = f"p. {self._page}" if self._page else ""
        return ", ".join(filter(None, ["NZ Hansard", day, volume, page]))

    # Votes

    def _read_vote(self, element: etree._Element) -> None:
        self._read_pending()
        vote = read_vote(element)
        self._drafts.append(_Draft(self._speech(Person(name=THE_RECORD["en"]), kind="procedure")))
        turn = Turn(PartKind.PROCEDURE, "")
        turn.paragraphs.append(vote.text)
        self._drafts[-1].turns.append(turn)
        self._divisions.append(
            Division(
                position=self._next(),
                debate=self._debate,
                ayes=vote.counts["aye"],
                noes=vote.counts["no"],
                abstentions=vote.counts["abstention"],
                ballots=tuple(vote.ballots),
                question=vote.question,
                result=vote.result,
                time=self._time,
                method=vote.method,
                parties=tuple(vote.parties),
                bill=self._debates[self._debate].bill if self._debate is not None else "",
            )
        )
        for line in element.iter("li"):
            self._read_procedure(words_of(line))

    def _next(self) -> int:
        self._position += 1
        return self._position


def _place(copy: etree._Element) -> str:
    """A key that tells a page from others of its day under the same heading, and stays the same in each edition: the
    time at which it begins, else its first printed page, else a hash of its first words."""
    anchors = [anchor.get("name") or "" for anchor in copy.iter("a")]
    for mark in ("time_", "page_"):
        if place := next((name.removeprefix(mark) for name in anchors if name.startswith(mark)), ""):
            return f"{mark[0]}{re.sub(r'[^0-9]', '', place)}"
    said = next((words_of(line) for line in copy.iter("p") if line.find("strong") is not None), "")
    return hashlib.sha256(said[:_OPENING].encode()).hexdigest()[:6]


def _split_label(element: etree._Element, words: str) -> tuple[str, str]:
    """A paragraph's label and the words after it. The label begins in bold and ends at the first colon."""
    first = next((child for child in element if child.tag == "strong"), None)
    bold = first is not None and words.startswith(words_of(first)[:3])
    if not bold and not _QUESTION.match(words):
        return "", words
    label, colon, said = words.partition(":")
    return (label.strip(), said.strip()) if colon else ("", words)


def _date(root: etree._Element, copy: etree._Element, name: str) -> datetime.date:
    """The day in the page's head. If the printed day is too far from it, the head belongs to another page, and the
    printed day counts."""
    stated = next((meta.get("content") or "" for meta in root.iter("meta") if meta.get("name") == "DC.Date"), "")
    try:
        day = datetime.date.fromisoformat(stated[:10])
    except ValueError:
        raise FormatError(f"{name}: the page's head holds no date (DC.Date is {stated!r}).") from None
    for heading in copy.iter(*_HEADINGS):
        if found := _DAY.match(words_of(heading)):
            printed = datetime.datetime.strptime(found[1], "%d %B %Y").date()
            return printed if abs(printed - day) > _SAME_SITTING else day
    return day


def _link(root: etree._Element) -> str:
    """The page's own address, if it states one."""
    for link in root.iter("link"):
        if link.get("rel") == "canonical":
            return link.get("href") or ""
    return ""
