"""Reads a day's file into its sittings: the chamber's, and the Federation Chamber's, which is printed after it."""

import datetime
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import chain

from lxml import etree

from speeches.formats.aph.bills import bills_under, is_first_reading, is_presented, presenter_of, presents
from speeches.formats.aph.divisions import division_of
from speeches.formats.aph.legacy import turns_of_elements
from speeches.formats.aph.ministries import listed_offices
from speeches.formats.aph.people import People, person_of
from speeches.formats.aph.turns import Opening, turns_of_body
from speeches.formats.aph.words import blocks_of, row_of, words_of
from speeches.formats.frame import frame_of
from speeches.formats.names import display_name, fold, slug
from speeches.formats.records import Bill, Debate, Division, FormatError, Parsed, Person, Sitting, Speech
from speeches.formats.turns import Turn, assemble

_TRANSCRIPTS = {
    "chamber.xscript": None,
    "fedchamb.xscript": "federation-chamber",
    "maincomm.xscript": "federation-chamber",
    "answers.to.questions": None,
}
_CHAMBERS = {"house of reps": "house", "reps": "house", "house of representatives": "house", "senate": "senate"}
_HEADINGS = frozenset({"debate", "subdebate.1", "subdebate.2", "subdebate.3", "subdebate.4", "adjournment"})
# In the older schema, words also occur outside speeches: a motion without a speech, a point of order to the chair.
_SPEECHES = frozenset({"speech", "question", "answer", "talk", "motionnospeech", "interjection", "continue"})
_NAMES = {"house": "House", "senate": "Senate", "federation-chamber": "Federation Chamber"}

# First day of each Parliament of Australia. The files' own `parliament.no` is often wrong.
_PARLIAMENTS = (
    (38, datetime.date(1996, 4, 30)),
    (39, datetime.date(1998, 11, 10)),
    (40, datetime.date(2002, 2, 12)),
    (41, datetime.date(2004, 11, 16)),
    (42, datetime.date(2008, 2, 12)),
    (43, datetime.date(2010, 9, 28)),
    (44, datetime.date(2013, 11, 12)),
    (45, datetime.date(2016, 8, 30)),
    (46, datetime.date(2019, 7, 2)),
    (47, datetime.date(2022, 7, 26)),
    (48, datetime.date(2025, 7, 22)),
)


def looks_like_aph(content: bytes) -> bool:
    """Whether the bytes begin like a Hansard file of the Australian Parliament."""
    return b"<hansard" in content[:4096].lower()


def parse_aph(content: bytes, name: str = "") -> Parsed:
    """The sittings in one file. Raises FormatError, with what to do, if it is another kind of file or damaged."""
    root = _root(content, name)
    header = root.find("session.header")
    day = _date(root, name)
    chamber = _CHAMBERS.get(_text(header, "chamber").lower())
    if chamber is None:
        raise FormatError(f"{name}: the header names no known chamber ({_text(header, 'chamber')!r}).")
    people = People(root.iter("talker"))
    ordinals: Counter[str] = Counter()
    proof = _text(header, "proof") == "1"
    sittings = tuple(
        _Reader(transcripts, place, day, people, ordinals, proof=proof).sitting()
        for place, transcripts in _transcripts(root, chamber).items()
    )
    if not any(sitting.speeches for sitting in sittings):
        raise FormatError(f"{name}: the file holds no speech. Is it complete?")
    return Parsed(format="aph", sittings=sittings)


def _transcripts(root: etree._Element, chamber: str) -> dict[str, list[etree._Element]]:
    """The transcripts of each chamber in order. Written answers come after the chamber's own transcript."""
    found: dict[str, list[etree._Element]] = {}
    for tag, second in _TRANSCRIPTS.items():
        for transcript in root.findall(tag):
            found.setdefault(second or chamber, []).append(transcript)
    return found


