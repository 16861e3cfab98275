"""Splits a speech into voices: the main speaker's, others' in brackets, and text that nobody speaks."""

import re
from collections.abc import Iterator

from lxml import etree

from speeches.formats.records import PartKind, Person
from speeches.formats.turns import Turn
from speeches.formats.uk.document import words_of
from speeches.formats.uk.people import is_somebody

# Text set into a member's words: a cry, or an event.
_INSERTED = re.compile(
    r"(?P<cry>\[(?P<who>Hon\. Members?|An hon\. Member|Noble Lords|A noble Lord|Several hon\. Members)\s*:[^\]]*\])"
    r"|(?P<event>\[\s*(?:Interruption|Laughter|Applause)\b[^\]]*\])"
)
_NAME = re.compile(r"[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)+")
_LABEL = re.compile(r"^[^:]*:\s*")


def turns_of(element: etree._Element, speaker: Person, *, spoken: bool) -> list[Turn]:
    """The voices of a speech in order. Without a speaker, nobody speaks any of it."""
    voices = _Voices(speaker)
    minutes = not spoken
    for block in element:
        # From the first line in italics to the end, the record says what the House did.
        minutes = minutes or "italic" in (block.get("class") or "")
        if block.tag == "table":
            voices.add(PartKind.TABLE, "\n".join(_rows(block)))
        elif minutes:
            voices.add(PartKind.PROCEDURE, words_of(block))
        elif block.get("class") == "indent":
            voices.say(words_of(block), PartKind.QUOTATION)
        else:
            voices.read(block)
    return voices.turns


class _Voices:
    """Puts each paragraph into a turn of its voice."""

    def __init__(self, speaker: Person) -> None:
        self.turns: list[Turn] = []
        self._name = speaker.name
        self._speaker = speaker if is_somebody(speaker) else None
        self._began = False

    def read(self, paragraph: etree._Element) -> None:
        """A paragraph of the main speaker, or one that begins with somebody else's name in italics."""
        words = words_of(paragraph)
        if name := _name_in_italics(paragraph):
            prefix = _LABEL.match(words)
            self._take(Turn(PartKind.INTERJECTION, name, Person(name=name), prefix.end() if prefix else 0), words)
            return
        begins = 0
        for found in _INSERTED.finditer(words):
            self.say(words[begins : found.start()])
            self._insert(found)
            begins = found.end()
        self.say(words[begins:])

    def say(self, words: str, kind: PartKind = PartKind.SPEECH) -> None:
        """Words that the main speaker says or quotes."""
        if kind is PartKind.SPEECH and self._began:
            last = self.turns[-1].kind
            kind = last if last is PartKind.SPEECH else PartKind.CONTINUATION
        self._began = self._began or (kind is PartKind.SPEECH and bool(words.strip()))
        self.add(kind, words, self._name, self._speaker)

    def add(self, kind: PartKind, words: str, name: str = "", person: Person | None = None) -> None:
        """A paragraph. It joins the turn before if that is of the same kind."""
        if not words.strip():
            return
        if not self.turns or self.turns[-1].kind is not kind:
            self.turns.append(Turn(kind, name, person))
        self.turns[-1].paragraphs.append(words.strip())

    def _insert(self, found: re.Match[str]) -> None:
        if not found["cry"]:
            self.add(PartKind.PROCEDURE, found["event"])
            return
        prefix = _LABEL.match(found["cry"])
        self._take(Turn(PartKind.INTERJECTION, found["who"], None, prefix.end() if prefix else 0), found["cry"])

    def _take(self, turn: Turn, words: str) -> None:
        turn.paragraphs.append(words)
        self.turns.append(turn)


def _name_in_italics(paragraph: etree._Element) -> str:
    """The name in italics and with a colon that begins a paragraph, and so says who speaks it; "" if there is none."""
    first = next(iter(paragraph), None)
    if first is None or first.tag != "i" or (paragraph.text or "").strip():
        return ""
    name = words_of(first)
    return name if _NAME.fullmatch(name) and (first.tail or "").lstrip().startswith(":") else ""


def _rows(table: etree._Element) -> Iterator[str]:
    """A table's rows as lines, with bars between cells."""
    for row in table.iter("tr"):
        cells = [words_of(cell) for cell in row.iter("td", "th")]
        if any(cells):
            yield " | ".join(cells)
