"""Decides who speaks each paragraph.

In schema 2.2, one body holds a speech with its interjections and continuations. Only marks inside the paragraphs tell
the voices apart. A reader that ignores them puts an interjector's words into the main speaker's mouth.
"""

import datetime
import re
from dataclasses import dataclass

from lxml import etree

from rag.text.spans import Span
from speeches.formats.aph.people import People
from speeches.formats.aph.words import blocks_of, row_of, words_of
from speeches.formats.records import UNSPOKEN, PartKind, Person
from speeches.formats.turns import Turn, clock

# Motions, quotations and documents are printed in small type.
_SET_APART = "HPS-Small"
_OPENING = re.compile(r"^(?P<label>.{1,600}?\(\d{1,2}[:.]\d{2}\))\s*:?\s*", re.DOTALL)
_TIME = re.compile(r"\((\d{1,2}[:.]\d{2})\)")
_LABEL = re.compile(r"^(?P<label>[^:]{1,120}?)\s*:\s*")
# A name in capitals with the brackets after it: "The DEPUTY SPEAKER (Ms Bird):", "Mr KATTER (Kennedy):".
_LABELLED = re.compile(
    r"^(?P<label>(?:(?:The|A)\s+[A-Z]{2}[A-Z ]+|(?:Mr|Mrs|Ms|Miss|Dr|Senator)\s+[\w'’ -]*[A-Z]{2}[\w'’-]*)"
    r"(?:\s*\([^)]*\))*)\s*:\s*"
)
_TITLE = re.compile(r"\((?P<electorate>[^()—]*)—(?P<title>.+?)\)\s*\(\d")
GROUP = r"(?:An?|Some|Several|Honourable|Opposition|Government|The|Hon\.)\s(?:[a-z]+\s)*(?:members?|senators?)"
_INTERJECTING = re.compile(rf"^(?P<label>(?:{GROUP}|(?:Mr|Mrs|Ms|Dr|Senator)\s[^.:]{{1,40}}))\s+interjecting\W*$", re.I)
# "Honourable members: Hear, hear!", "Opposition members—You called him that." A speaker's own words go on in small
# letters, or after a second dash.
_GROUP_WORDS = re.compile(rf"^(?P<label>(?i:{GROUP}))\s*(?::|—(?=[\"“‘']?[A-Z])(?!.*—))\s*")
# The file does not mark the words of officers of a house.
_OFFICER = re.compile(
    r"^(?P<label>The (?:(?:Deputy |Acting )?Clerk|Usher of the Black Rod|Serjeant-at-Arms|Governor-General"
    r"|Administrator|(?:ACTING |DEPUTY |TEMPORARY )*(?:SPEAKER|PRESIDENT|CHAIR))(?:\s*\([^)]*\))?)\s*:\s*"
)
_PROCEDURE = re.compile(
    r"^\(?(?:Question (?:put|agreed to|resolved|negatived|unresolved)|Original question"
    r"|Leave (?:is )?(?:not )?granted|Debate (?:adjourned|interrupted|resumed)"
    r"|Bills? (?:\(?.{0,40}\)? )?(?:read a|agreed to|as amended|taken as|and explanatory|—)"
    r"|Ordered (?:accordingly|that)|Quorum formed|Time expired|Sitting suspended|Proceedings suspended"
    r"|The (?:House|Senate) divided|(?:The )?(?:House|Senate|Federation Chamber|Main Committee)(?: then)? adjourned"
    r"|A division having been called|Message from|Consideration (?:interrupted|resumed)"
    r"|The bells (?:having been|being) rung|An incident having occurred|Honourable \w+ having (?:stood|seated)"
    r"|The members? for .{1,150} then left the chamber|.{0,90}took the chair at \d|Federation Chamber$"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur)day, \d{1,2} \w+ \d{4}$)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Opening:
    """The text before the first words of a speech: "Mr HOGAN (Page—Assistant Minister…) (11:31):"."""

    label: str = ""
    title: str = ""
    time: datetime.time | None = None


