"""Finds every motion moved on a day, in the record's words and order, with its mover."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.text.sentences import sentence_spans
from speeches.formats.motions.procedure import Procedure
from speeches.formats.records import UNSPOKEN, Person, Sitting, Speech

# How a motion begins, in either language. An amendment printed under its number begins with the number.
_BEGINS = re.compile(
    r"[\s:,—–-]*(?:[“\"‘'(]?\s*)?(?=(?:\(\w{1,3}\)\s*)?(?:that|que|qu['’])\b|\d+[A-Z]{0,2}: [A-Z])", re.IGNORECASE
)
# A paragraph that continues a motion: an item of its list, or a clause that begins with a small letter.
_GOES_ON = re.compile(r"^(?:[“\"‘']?\([a-z0-9ivx]{1,4}\)|['’]?[a-zàâéèêîôûç“‘]|[“\"]|and\b)")
_AMENDS = re.compile(r"\b(?:sub-?)?(?:amendments?|amendements?)\b|\ball (?:the )?words after\b", re.IGNORECASE)
_IS_AMENDMENT = re.compile(r"that all (?:the )?words after|\d+[A-Z]{0,2}: ", re.IGNORECASE)
_MARKS = " :,.—–-"
# Whoever seconds speaks within so many turns of the motion, and says in so many letters what they second.
_SOON, _NEAR_BY = 6, 20
# The names of the forms of a motion that ends a debate. It is settled by its own vote.
ENDS_DEBATE = frozenset({"heard", "closure"})
_MOST_PARAGRAPHS = 60
# A mover named before the motion: "Hon. Ann Lee (Minister of Health, Lib.) moved that …".
_LABELLED = re.compile(r"[A-ZÀ-Ý][^()]{2,80}\([^()]{2,120}\)[\s,]*$")
_MOST_LETTERS = 6000


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph of the record, without its label. `speaker` is "" if nobody speaks it."""

    position: int
    debate: int | None
    speaker: str
    person: Person | None
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """A motion that was moved: its words, verbatim, and whether it amends another.

    A `summary` comes from the chair: it names the mover, but does not always give the whole motion. If `words` is "",
    the record only says that something was moved.
    """

    position: int
    debate: int | None
    mover: str
    person: Person | None
    role: str
    words: str
    amends: bool
    summary: bool = False


@dataclass(frozen=True, slots=True)
class SecondedMove:
    """A motion that was moved, and the line that seconds it, if any. `named` is the seconder whom the mover names."""

    move: Move
    second: Line | None = None
    named: str = ""


def lines_of(sitting: Sitting) -> list[Line]:
    """The paragraphs of a day in order. Text printed under a heading comes before what was said under it."""
    printed = [
        Line(debate.position, index, "", None, "", words)
        for index, debate in enumerate(sitting.debates)
        for words in debate.text.split("\n\n")
        if words
    ]
    said = [line for speech in sitting.speeches for line in _lines_of(speech)]
    return sorted([*printed, *said], key=lambda line: line.position)


def _lines_of(speech: Speech) -> Iterator[Line]:
    for part in speech.parts:
        words = speech.text[part.words_start : part.end]
        spoken = part.kind not in UNSPOKEN
        speaker, person = (part.speaker, part.person) if spoken else ("", None)
        role = speech.role if spoken and person == speech.person else ""
        for paragraph in words.split("\n\n"):
            yield Line(speech.position, speech.debate, speaker, person, role, paragraph)


def moves_in(lines: Sequence[Line], procedure: Procedure) -> list[Move]:
    """Every motion that was moved."""
    return [move for index in range(len(lines)) for move in _moves_at(lines, index, procedure)]


def seconded_moves(lines: Sequence[Line], procedure: Procedure) -> list[SecondedMove]:
    """Every motion that was moved in so many words, each with its seconder.

    Whoever seconds does so soon after the motion and before the next one. A motion that ends a debate needs no
    seconder. Whoever seconds an amendment seconds no other motion.
    """
    found: list[SecondedMove] = []
    waiting: int | None = None
    turns = 0
    for index, line in enumerate(lines):
        turns += index > 0 and line.speaker != lines[index - 1].speaker
        second = next((match for pattern in procedure.seconds if (match := pattern.search(line.text))), None)
        named = (second.groupdict().get("by") or "") if second else ""
        moved = [move for move in _moves_at(lines, index, procedure) if move.words]
        if not moved and line.speaker and any(pattern.search(line.text) for pattern in procedure.moves):
            # Something was moved of which the words are not known.
            waiting = None
        for move in moved:
            form = procedure.form_of(move.words)
            if not (form and form.name in ENDS_DEBATE):
                waiting, turns = len(found), 0
            found.append(SecondedMove(move, named=named))
        if second and not named and not moved and waiting is not None and turns <= _SOON:
            if line.speaker and _may_second(line, second, found[waiting].move):
                found[waiting] = replace(found[waiting], second=line)
            waiting = None
    return found


