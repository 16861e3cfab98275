"""Reads the words of one intervention: who speaks each paragraph, in which language, and when."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lxml import etree

from rag.text.spans import Span
from speeches.formats.canada.people import People, read_label
from speeches.formats.canada.words import bills_in, read_words, words_of
from speeches.formats.records import Bill, Paragraph, Part, PartKind, Person
from speeches.formats.turns import Turn, assemble

# Nobody in particular. Unmarked words that follow belong to whoever had the floor before.
_GROUP = re.compile(r"^(?:Some|An?|Several|Une?|Des|Plusieurs)\s", re.IGNORECASE)
_SAID = re.compile(r"^(?:He|She|They|Il|Elle) (?:said|dit)\s*:\s*", re.IGNORECASE)
_DIRECTION = re.compile(r"^(?:\(.*\)|\[.*\])\.?$", re.DOTALL)


@dataclass(slots=True)
class Floor:
    """The time of the debate and the language that is being spoken."""

    language: str = ""
    time: datetime.time | None = None

    def note(self, element: etree._Element) -> None:
        if element.tag == "FloorLanguage":
            self.language = (element.get("language") or "").lower()
        elif (hour := element.get("Hr") or "").isdigit() and (minute := element.get("Mn") or "").isdigit():
            # A sitting that runs past midnight counts on: 2405.
            self.time = datetime.time(int(hour) % 24, min(int(minute), 59))


@dataclass(slots=True)
class Content:
    """The contents of an intervention, not yet joined. `marks` has the id and floor of each paragraph of each turn."""

    turns: list[Turn] = field(default_factory=list)
    marks: list[list[tuple[str, str]]] = field(default_factory=list)
    bills: list[Bill] = field(default_factory=list)
    stages: list[str] = field(default_factory=list)
    moved: bool = False

    def add(self, turn: Turn, paragraph: str, mark: tuple[str, str], set_apart: Sequence[Span] = ()) -> None:
        """Add a paragraph to a turn: the last one or a new one."""
        if not self.turns or self.turns[-1] is not turn:
            self.turns.append(turn)
            self.marks.append([])
        turn.add(paragraph, set_apart=set_apart)
        self.marks[-1].append(mark)

    def assemble_turns(self) -> tuple[str, tuple[Part, ...], tuple[Paragraph, ...]]:
        """The joined text, its parts, and the places of the numbered paragraphs."""
        text, parts = assemble(self.turns)
        found: list[Paragraph] = []
        for part, turn, marks in zip(parts, self.turns, self.marks, strict=True):
            start = part.start
            for paragraph, (key, floor) in zip(turn.paragraphs, marks, strict=True):
                if key:
                    found.append(Paragraph(key, start, start + len(paragraph), floor))
                start += len(paragraph) + 2
        return text, parts, tuple(found)


def content_of(
    element: etree._Element | None, speaker: Person, printed: str, people: People, floor: Floor, *, role: str = ""
) -> Content:
    """Read an intervention's content. `printed` is the label before it; without a colon, it begins a sentence."""
    content = Content()
    main = Turn(PartKind.SPEECH, speaker.name, speaker, time=floor.time)
    voice = main
    sentence = printed if printed and not printed.endswith(":") else ""
    for child in element if element is not None else ():
        if child.tag in ("Timestamp", "FloorLanguage"):
            floor.note(child)
            continue
        words, set_apart = read_words(child)
        mark = (child.get("id") or "", floor.language)
        if child.tag == "ProceduralText":
            if child.get("TocType") == "TPC":
                content.stages.append(words)
            elif words:
                content.add(_procedure_turn(content), words, ("", floor.language))
            continue
        if child.tag != "ParaText" or not words:
            continue
        content.bills += bills_in(child)
        if sentence:
            content.moved = True
            content.add(_procedure_turn(content), f"{sentence} {words}", mark)
            sentence = ""
        elif is_direction(words):
            content.add(_procedure_turn(content), words, mark)
        else:
            voice = _voice(child, words, voice, main, people, content)
            content.add(voice, words, mark, set_apart)
    return content


def is_direction(words: str) -> bool:
    """Whether a paragraph says what happened, not what was said: "(Motion agreed to)", "[Members sang …]"."""
    return len(words) < 400 and bool(_DIRECTION.match(words))


def _procedure_turn(content: Content) -> Turn:
    last = content.turns[-1] if content.turns else None
    return last if last is not None and last.kind is PartKind.PROCEDURE else Turn(PartKind.PROCEDURE, "")


def _voice(element: etree._Element, words: str, voice: Turn, main: Turn, people: People, content: Content) -> Turn:
    """The turn that a paragraph belongs to: of the person whom its label names, else of whoever has the floor."""
    if label := _label(element, words):
        read = read_label(label)
        person = people.speaker(read)
        name = person.name if person else label
        mine = person is not None and main.person is not None and person.name == main.person.name
        kind = PartKind.CONTINUATION if mine else PartKind.INTERJECTION
        prefix = len(re.match(re.escape(label) + r"\s*:?\s*", words)[0])  # type: ignore[index]
        return Turn(kind, name, person, prefix)
    last = content.turns[-1] if content.turns else None
    if _GROUP.match(voice.speaker):
        voice = main
    if last is voice:
        return voice
    said = _SAID.match(words)
    if not voice.paragraphs:
        voice.prefix = said.end() if said else 0
        return voice
    kind = PartKind.CONTINUATION if voice.kind is PartKind.SPEECH else voice.kind
    return Turn(kind, voice.speaker, voice.person, said.end() if said else 0)


def _label(element: etree._Element, words: str) -> str:
    """The label in bold at the beginning of a paragraph, without its colon: "Some hon. members".

    A few labels stand in an `Affiliation` instead, which mostly just links a name.
    """
    first = next((child for child in element if isinstance(child.tag, str)), None)
    if first is None or first.tag not in ("B", "Affiliation") or (element.text or "").strip():
        return ""
    label = words_of(first)
    after = (first.tail or "").lstrip()
    if not label.endswith(":") and not after.startswith(":"):
        return ""
    label = label.rstrip(": ")
    return label if label and words.startswith(label) and len(label) < 120 else ""
