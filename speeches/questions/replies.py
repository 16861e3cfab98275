"""Turns that reply to a question in the chamber. They are found by the question, and read with it.

A reply often shares no word with the question ("Yes, it is still in place."), so neither search nor reader can tell
what it answers by its own words.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from rag.answering.passages import AskedQuestion, Passage
from rag.text.sentences import is_question, sentence_spans
from rag.text.spans import Span
from speeches.formats.frame import frame_of
from speeches.models import Speech
from speeches.questions.between_two import NEAR

# The question itself is in the last sentences of a turn.
_SENTENCES = 3
_PLACE = ("debate", "position", "kind", "politician", "role", "parliament")


@dataclass(frozen=True, slots=True)
class Reply:
    """A turn that replies to a question, and the passage that ends the question."""

    turn: Speech
    question: AskedQuestion
    passage: Passage


def replies_to(passages: Sequence[Passage]) -> list[Reply]:
    """The replies to the passages that end a question.

    A turn is a question if the record says so, or if it ends with one between two turns of one other member: a question
    to a speaker who goes on, or one of several to a minister. Others seldom get a reply: "Whom do I work for?"
    """
    turns = Speech.objects.exclude(debate=None).in_bulk([one.record for one in passages])
    asked = {
        one.record: (one, question)
        for one in passages
        if one.record in turns and _ends(one, turns[one.record]) and (question := question_of(turns[one.record]))
    }
    after = replies_after([turns[key] for key in asked])
    return [Reply(turn, asked[key][1], asked[key][0]) for key, turn in after.items()]


def replies_after(turns: Collection[Speech]) -> Mapping[str, Speech]:
    """The reply to each turn that is a question, if another member's turn nearby is not a question. Whoever presides
    calls for order and replies to nobody."""
    near = Q(pk__in=())
    for one in turns:
        near |= Q(debate=one.debate_id, position__range=(one.position - NEAR, one.position + NEAR))
    members = Speech.objects.filter(near).exclude(politician=None).order_by("position").only(*_PLACE)
    around = [one for one in members if one.role not in frame_of(one.parliament_id).chairing]
    found: dict[str, Speech] = {}
    for one in turns:
        others = [
            other for other in around if other.debate_id == one.debate_id and other.politician_id != one.politician_id
        ]
        after = next((other for other in others if 0 < other.position - one.position <= NEAR), None)
        before = next((other for other in reversed(others) if 0 < one.position - other.position <= NEAR), None)
        between = after and before and after.politician_id == before.politician_id
        if after and after.kind != "question" and (one.kind == "question" or between):
            found[one.pk] = after
    return found


def _ends(passage: Passage, question: Speech) -> bool:
    """Whether a passage holds the end of what a question's own member says."""
    end = _last_voice(question).end
    return passage.span.start < end <= passage.span.end


def _last_voice(turn: Speech) -> Span:
    """The last words of a turn's own member in it."""
    own = [part for part in turn.parts if part["politician"] == turn.politician_id]
    return Span(own[-1]["words_start"], own[-1]["end"]).trim(turn.text) if own else Span(0, len(turn.text))


def question_of(turn: Speech) -> AskedQuestion | None:
    """What a turn asks at its end: the questions among its last sentences, if the last is one. If the record calls the
    turn a question, its last sentence."""
    spans = list(sentence_spans(turn.text, _last_voice(turn)))[-_SENTENCES:]
    last = [" ".join(one.of(turn.text).split()) for one in spans]
    asking = [one for one in last if is_question(one)] if last and is_question(last[-1]) else []
    if not asking and turn.kind == "question":
        asking = last[-1:]
    return AskedQuestion(turn.pk, turn.speaker, tuple(asking), turn.get_absolute_url()) if asking else None
