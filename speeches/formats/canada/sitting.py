"""Reads a day's file into its sitting: headings, interventions, unspoken text, votes and the appended lists."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from speeches.formats.canada.appointments import appointments_in
from speeches.formats.canada.divisions import division_of
from speeches.formats.canada.document import Head, head_of, root_of
from speeches.formats.canada.headings import Headings
from speeches.formats.canada.intervention import Content, Floor, content_of, is_direction
from speeches.formats.canada.lists import committee_lists, list_blocks, listed_members, listed_offices
from speeches.formats.canada.people import Label, People, label_of
from speeches.formats.canada.questions import Exchange
from speeches.formats.canada.words import bills_in, words_of
from speeches.formats.records import (
    THE_RECORD,
    Bill,
    CommitteeList,
    Division,
    FormatError,
    Meeting,
    Parsed,
    PartKind,
    Person,
    Sitting,
    Speech,
)
from speeches.formats.turns import Turn

_SPEAKER = {"en": "The Speaker", "fr": "Le Président"}
_GOVERNOR = {"en": "The Governor General", "fr": "Le gouverneur général"}
_THRONE = re.compile(r"^(?:Speech from the Throne|Le discours du Trône)$", re.IGNORECASE)
_RESULT = re.compile(r"which was ([\w ]+?) on the following division|qui est ([\w ]+?) par le vote suivant")
# How the record says that a bill is moved for the first or second time, and that somebody moves it for another.
_INTRODUCED = re.compile(r"\bmoved for leave to introduce|\bdemande à présenter")
_SECOND_READING = re.compile(
    r"\bmoved that .* be read the second time|\bpropose que .* lu pour la deuxième fois", re.DOTALL
)
_FOR_ANOTHER = re.compile(r"\((?:for|pour|au nom d)", re.IGNORECASE)
_WHOLE = frozenset({"Intervention", "WrittenQuestionResponse"})
_READ = frozenset(
    {"SubjectOfBusiness", "Division", "ParaText", "ProceduralText", "Timestamp", "FloorLanguage", "Prayer"}
)


def looks_like_canada(content: bytes) -> bool:
    """Whether the bytes begin like a Hansard file of the Canadian Parliament."""
    return b"<Hansard" in content[:4096] and b"xml:lang" in content[:4096]


def parse_canada(content: bytes, name: str = "") -> Parsed:
    """The sitting or committee meeting in one file. Raises FormatError if it is another kind of file or damaged."""
    root = root_of(content, name)
    sitting = _Reader(root, head_of(root, name)).sitting()
    if not sitting.speeches:
        raise FormatError(f"{name}: the file holds no intervention. Is it complete?")
    return Parsed(format="canada", sittings=(sitting,))


@dataclass(slots=True)
class _Draft:
    """A speech that is still being collected."""

    speech: Speech
    content: Content

    def finish(self) -> Speech:
        text, parts, paragraphs = self.content.assemble_turns()
        bills = tuple({bill.source_id or bill.number: bill for bill in reversed(self.content.bills)}.values())
        return replace(self.speech, text=text, parts=parts, paragraphs=paragraphs, bills=bills[::-1])


class _Reader:
    """Walks a file in document order and collects its contents."""

    def __init__(self, root: etree._Element, head: Head) -> None:
        self._root = root
        self._head = head
        self._listed = listed_members(root)
        self._people = People(root, self._listed)
        self._people.preside(_SPEAKER[head.language], head.presiding)
        self._record = Person(name=THE_RECORD[head.language])
        self._floor = Floor()
        self._headings = Headings()
        self._exchange = Exchange()
        self._drafts: list[_Draft] = []
        self._divisions: list[Division] = []
        self._roles: dict[str, str] = {}
        self._sponsored: dict[str, Bill] = {}
        self._position = 0

    def sitting(self) -> Sitting:
        head = self._head
        for element in self._elements():
            self._read(element)
        self._read_lists()
        speeches = tuple(draft.finish() for draft in self._drafts if draft.content.turns)
        return Sitting(
            parliament="ca",
            chamber=head.chamber.lower(),
            date=head.date,
            debates=tuple(self._headings.debates),
            speeches=speeches,
            divisions=tuple(self._divisions),
            session=head.parliament,
            session_part=head.session,
            language=head.language,
            number=head.number,
            source_url=head.url,
            chamber_names=head.body,
            meeting=Meeting(head.acronym, head.number) if head.acronym else None,
            members=tuple(self._listed),
            offices=tuple(listed_offices(self._root, head.date, head.language)),
            committees=self._committees(speeches),
            bills=tuple(self._bills(speeches)),
        )

    def _elements(self) -> Iterator[etree._Element]:
        """The elements of the day in order. Interventions and written questions come whole."""
        body = self._root.find("HansardBody")
        for part in body if body is not None else ():
            if part.tag == "OrderOfBusiness":
                title = words_of(part.find("OrderOfBusinessTitle")) or words_of(part.find("CatchLine"))
                self._headings.open_order(title, self._next())
            yield from _below(part)

    def _read(self, element: etree._Element) -> None:
        if element.tag in ("Timestamp", "FloorLanguage"):
            self._floor.note(element)
        elif element.tag == "SubjectOfBusiness":
            self._headings.open_subject(element, self._next())
            self._position += 1
        elif element.tag == "Intervention":
            self._read_intervention(element)
        elif element.tag == "WrittenQuestionResponse":
            self._read_written(element)
        elif element.tag == "Division":
            self._read_division(element)
        elif element.get("TocType") == "TPC":
            self._headings.note_stage(words_of(element))
        elif words_of(element):
            self._read_record(element, words_of(element))

    # Words

    def _read_intervention(self, element: etree._Element) -> None:
        affiliation = element.find("PersonSpeaking/Affiliation")
        printed = words_of(element.find("PersonSpeaking"))
        label = label_of(affiliation) if affiliation is not None else Label(None)
        person = self._people.speaker(label)
        if not printed and affiliation is not None:
            # The same member goes on after the terms of the motion: "She said: …".
            person = self._people.in_role(affiliation.get("DbId") or "")
        person = person or (Person(name=label.role) if label.role else self._record)
        content = content_of(element.find("Content"), person, printed, self._people, self._floor)
        for line in content.stages:
            self._headings.note_stage(line)
        if content.moved and content.bills:
            self._headings.is_about(content.bills[0].number)
            self._note_sponsor(content, person)
        type_ = element.get("Type") or ""
        speech = self._speech(
            person,
            element.get("id") or "",
            kind=self._exchange.kind_of(element, person.name, presides=label.presides),
            role=self._role(person, label),
            metadata={"intervention_type": type_} if type_ else {},
        )
        self._drafts.append(_Draft(speech, content))

    def _note_sponsor(self, content: Content, person: Person) -> None:
        """Notes the day of the bill's first reading, and its sponsor: whoever moves its first or second reading, unless
        they do so for somebody else."""
        words, bill = content.turns[0].paragraphs[0], content.bills[0]
        first = bool(_INTRODUCED.search(words))
        # A Senate bill belongs to its senator, whoever moves it in the House.
        if bill.number.startswith("S-") or not (first or _SECOND_READING.search(words)):
            return
        key = bill.source_id or bill.number
        known = self._sponsored.get(key, bill)
        self._sponsored[key] = replace(
            known,
            sponsor=known.sponsor or (None if _FOR_ANOTHER.search(words) else person),
            introduced=known.introduced or (self._head.date if first else None),
        )

    def _role(self, person: Person, label: Label) -> str:
        """The office under which somebody speaks. Once named, it also holds for later mentions without it."""
        if label.role:
            self._roles[person.name] = label.role
        return label.role or self._roles.get(person.name, "")

    def _read_record(self, element: etree._Element, words: str) -> None:
        """Reads text between interventions: motions resumed, results of votes, the speech from the throne."""
        subject = self._headings.subject
        throne = subject is not None and bool(_THRONE.match(subject.title)) and self._is_throne_speech(words)
        person = Person(name=_GOVERNOR[self._head.language]) if throne else self._record
        bills = list(bills_in(element))
        if bills:
            self._headings.is_about(bills[0].number)
        last = self._drafts[-1] if self._drafts else None
        if last is None or last.speech.person != person or last.speech.debate != self._headings.here:
            key = element.get("id") or ""
            # A paragraph's number is unique in the whole record, a single line's only within its file.
            key = f"p{key}" if len(key) > 4 else f"{self._head.document}-p{self._position + 1}"
            speech = self._speech(person, key, kind="speech" if throne else "procedure")
            last = _Draft(speech, Content())
            self._drafts.append(last)
        kind = PartKind.SPEECH if throne else PartKind.PROCEDURE
        turn = last.content.turns[-1] if last.content.turns else Turn(kind, person.name if throne else "")
        last.content.add(turn, words, (element.get("id") or "", self._floor.language))
        last.content.bills += bills

    def _is_throne_speech(self, words: str) -> bool:
        """Whether the speech from the throne is here: it follows "I have obtained a copy, which is as follows:"."""
        last = self._drafts[-1] if self._drafts else None
        if last is None or is_direction(words):
            return False
        goes_on = last.speech.person.name == _GOVERNOR[self._head.language]
        return goes_on or last.content.turns[-1].paragraphs[-1].endswith(":")

    def _read_written(self, element: etree._Element) -> None:
        """Reads a written question and its answer. Sometimes only the words name the author of the answer."""
        number = words_of(element.find("QuestionID")).rstrip("-–: ")
        for tag, asker, kind in (
            ("QuestionContent", "Questioner", "question"),
            ("ResponseContent", "Responder", "answer"),
        ):
            affiliation = element.find(f"{asker}/Affiliation")
            label = label_of(affiliation) if affiliation is not None else Label(None)
            person = self._people.speaker(label) or self._record
            content = content_of(element.find(tag), person, ":", self._people, self._floor)
            key = content.marks[0][0][0] if content.marks else ""
            if key:
                self._drafts.append(
                    _Draft(self._speech(person, f"p{key}", kind=kind, role=label.role, title=number), content)
                )

    def _read_lists(self) -> None:
        for title, groups in list_blocks(self._root):
            self._headings.open_order(title, self._next())
            for heading, lines in groups:
                content = Content()
                turn = Turn(PartKind.PROCEDURE, "")
                for text in (f"{title}\n{heading}".strip(), "\n".join(lines)):
                    if text:
                        content.add(turn, text, ("", ""))
                key = f"{self._head.document}-list{self._position + 1}"
                self._drafts.append(_Draft(self._speech(self._record, key, kind="list", title=heading), content))

    def _speech(
        self,
        person: Person,
        key: str,
        *,
        kind: str,
        role: str = "",
        title: str = "",
        metadata: dict[str, str] | None = None,
    ) -> Speech:
        debate = self._headings.debate
        anchor = f"#Int-{key}" if key.isdigit() else ""
        return Speech(
            id=f"ca-{key}-{self._head.language}",
            person=person,
            date=self._head.date,
            text="",
            parts=(),
            position=self._next(),
            debate=self._headings.here,
            kind=kind,
            role=role,
            title=". ".join(filter(None, [debate.title if debate else "", title])),
            chamber=self._head.chamber.lower(),
            time=self._floor.time,
            language=self._head.language,
            debate_type=debate.type if debate else "",
            reference=self._head.reference,
            source_url=f"{self._head.url}{anchor}",
            metadata=metadata or {},
            source_key=f"ca-{key}",
        )

    def _committees(self, speeches: tuple[Speech, ...]) -> tuple[CommitteeList, ...]:
        """The committees in the appended lists, with the speech that prints each, and those appointed in a sentence."""
        printed = {speech.title.rpartition(". ")[2]: speech.id for speech in speeches if speech.kind == "list"}
        titles = {speech.title: speech.id for speech in speeches if speech.kind == "list"}
        lists = (
            replace(one, speech=printed.get(one.name) or titles.get(one.name) or "")
            for one in committee_lists(self._root)
        )
        return (*lists, *appointments_in(speeches))

    # Votes and bills

    def _read_division(self, element: etree._Element) -> None:
        here = self._headings.here
        subject = self._headings.subject
        found = _RESULT.search(self._drafts[-1].content.turns[-1].paragraphs[-1]) if self._drafts else None
        result = next(filter(None, found.groups()), "") if found else ""
        self._divisions.append(
            division_of(
                element,
                self._people,
                position=self._next(),
                debate=here,
                question=self._find_motion(),
                result=result[:1].upper() + result[1:],
                bill=subject.bill if subject else "",
            )
        )

    def _find_motion(self) -> str:
        """The motion that was voted on, in the record's words as the house resumed it; "" if none is printed."""
        for draft in self._drafts:
            if draft.speech.debate == self._headings.here and draft.speech.kind == "procedure":
                words = draft.content.turns[0].paragraphs[0]
                if "motion" in words and not is_direction(words):
                    return words
        return ""

    def _bills(self, speeches: tuple[Speech, ...]) -> Iterator[Bill]:
        """Every bill that the day names. A bill that a heading is about belongs to the day's session."""
        about = {debate.bill for debate in self._headings.debates if debate.bill}
        session = f"{self._head.parliament}-{self._head.session}"
        known: dict[str, Bill] = {}
        for bill in (bill for speech in speeches for bill in speech.bills):
            key = bill.source_id or bill.number
            before = known.get(key, bill)
            known[key] = replace(before, title=before.title or bill.title)
        for key, bill in known.items():
            own = self._sponsored.get(key, bill)
            in_session = session if bill.number in about else ""
            yield replace(bill, session=in_session, sponsor=own.sponsor, introduced=own.introduced)

    def _next(self) -> int:
        self._position += 1
        return self._position


def _below(element: etree._Element) -> Iterator[etree._Element]:
    for child in element:
        if child.tag in _WHOLE:
            yield child
            continue
        if child.tag in _READ:
            yield child
        if child.tag not in ("ParaText", "Division"):
            yield from _below(child)
