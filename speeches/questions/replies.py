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
_PLACE = ("debate", "position", "kind", "politician")


@dataclass(frozen=True, slots=True)
class Reply:
    """A turn that replies to a question, and the passage that ends the question."""

    turn: Speech
    question: AskedQuestion
    passage: Passage


def replies_to(passages: Sequence[Passage]) -> list[Reply]:
    """The replies to the passages that end a question: a turn of which the record says that it is one."""
    turns = Speech.objects.filter(kind="question").exclude(debate=None).in_bulk([one.record for one in passages])
    asked = {one.record: one for one in passages if one.record in turns and _ends(one, turns[one.record])}
    after = _turns_after([turns[key] for key in asked])
    return [Reply(turn, _question_of(turns[key]), asked[key]) for key, turn in after.items()]


def _turns_after(turns: Collection[Speech]) -> Mapping[str, Speech]:
    """For each question, the next turn by another member that is no question, if it is near."""
    near = Q(pk__in=())
    for one in turns:
        near |= Q(debate=one.debate_id, position__range=(one.position + 1, one.position + _NEAR))
    following = list(Speech.objects.filter(near).exclude(politician=None).order_by("position").only(*_PLACE))
    found: dict[str, Speech] = {}
    for one in turns:
        places = {(one.debate_id, one.position + step) for step in range(1, _NEAR + 1)}
        others = (other for other in following if (other.debate_id, other.position) in places)
        after = next((other for other in others if other.politician_id != one.politician_id), None)
        if after and after.kind != "question":
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


def _question_of(turn: Speech) -> AskedQuestion:
    """What a question asks at its end: the last sentences that ask; its last one, if none does."""
    spans = list(sentence_spans(turn.text, _last_voice(turn)))[-_SENTENCES:]
    last = [" ".join(one.of(turn.text).split()) for one in spans]
    asking = [one for one in last if one.rstrip("”’\"' »").endswith("?")] or last[-1:]
    return AskedQuestion(turn.pk, turn.speaker, tuple(asking), turn.get_absolute_url())