class _Reader:
    """Walks a chamber's transcripts in document order and collects their contents."""

    def __init__(
        self,
        transcripts: list[etree._Element],
        chamber: str,
        day: datetime.date,
        people: People,
        ordinals: Counter[str],
        *,
        proof: bool,
    ) -> None:
        self._transcripts = transcripts
        self._chamber = chamber
        self._day = day
        self._people = people
        self._ordinals = ordinals
        self._proof = proof
        self._debates: list[Debate] = []
        self._speeches: list[Speech] = []
        self._divisions: list[Division] = []
        self._bills: dict[str, Bill] = {}
        self._position = 0
        self._last_paragraph = ""
        self._opening = ""
        # Whether the chair has just called whoever asks next, and who asks though the source calls their turns answers.
        self._awaits_asker, self._asker = False, ""

    def sitting(self) -> Sitting:
        for element in chain.from_iterable(self._transcripts):
            if element.tag == "business.start":
                self._opening = "\n\n".join(_sentences(element))
            elif element.tag in _HEADINGS:
                self._read_heading(element, parent=None, type_="")
        return Sitting(
            parliament="au",
            chamber=self._chamber,
            date=self._day,
            session=self._session,
            proof=self._proof,
            source_url=_official_url(self._chamber, self._day),
            debates=tuple(self._debates),
            speeches=tuple(self._speeches),
            divisions=tuple(self._divisions),
            offices=tuple(listed_offices(self._speeches)),
            bills=tuple(self._bills.values()),
        )

    @property
    def _session(self) -> int | None:
        return next((number for number, first in reversed(_PARLIAMENTS) if first <= self._day), None)

    def _next(self) -> int:
        self._position += 1
        return self._position

    def _read_heading(self, element: etree._Element, parent: int | None, type_: str) -> None:
        info = next((child for child in element if isinstance(child.tag, str) and child.tag.endswith("info")), None)
        type_ = _text(info, "type") or type_
        title = _text(info, "title") or ("Adjournment" if element.tag == "adjournment" else "")
        # Who took the chair, and when, stands before the first heading.
        paragraphs = [self._opening, *_own_paragraphs(element, title)]
        index, text, self._opening = len(self._debates), "\n\n".join(filter(None, paragraphs)), ""
        self._awaits_asker, self._asker = False, ""
        self._debates.append(
            Debate(
                title=title,
                position=self._next(),
                parent=parent,
                type=type_,
                page=_text(info, "page.no"),
                bill=self._bill(element, title, _text(info, "id.no"), parent, text),
                text=text,
            )
        )
        for child in element:
            if child.tag in _HEADINGS:
                self._read_heading(child, index, type_)
            elif child.tag in _SPEECHES:
                self._read_speech(child, index, type_)
            elif child.tag == "division":
                self._divisions.append(division_of(child, self._next(), index, self._last_paragraph))
            elif child.tag in ("para", "motion"):
                self._last_paragraph = words_of(child)

    def _bill(self, element: etree._Element, title: str, key: str, parent: int | None, text: str) -> str:
        """The title of the bill of a heading, or of the heading above it. Notes the sponsor if the heading says so."""
        own = list(bills_under(element, title, key, str(self._session or "")))
        for bill in own:
            self._bills.setdefault(bill.source_id, bill)
        about = own[0].title if own else self._debates[parent].bill if parent is not None else ""
        if is_first_reading(title) and is_presented(text):
            self._note_introduction(about, presenter_of(text, self._people))
        return self._bills[slug(about)].title if about else ""

    def _note_introduction(self, title: str, sponsor: Person | None) -> None:
        """Notes that a bill was introduced on this day, and by whom if the day tells."""
        if bill := self._bills.get(slug(title)):
            self._bills[bill.source_id] = replace(bill, sponsor=sponsor or bill.sponsor, introduced=self._day)

    def _read_speech(self, element: etree._Element, debate: int, type_: str) -> None:
        talker = element.find("talk.start/talker")
        speaker = self._speaker(element, talker)
        opening, turns = self._turns(element, speaker)
        if not turns:
            return
        text, parts = assemble(turns)
        self._last_paragraph = _last_question(turns)
        heading = self._debates[debate]
        if is_first_reading(heading.title) and presents(text):
            self._note_introduction(heading.bill, speaker)
        page = _text(talker, "page.no") or heading.page
        self._speeches.append(
            Speech(
                id=self._new_id(speaker.source_id or fold(speaker.name).replace(" ", "-")),
                person=speaker,
                date=self._day,
                text=text,
                parts=parts,
                position=self._next(),
                debate=debate,
                kind=self._kind(element, speaker, opening),
                role=opening.title,
                title=heading.title,
                chamber=self._chamber,
                page=page,
                time=opening.time,
                debate_type=type_.capitalize() if type_.isupper() else type_,
                reference=_reference(self._chamber, self._day, page),
                source_url=_official_url(self._chamber, self._day),
                transcript_quality="proof" if self._proof else "official",
            )
        )

    def _kind(self, element: etree._Element, speaker: Person, opening: Opening) -> str:
        """Whether a turn is a question or an answer. If the source calls it a question that the chair gives the call,
        the next one has the question, which the source calls an answer."""
        if element.tag == "question":
            called = frame_of("au").presides(f"{opening.label} {_text(element.find('talk.start/talker'), 'name')}")
            self._awaits_asker, self._asker = called, ""
            return "speech" if called else "question"
        if element.tag != "answer":
            return "speech"
        if self._awaits_asker:
            self._awaits_asker, self._asker = False, speaker.name
        return "question" if speaker.name == self._asker else "answer"

    def _speaker(self, element: etree._Element, talker: etree._Element | None) -> Person:
        if talker is not None:
            return self._people.by_id(talker.findtext("name.id")) or person_of(talker)
        label = _text(element, "name")
        return self._people.by_label(label) or Person(name=display_name(label), spelling=label)

    def _turns(self, element: etree._Element, speaker: Person) -> tuple[Opening, list[Turn]]:
        body = element.find("talk.text/body")
        if body is not None:
            return turns_of_body(body, speaker, self._people)
        if element.tag in ("interjection", "continue"):
            element = _as_speech(element)
        return turns_of_elements(element, speaker, self._people)

    def _new_id(self, key: str) -> str:
        """`{name.id}-{date}-{n}`: n counts the person's own speeches of the day, so that others' do not change it."""
        self._ordinals[key] += 1
        return f"{key}-{self._day.isoformat()}-{self._ordinals[key]}"


