"""Turns that reply to a question in the chamber. They are found by the question, and read with it.

A reply often shares no word with the question ("Yes, it is still in place."), so neither search nor reader can tell
what it answers by its own words.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from rag.answering.passages import AskedQuestion, Passage
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from speeches.models import Speech

# The chair may speak between a question and its reply.
_NEAR = 2
# A question asks in its last sentences.
_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Reply:
    """A turn that replies to a question."""

    turn: Speech
    question: AskedQuestion


def replies_to(passages: Sequence[Passage], members: Collection[int] = ()) -> Mapping[str, Reply]:
    """The replies to the passages that end a question, by the record of the question; of these members, if any."""
    turns = Speech.objects.exclude(debate=None).in_bulk([one.record for one in passages])
    ending = [one for one in passages if one.record in turns and one.span.end >= _last_voice(turns[one.record]).end]
    asked = {one.record: question for one in ending if (question := _question_of(turns[one.record]))}
    after = _turns_after([turns[key] for key in asked])
    return {
        key: Reply(turn, asked[key])
        for key, turn in after.items()
        if turn.kind != "question" and (not members or turn.politician_id in members)
    }


def _turns_after(turns: Collection[Speech]) -> Mapping[str, Speech]:
    """For each turn, the next one by another member, if it is near."""
    near = Q(pk__in=())
    for one in turns:
        near |= Q(debate=one.debate_id, position__range=(one.position + 1, one.position + _NEAR))
    following = list(Speech.objects.filter(near).exclude(politician=None).order_by("position"))
    found: dict[str, Speech] = {}
    for one in turns:
        places = {(one.debate_id, one.position + step) for step in range(1, _NEAR + 1)}
        others = (other for other in following if (other.debate_id, other.position) in places)
        if after := next((other for other in others if other.politician_id != one.politician_id), None):
            found[one.pk] = after
    return found


def _last_voice(turn: Speech) -> Span:
    """The last words of a turn's own member in it."""
    own = [part for part in turn.parts if part["politician"] == turn.politician_id]
    return Span(own[-1]["words_start"], own[-1]["end"]).trim(turn.text) if own else Span(0, len(turn.text))


def _question_of(turn: Speech) -> AskedQuestion | None:
    """What a turn asks at its end: the last sentences that ask; its last one, if it is a question by its place."""
    spans = list(sentence_spans(turn.text, _last_voice(turn)))[-_SENTENCES:]
    last = [" ".join(one.of(turn.text).split()) for one in spans]
    asking = [one for one in last if one.rstrip("”’\"' »").endswith("?")]
    if not asking and turn.kind == "question":
        asking = last[-1:]
    return AskedQuestion(turn.speaker, tuple(asking)) if asking else None