def turns_of_body(body: etree._Element, speaker: Person, people: People) -> tuple[Opening, list[Turn]]:
    """The voices of a speech's body (schema 2.2) in order. The main speaker's own label is removed from the text."""
    main = Turn(PartKind.SPEECH, speaker.name, speaker)
    turns = [main]
    opening = Opening()
    floor = main
    for number, block in enumerate(blocks_of(body)):
        text = row_of(block) if block.tag == "tr" else words_of(block)
        if not text:
            continue
        if number == 0:
            opening, text = take_opening(text)
            main.time = opening.time
            if not text:
                continue
        turn = _turn_that_begins(block, text, speaker, people, first=number == 0)
        if block.tag == "tr":
            turn = turns[-1] if turns[-1].kind is PartKind.TABLE else Turn(PartKind.TABLE, "")
        if turn is None:
            turn = turns[-1] if holds_floor(turns[-1]) else resume_turn(floor)
        if turn is not turns[-1]:
            turns.append(turn)
        turn.add(text, set_apart=[Span(0, len(text))] if _SET_APART in (block.get("class") or "") else ())
        if holds_floor(turn):
            floor = turn
    return opening, [turn for turn in turns if turn.paragraphs]


def take_opening(text: str) -> tuple[Opening, str]:
    """Split a first paragraph into the speaker's label and the words.

    >>> take_opening("Mr HOGAN (Page—Assistant Minister) (11:31):  I move")[1]
    'I move'
    """
    if not re.match(r"(?:The|A)\s+[A-Z]{2,}|(?:Mr|Mrs|Ms|Miss|Dr|Senator|Hon)\b", text):
        return Opening(), text
    # Try the narrow pattern first: the wide one would run on to a time that the text only mentions.
    found = _LABELLED.match(text) or _OPENING.match(text)
    if not found:
        return Opening(), text
    time = _TIME.search(found["label"])
    title = _TITLE.search(found["label"])
    return (
        Opening(found["label"], title["title"].strip() if title else "", clock(time[1]) if time else None),
        text[found.end() :],
    )


def _turn_that_begins(block: etree._Element, text: str, speaker: Person, people: People, *, first: bool) -> Turn | None:
    """The turn that this paragraph opens, or None if the voice before goes on."""
    if first:
        return None
    mark, key = _mark_of(block)
    if turn := unmarked_turn(text, people, key):
        return turn
    if "Continuation" in mark or "Interjecting" in mark:
        label = _LABEL.match(text)
        if label is None:
            return None
        person = people.by_id(key) or people.by_label(label["label"])
        if person and person.source_id == speaker.source_id and speaker.source_id:
            return Turn(PartKind.CONTINUATION, person.name, person, label.end())
        if "Continuation" in mark and person is None and not label["label"].startswith("The "):
            return Turn(PartKind.CONTINUATION, speaker.name, speaker, label.end())
        return Turn(PartKind.INTERJECTION, person.name if person else label["label"], person, label.end())
    return None


def unmarked_turn(text: str, people: People, key: str = "") -> Turn | None:
    """The turn that a paragraph opens by its words alone: a cry, an officer of the house, or text nobody speaks."""
    if found := _INTERJECTING.match(text):
        person = people.by_id(key) or people.by_label(found["label"])
        return Turn(PartKind.INTERJECTION, person.name if person else found["label"], person)
    if found := _GROUP_WORDS.match(text):
        return Turn(PartKind.INTERJECTION, found["label"], None, found.end())
    if len(text) < 300 and _PROCEDURE.match(text):
        return Turn(PartKind.PROCEDURE, "")
    if not key and (found := _OFFICER.match(text)):
        person = people.by_label(found["label"])
        return Turn(PartKind.INTERJECTION, person.name if person else found["label"], person, found.end())
    return None


def _mark_of(block: etree._Element) -> tuple[str, str]:
    """The kind of voice that marks a paragraph and the person's key, both "" if it has no mark."""
    mark = key = ""
    for element in block.iter("a", "span"):
        kind = element.get("type" if element.tag == "a" else "class") or ""
        if re.search(r"Interjecting|Continuation", kind):
            mark = mark or kind
            key = key or (element.get("href") or "")
    return mark, key


def resume_turn(floor: Turn) -> Turn:
    """A turn of the voice that had the floor before a cry or text that nobody speaks."""
    kind = PartKind.CONTINUATION if floor.kind is PartKind.SPEECH else floor.kind
    return Turn(kind, floor.speaker, floor.person)


def holds_floor(turn: Turn) -> bool:
    """Whether unmarked words that follow belong to this voice. They do not after a cry or text that nobody speaks."""
    if turn.kind in UNSPOKEN or re.match(GROUP, turn.speaker, re.I):
        return False
    return not (turn.paragraphs and _INTERJECTING.match(turn.paragraphs[-1]))
