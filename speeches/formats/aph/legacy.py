"""The voices of a speech in schema 2.1, where paragraphs are elements and interjections hold their own text."""

from collections.abc import Iterator

from lxml import etree

from speeches.formats.aph.people import People, person_of
from speeches.formats.aph.turns import Opening, Turn, clock
from speeches.formats.aph.words import words_of
from speeches.formats.records import PartKind, Person

_OTHER_VOICES = {"interjection": PartKind.INTERJECTION, "continue": PartKind.CONTINUATION}


def turns_of_elements(speech: etree._Element, speaker: Person, people: People) -> tuple[Opening, list[Turn]]:
    """The voices of a `speech`, `question` or `answer` element (schema 2.1) in order."""
    talker = speech.find("talk.start/talker")
    time = clock(talker.findtext("time.stamp") or "") if talker is not None else None
    title = " ".join((talker.findtext("role") or "").split()) if talker is not None else ""
    turns = [Turn(PartKind.SPEECH, speaker.name, speaker, time=time)]
    for child in speech:
        if child.tag in _OTHER_VOICES:
            turns.append(_other_voice(child, _OTHER_VOICES[child.tag], speaker, people))
        elif paragraphs := list(_paragraphs(child)):
            if turns[-1].kind is PartKind.INTERJECTION:
                turns.append(Turn(PartKind.CONTINUATION, speaker.name, speaker))
            turns[-1].paragraphs.extend(paragraphs)
    return Opening(title=title, time=time), [turn for turn in turns if turn.paragraphs]


def _other_voice(element: etree._Element, kind: PartKind, speaker: Person, people: People) -> Turn:
    talker = element.find("talk.start/talker")
    paragraphs = list(_paragraphs(element))
    if talker is None:
        return Turn(kind, speaker.name if kind is PartKind.CONTINUATION else "", paragraphs=paragraphs)
    named = person_of(talker)
    person = people.by_id(named.source_id) or (named if named.source_id else None)
    label = " ".join((talker.findtext("name[@role='display']") or "").split())
    name = person.name if person else label or named.name
    if kind is PartKind.CONTINUATION and person is None:
        person, name = speaker, speaker.name
    if label and paragraphs:
        paragraphs[0] = f"{label}: {paragraphs[0]}"
    return Turn(kind, name, person, label=label, paragraphs=paragraphs)


def _paragraphs(element: etree._Element) -> Iterator[str]:
    """The paragraphs in an element, those of the talk's start among them, without the dash that follows a name."""
    own = [element] if element.tag == "para" else element.iter("para")
    for para in own:
        text = words_of(para)
        inside = para.getparent()
        if inside is not None and inside.tag == "talk.start":
            text = text.removeprefix("—").strip()
        if text:
            yield text
