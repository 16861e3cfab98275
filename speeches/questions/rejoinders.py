"""What was replied to a member: the turns that answer the member's, each with the question before it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.answering.compose import ProvedSentence, prove_extract, quote_answer
from rag.answering.extract import extract
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence
from speeches.questions.answer import AskRequest
from speeches.questions.exchanges import Exchange, find_exchanges
from speeches.questions.plan import Question, text_for_reader
from speeches.questions.ranking import judge, rank_for_question
from speeches.questions.replies import question_of
from speeches.questions.retrieve import whole_turns
from speeches.understanding.otherwise import people_named
from speeches.understanding.reading import MATTER_SLOTS, PEOPLE, REPLY, Reading
from speeches.understanding.resolve import is_named

# The words of at most so many replies are shown.
_MOST = 3
# A further exchange of the debate is meant, too, if its turn has this share of the best one's score.
_NEAR_THE_BEST = 0.7
# So many sentences of a reply are shown: of the only one, and of several.
_OF_ONE, _OF_MANY = 3, 2
# Kinds of question that any words of the reply answer.
_WORDS = (REPLY, "answer/statement", "answer/position", "answer/about")


@dataclass(frozen=True, slots=True)
class Rejoinders:
    """The replies found, in the order of the record: their passages, what each says to the question before it, and how
    many there are in all."""

    passages: Sequence[Passage] = ()
    proved: Sequence[ProvedSentence] = ()
    count: int = 0


def may_be_a_reply(asked: Question) -> bool:
    """Whether a question asks for a reply, or goes on from words of others to those of somebody whom it names."""
    reading, before = asked.reading, asked.before
    if reading.kind == REPLY or reading.task != "answer" or before is None:
        return reading.kind == REPLY
    own = [slot for slot in reading.all("speaker", "office") if is_named(slot) and not slot.is_inherited]
    people = set(before.keys("speaker", "about"))
    return bool(own and people) and people.isdisjoint(key for slot in own for key in slot.keys)


def read_beyond_a_reply(asked: Question) -> Question | None:
    """The question to put to what was said if no reply answers: one for a reply with one speaker and a matter of its
    own, as one for that speaker's words. None if only a reply to somebody answers."""
    reading = asked.reading
    if reading.kind != REPLY:
        return asked
    own = {slot.name for slot in reading.slots if not slot.is_inherited}
    by_one = len(people_named(reading, *PEOPLE, "office")) == 1 and "speaker" in own
    if not by_one or own.isdisjoint(MATTER_SLOTS):
        return None
    return replace(asked, reading=replace(reading, kind="answer/statement"))


def find_rejoinders(asked: Question, request: AskRequest) -> Rejoinders:
    """The replies that a question asks for: one for a reply, or for the words of a member who replied to another whom
    it names or goes on from. If it asks for a detail, only if a reply tells that."""
    meant = find_exchanges(asked, request.filters, request.quoted_before)
    shown = _nearest(meant)
    found = whole_turns([one.reply for one in shown], asked.known)
    passages = [
        replace(found[one.reply.pk], replies_to=question_of(one.turn), score=one.score)
        for one in shown
        if one.reply.pk in found
    ]
    if asked.reading.kind in _WORDS:
        return Rejoinders(passages, list(_tell_each(passages, asked.reading)), len(meant))
    return Rejoinders(passages, list(_tell_detail(passages, asked.reading)), len(passages))


def _nearest(meant: Sequence[Exchange]) -> list[Exchange]:
    """The exchanges nearest to the matter, all of one sitting, in the order of the record; each reply once."""
    if not meant:
        return []
    best = meant[0]
    near = [
        one for one in meant if one.turn.sitting_id == best.turn.sitting_id and one.score >= _NEAR_THE_BEST * best.score
    ]
    once = {one.reply.pk: one for one in reversed(near[:_MOST])}
    return sorted(once.values(), key=lambda one: one.reply.position)


def _tell_each(passages: Sequence[Passage], reading: Reading) -> Iterator[ProvedSentence]:
    """The likeliest sentences of each reply, in its order."""
    many = _OF_ONE if len(passages) == 1 else _OF_MANY
    for place, own in enumerate(passages):
        likeliest = sorted(_rank(reading, [own])[:many], key=lambda one: one.sentence.span)
        chosen = [replace(one, probability=1.0) for one in likeliest]
        yield from (prove_extract(found, [own], place) for found in extract([own], chosen, 0.0))


def _tell_detail(passages: Sequence[Passage], reading: Reading) -> Iterator[ProvedSentence]:
    """The sentences of the replies that tell a detail; none if none is likely enough to."""
    ranked = _rank(reading, passages)
    threshold = judge(reading.language).threshold
    if ranked and ranked[0].probability >= threshold:
        yield from quote_answer(passages, ranked, threshold)


def _rank(reading: Reading, passages: Sequence[Passage]) -> list[RankedSentence]:
    """The sentences of replies, the likeliest to answer the question first."""
    return rank_for_question(text_for_reader(reading), reading.language, passages)