def _may_second(line: Line, second: re.Match[str], move: Move) -> bool:
    """Whether words second a motion: somebody else's, and an amendment if they say so."""
    after = line.text[second.start() : second.end() + _NEAR_BY]
    return line.speaker != move.mover and (move.amends or not _AMENDS.search(after))


def _moves_at(lines: Sequence[Line], index: int, procedure: Procedure) -> Iterator[Move]:
    line = lines[index]
    found = next((match for pattern in procedure.moves if (match := pattern.search(line.text))), None)
    if found is None:
        # A motion on notice is printed under its heading, and moved only by its number.
        first = index == 0 or lines[index - 1].position != line.position
        if not line.speaker and first and _BEGINS.match(line.text):
            yield _move(line, _whole(lines, index, line.text), line.text)
        return
    tail = _without_seconder(line.text[found.end() :], procedure)
    words = _words(lines, index, tail)
    # Words that are not a motion may name amendments: "I move amendments (1) and (2)".
    if words and (_BEGINS.match(words) or _AMENDS.search(line.text[: found.end()] + tail)):
        lead = line.text if not _BEGINS.match(tail) else line.text[: found.end()]
        # The chair's words are a summary. The whole motion follows in paragraphs of its own.
        summary = bool(found.groupdict().get("by")) and bool(tail.strip(_MARKS))
        yield replace(_move(_mover(lines, index, found), words, lead), summary=summary)
    elif line.speaker and not tail.strip(_MARKS):
        yield _move(line, "", "")


def _without_seconder(tail: str, procedure: Procedure) -> str:
    """The words after "I move" without the seconder whom they may name first: ", seconded by the member for York,"."""
    named = next((match for pattern in procedure.seconds if (match := pattern.match(tail.lstrip(_MARKS)))), None)
    return tail.lstrip(_MARKS)[named.end() :] if named and named.groupdict().get("by") else tail


def _words(lines: Sequence[Line], index: int, tail: str) -> str:
    """The words moved: from the rest of the paragraph in which somebody moves, or from the next ones after a colon."""
    if begins := _BEGINS.match(tail):
        return _whole(lines, index, tail[begins.end() :])
    following = lines[index + 1].text if index + 1 < len(lines) else ""
    if tail.rstrip().endswith(":") or not tail.strip(_MARKS):
        start = _BEGINS.match(following)
        return _whole(lines, index + 1, following[start.end() :]) if start else tail.strip(_MARKS)
    if tail.rstrip().endswith(("—", "–", "-")) and _GOES_ON.match(following):
        return _whole(lines, index, tail.strip())
    return next((span.of(tail) for span in sentence_spans(tail)), tail).strip(_MARKS)


def _mover(lines: Sequence[Line], index: int, found: re.Match[str]) -> Line:
    """The line with its mover: whom the words name, else their speaker, else who goes on after "Mr. Smith moved:"."""
    line = lines[index]
    if by := found.groupdict().get("by"):
        return replace(line, speaker=by, person=None, role="")
    after = lines[index + 1] if index + 1 < len(lines) else line
    if line.speaker:
        return line
    if after.position == line.position and after.speaker:
        return replace(line, speaker=after.speaker, person=after.person)
    named = _LABELLED.match(line.text[: found.start()])
    return replace(line, speaker=named[0].strip(_MARKS)) if named else line


def _move(line: Line, words: str, lead: str) -> Move:
    amends = bool(_AMENDS.search(lead)) or bool(_IS_AMENDMENT.match(words))
    return Move(line.position, line.debate, line.speaker, line.person, line.role, words, amends)


def _whole(lines: Sequence[Line], index: int, first: str) -> str:
    """A motion that begins with `first`: one sentence, or its whole list if it continues in paragraphs of its own."""
    pieces = [first]
    alone = len(list(sentence_spans(first))) < 2
    for line in lines[index + 1 : index + _MOST_PARAGRAPHS]:
        # After a colon the next paragraph belongs to the motion, whatever it begins with.
        announced = pieces[-1].rstrip().endswith(":") and (alone or len(pieces) > 1)
        announced = announced and line.speaker == lines[index].speaker
        if line.position != lines[index].position or not (_GOES_ON.match(line.text) or announced):
            break
        pieces.append(line.text)
    if len(pieces) > 1:
        return "\n\n".join(pieces)[:_MOST_LETTERS].strip()
    sentence = next((span.of(first) for span in sentence_spans(first)), first)
    return sentence.strip()
