"""Turns the lines of a PDF into a chamber's day: headings, speeches, interjections."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from speeches.formats.names import display_name, slug
from speeches.formats.pdf.lines import Line, read_pdf
from speeches.formats.records import Debate, FormatError, Parsed, PartKind, Person, Sitting, Speech
from speeches.formats.turns import Turn, assemble, clock

_DAY = re.compile(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s+(\d{1,2})\s+([A-Z][a-z]+)\s+(\d{4})\b", re.IGNORECASE
)
_CHAMBERS = (
    (re.compile(r"\bfederation chamber\b", re.IGNORECASE), "federation-chamber"),
    (re.compile(r"\bsenate\b", re.IGNORECASE), "senate"),
    (re.compile(r"\bhouse of (?:representatives|commons)\b", re.IGNORECASE), "house"),
)
_PARLIAMENTS = ((re.compile(r"\bnew zealand\b", re.I), "nz"), (re.compile(r"\bcanada\b|house of commons", re.I), "ca"))
# A label such as `Mr BANDT (Melbourne) (14:32):`, `The DEPUTY SPEAKER (Ms Bird):` or `Opposition members:`.
_LABEL = re.compile(
    r"^(?P<name>(?:Mr|Mrs|Ms|Miss|Dr|Senator|Hon\.?|The Hon\.?)\s+(?:[A-Z][\w'’.-]*\s+){0,3}"
    r"(?:Ma?c|O['’]|D['’])?[A-Z]{2,}[A-Z'’-]*(?:\s[A-Z'’-]{2,})?"
    r"|The\s+(?:(?:DEPUTY|ACTING|TEMPORARY)\s+)*(?:SPEAKER|PRESIDENT|CHAIR)"
    r"|(?:An?|Some|Several|Honourable|Opposition|Government)\s+(?:[a-z]+\s+){0,3}(?:members?|senators?))"
    r"\s*(?P<seat>\([^()]*[^\d:.()][^()]*\))?\s*(?:\((?P<time>\d{1,2}[:.]\d{2})\))?\s*:\s*"
)
_INTERJECTING = re.compile(
    r"^(?P<name>(?:Mr|Mrs|Ms|Miss|Dr|Senator|An?|Some|Several|Opposition|Government|Honourable)\s[^.:]{1,40}?)\s+interjecting\W*$"
)
_HEADING = re.compile(r"^[A-Z][A-Z0-9 ,'’&():;–—/-]{4,120}$")
_GROUP = re.compile(r"^(?:An?|Some|Several|Honourable|Opposition|Government|The)\s")
# A line shorter than this share of the page's other lines ends its paragraph.
_SHORT = 0.8


def looks_like_pdf(content: bytes) -> bool:
    """Whether a file is a PDF by its content."""
    return b"%PDF-" in content[:1024]


def parse_pdf(content: bytes, name: str = "") -> Parsed:
    """The day in one file. Raises FormatError, with what to do, if it holds no date or no speaker."""
    pages = read_pdf(content, name)
    lines, head = pages.lines, pages.head
    found = _DAY.search(head)
    if found is None:
        raise FormatError(f"{name}: no date in the PDF, such as “Thursday, 21 October 2021”.")
    try:
        day = datetime.datetime.strptime(" ".join(found.groups()).title(), "%d %B %Y").date()
    except ValueError:
        raise FormatError(f"{name}: “{found[0]}” is no date.") from None
    chamber = next((slug_ for pattern, slug_ in _CHAMBERS if pattern.search(head)), "house")
    parliament = next((code for pattern, code in _PARLIAMENTS if pattern.search(head)), "au")
    reader = _Reader(day, chamber, lines)
    speeches = tuple(reader.speeches())
    if not speeches:
        raise FormatError(f"{name}: no line in the PDF begins as a speaker's does, such as “Mr SMITH (Melbourne):”.")
    sitting = Sitting(parliament, chamber, day, tuple(reader.debates), speeches, ())
    return Parsed("pdf", sittings=(sitting,))


@dataclass(slots=True)
class _Draft:
    speech: Speech
    turns: list[Turn] = field(default_factory=list)


class _Reader:
    """Walks the lines and collects their contents."""

    def __init__(self, day: datetime.date, chamber: str, lines: list[Line]) -> None:
        self._day = day
        self._chamber = chamber
        self._lines = lines
        widths = sorted(len(line.text) for line in lines)
        self._width = widths[int(len(widths) * 0.75)] if widths else 0
        self._ordinals: Counter[str] = Counter()
        self._people: dict[str, Person] = {}
        self._drafts: list[_Draft] = []
        self._position = 0
        self.debates: list[Debate] = []

    def speeches(self) -> Iterator[Speech]:
        for text, page in self._paragraphs():
            self._read(text, page)
        for draft in self._drafts:
            text, parts = assemble(draft.turns)
            yield replace(draft.speech, text=text, parts=parts)

    def _paragraphs(self) -> Iterator[tuple[str, str]]:
        """The lines joined into paragraphs. A word split at the end of a line is made whole."""
        held, page, ended = "", "", False
        for line in self._lines:
            alone = _LABEL.match(line.text) or _INTERJECTING.match(line.text) or _HEADING.match(line.text)
            if held and (ended or alone or _HEADING.match(held)):
                yield held, page
                held = ""
            if not held:
                held, page = line.text, line.page
            elif held.endswith("-") and line.text[:1].islower():
                held = held[:-1] + line.text
            else:
                held = f"{held} {line.text}"
            stop = line.text.rstrip("”’\"')").endswith((".", "!", "?", "—", ":"))
            ended = stop and len(line.text) < _SHORT * self._width
        if held:
            yield held, page

    def _read(self, text: str, page: str) -> None:
        if found := _INTERJECTING.match(text):
            self._interrupt(found["name"], text, 0)
        elif found := _LABEL.match(text):
            self._speak(found, text, page)
        elif _HEADING.match(text) and not _DAY.search(text):
            self.debates.append(
                Debate(title=text.capitalize(), position=self._next(), type=text.capitalize(), page=page)
            )
        elif self._drafts and self._drafts[-1].speech.debate == self._debate:
            turns = self._drafts[-1].turns
            if _GROUP.match(turns[-1].speaker) and turns[-1].person is None:
                main = turns[0]
                turns.append(Turn(PartKind.CONTINUATION, main.speaker, main.person))
            turns[-1].paragraphs.append(text)

    @property
    def _debate(self) -> int | None:
        return len(self.debates) - 1 if self.debates else None

    def _speak(self, found: "re.Match[str]", text: str, page: str) -> None:
        person = self._person(found["name"], found["seat"] or "")
        begins = bool(found["seat"] or found["time"]) and not _GROUP.match(found["name"])
        here = self._drafts[-1] if self._drafts and self._drafts[-1].speech.debate == self._debate else None
        if here is not None and person is not None and here.speech.person.name == person.name and not found["time"]:
            turn = Turn(PartKind.CONTINUATION, person.name, person, found.end())
            turn.paragraphs.append(text)
            here.turns.append(turn)
        elif here is not None and not begins:
            self._interrupt(found["name"], text, found.end(), person)
        else:
            self._begin(person or Person(name=found["name"]), found, text, page)

    def _begin(self, person: Person, found: "re.Match[str]", text: str, page: str) -> None:
        key = slug(person.name)
        self._ordinals[key] += 1
        debate = self.debates[self._debate] if self._debate is not None else None
        said_at = clock(found["time"]) if found["time"] else None
        turn = Turn(PartKind.SPEECH, person.name, person, time=said_at)
        turn.paragraphs.append(text[found.end() :] or text)
        house = "Senate" if self._chamber == "senate" else "House"
        where = f", p. {page}" if page else ""
        speech = Speech(
            id=f"pdf-{self._chamber}-{key}-{self._day.isoformat()}-{self._ordinals[key]}",
            person=person,
            date=self._day,
            text="",
            parts=(),
            position=self._next(),
            debate=self._debate,
            title=debate.title if debate else "",
            chamber=self._chamber,
            page=page,
            time=said_at,
            debate_type=debate.type if debate else "",
            reference=f"{house} Hansard, {self._day.day} {self._day:%b %Y}{where}",
            transcript_quality="from a PDF",
        )
        self._drafts.append(_Draft(speech, [turn]))

    def _interrupt(self, name: str, text: str, prefix: int, person: Person | None = None) -> None:
        if not self._drafts:
            return
        person = person or self._person(name, "")
        turn = Turn(PartKind.INTERJECTION, person.name if person else name, person, prefix)
        turn.paragraphs.append(text)
        self._drafts[-1].turns.append(turn)

    def _person(self, label: str, seat: str) -> Person | None:
        """The member behind a label, with the seat from this or an earlier label; None for an office or a group."""
        if _GROUP.match(label):
            return None
        place = seat.strip("() ").split("—")[0]
        key = slug(display_name(label))
        known = self._people.get(key)
        person = Person(
            name=display_name(label), spelling=label, electorate=place or (known.electorate if known else "")
        )
        self._people[key] = person
        return person

    def _next(self) -> int:
        self._position += 1
        return self._position