def _own_paragraphs(element: etree._Element, title: str) -> Iterator[str]:
    """Text under a heading that nobody speaks, such as notices and "Bill read a first time."."""
    for child in element:
        if child.tag in ("para", "quote", "motion", "list", "amendments", "petition.group", "petition"):
            yield from filter(
                None, (words_of(para) for para in ([child] if child.tag == "para" else child.iter("para")))
            )
        elif isinstance(child.tag, str) and child.tag.endswith(".text"):
            for body in child.iter("body"):
                for block in blocks_of(body):
                    text = row_of(block) if block.tag == "tr" else words_of(block)
                    if text and text.casefold() != title.casefold():
                        yield text


def _sentences(opening: etree._Element) -> Iterator[str]:
    """The sentences before the first heading, without the day."""
    words = (words_of(paragraph) for paragraph in opening.iter("para", "p"))
    return (one for one in words if one.endswith("."))


def _as_speech(element: etree._Element) -> etree._Element:
    """Turn an interjection that stands alone under a heading into its speaker's own speech."""
    copy = etree.Element("speech")
    copy.extend(deepcopy(child) for child in element)
    return copy


def _last_question(turns: list[Turn]) -> str:
    for turn in reversed(turns):
        for paragraph in reversed(turn.paragraphs):
            if "question" in paragraph:
                return paragraph
    return ""


def _reference(chamber: str, day: datetime.date, page: str) -> str:
    """The reference as members cite it: "House Hansard, 21 Oct 2021, p. 9789"."""
    house = "Senate" if chamber == "senate" else "House"
    where = f", p. {page}" if page.isdecimal() and int(page) else ""
    second = " (Federation Chamber)" if chamber == "federation-chamber" else ""
    return f"{house} Hansard, {day.day} {day:%b %Y}{where}{second}"


def _official_url(chamber: str, day: datetime.date) -> str:
    collection = "hansards" if chamber == "senate" else "hansardr"
    return (
        "https://parlinfo.aph.gov.au/parlInfo/search/display/display.w3p;"
        f"query=Id:%22chamber/{collection}/{day.isoformat()}/0000%22"
    )


def _root(content: bytes, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(content.removeprefix(b"\xef\xbb\xbf").lstrip(), parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(f"{name}: not a complete XML file ({error}). Fetch it again.") from error
    if root.tag != "hansard":
        raise FormatError(f"{name}: an XML file, but not Hansard (its root is <{root.tag}>).")
    return root


def _date(root: etree._Element, name: str) -> datetime.date:
    text = _text(root.find("session.header"), "date")
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise FormatError(f"{name}: the header holds no date ({text!r}); expected one such as 2021-10-21.") from None


def _text(element: etree._Element | None, path: str) -> str:
    if element is None:
        return ""
    return " ".join((element.findtext(path) or "").replace("\u00a0", " ").split())
