"""Splits a speech in schema 2.1 into voices. There, paragraphs are elements and interjections hold their own text."""

import re
from collections.abc import Iterator

from lxml import etree

from rag.text.spans import Span
from speeches.formats.aph.people import People, person_of
from speeches.formats.aph.turns import GROUP, Opening, holds_floor, resume_turn, unmarked_turn
from speeches.formats.aph.words import words_of
from speeches.formats.records import PartKind, Person
from speeches.formats.turns import Turn, clock

# Elements that hold what somebody moves or quotes.
_SET_APART = ("motion", "quote", "amendments")
# A question or an answer of which all is in such an element was put in writing, by whoever gives it.
_IN_WRITING = ("question", "answer")
_OTHER_VOICES = {"interjection": PartKind.INTERJECTION, "continue": PartKind.CONTINUATION}
_CRY = re.compile(rf"^({GROUP}\s+interjecting—)\s*(\S.*)$", re.I | re.DOTALL)
# The text between a name and the words: "(Mr Jenkins)—", "—".
_JOINT = re.compile(r"^(?P<chair>\s*\([^)]*\))?\s*—\s*")


def turns_of_elements(speech: etree._Element, speaker: Person, people: People) -> tuple[Opening, list[Turn]]:
    """The voices of a `speech`, `question`, `answer` or `motionnospeech` element (schema 2.1) in order."""
    talker = speech.find("talk.start/talker")
    source = speech if talker is None else talker
    time = clock(source.findtext("time.stamp") or "")
    title = " ".join((source.findtext("role") or "").split()).strip("()— ")
    main = Turn(PartKind.SPEECH, speaker.name, speaker, time=time)
    turns, floor = [main], main
    written = speech.tag in _IN_WRITING and all(child.tag in (*_SET_APART, "talk.start") for child in speech)
    for child in speech:
        if child.tag in _OTHER_VOICES:
            turns += _other_voice(child, _OTHER_VOICES[child.tag], speaker, people)
            floor = main
            continue
        for text in _paragraphs(child):
            turn = unmarked_turn(text, people)
            if turn is None:
                own = turns[-1].person is speaker and holds_floor(turns[-1])
                turn = turns[-1] if own else resume_turn(floor)
            if turn is not turns[-1]:
                turns.append(turn)
            turn.add(text, set_apart=[Span(0, len(text))] if child.tag in _SET_APART and not written else ())
    return Opening(title=title, time=time), [turn for turn in turns if turn.paragraphs]


def _other_voice(element: etree._Element, kind: PartKind, speaker: Person, people: People) -> list[Turn]:
    """An interjection or a continuation, with its label as printed. A cry within it is a turn of its own."""
    talker = element.find("talk.start/talker")
    label = "" if talker is None else " ".join((talker.findtext("name[@role='display']") or "").split())
    raw = [text for child in element for text in _paragraphs(child, keep_joint=True)]
    if not raw:
        return []
    person, prefix = _person_of_turn(talker, label, raw[0], people), 0
    joint = _JOINT.match(raw[0])
    if joint and label:
        printed = f"{label} " if joint["chair"] else label
        prefix = len(printed) + joint.end()
        raw[0] = f"{printed}{raw[0]}"
    elif joint:
        raw[0] = raw[0][joint.end() :]
    if kind is PartKind.CONTINUATION and person is None:
        person = speaker
    printed = raw[0][:prefix].rstrip("— ") or label
    turns = [Turn(kind, person.name if person else printed, person, prefix)]
    for text in raw:
        turn = unmarked_turn(text, people) if turns[0].paragraphs else None
        if turn is not None:
            turns.append(turn)
        elif not holds_floor(turns[-1]) and turns[-1] is not turns[0]:
            turns.append(resume_turn(turns[0]))
        turns[-1].paragraphs.append(text)
    return turns


def _person_of_turn(talker: etree._Element | None, label: str, text: str, people: People) -> Person | None:
    if talker is None:
        return None
    named = person_of(talker)
    joint = _JOINT.match(text)
    chair = joint["chair"] if joint and joint["chair"] else ""
    return people.by_id(named.source_id) or people.by_label(f"{label} {chair}") or (named if named.source_id else None)


def _paragraphs(element: etree._Element, *, keep_joint: bool = False) -> Iterator[str]:
    """The paragraphs in an element, with list numbers before their items, and without the dash after a name."""
    for para in [element] if element.tag in ("para", "inline") else element.iter("para"):
        text = words_of(para)
        above = para.getparent()
        if (above is not None and above.tag == "talk.start") or para.tag == "inline":
            text = text if keep_joint else _JOINT.sub("", text)
        elif above is not None and above.tag == "item" and above.find("para") is para:
            text = f"{(above.get('label') or '').strip()} {text}".strip()
        # A cry printed before the speaker goes on: "Government members interjecting—Rumoured!"
        cry = _CRY.match(text)
        yield from filter(None, cry.groups() if cry else (text,))
