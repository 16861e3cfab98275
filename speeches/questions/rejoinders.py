"""What was replied to a member: the turns that answer the member's questions, each with the question before it.

"What did the minister answer?" holds no word of the answer, so no search finds it. Its place in the record does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rag.answering.compose import ProvedSentence, prove_extract
from rag.answering.extract import extract
from rag.answering.passages import Passage
from speeches.enumerations.selection import office_holders, select_or_nearest, subject_of
from speeches.enumerations.turns import answers_to
from speeches.models import Speech
from speeches.questions.judging import rank_for_question
from speeches.questions.plan import Question
from speeches.questions.replies import question_of, replies_after
from speeches.questions.retrieve import openings_of
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import is_named

# The words of at most so many replies are shown.
_MOST = 3
# So many turns at most are looked at.
_MOST_TURNS = 200
# If none of its sentences is likelier than this to answer, a reply is shown with two.
_PLAIN = 0.5


@dataclass(frozen=True, slots=True)
class Rejoinders:
    """The replies found, in the order of the record: their passages, what each says to the question before it, and how
    many there are in all."""

    passages: Sequence[Passage] = ()
    proved: Sequence[ProvedSentence] = ()
    count: int = 0


def find_rejoinders(asked: Question, filters: Filters, debates: Sequence[int]) -> Rejoinders:
    """The replies to the member whom a question names or goes on about, by the people named, if any are. None if it
    names neither a day nor a subject and `debates`, those of the answer before, hold no words of the member."""
    pairs = [(turn, reply) for turn, reply in _exchanges(asked, debates) if _may_be_by(reply, asked.reading)]
    shown = {reply.pk: question_of(turn) for turn, reply in pairs[:_MOST]}
    found = {one.record: one for one in openings_of(list(shown), asked, filters)}
    passages = [replace(found[key], replies_to=question) for key, question in shown.items() if key in found]
    return Rejoinders(passages, list(_proved(passages, asked.reading)), len(pairs))


def _exchanges(asked: Question, debates: Sequence[int]) -> list[tuple[Speech, Speech]]:
    """The turns of the member that got a reply, each with the reply: as the record marks them, else by their order. If
    no member is meant, the questions on the subject."""
    reading, askers = asked.reading, asked.reading.keys("about")
    own = Speech.objects.exclude(debate=None)
    own = own.filter(politician__in=askers) if askers else own.filter(kind="question")
    turns = own.filter(debate__in=debates) if askers and reading.follows else own.none()
    if not turns.exists() and (subject_of(reading) or (askers and reading.days)):
        chosen = select_or_nearest(reading, asked.version, askers, "" if askers else "question").speeches
        turns = own.filter(pk__in=chosen.order_by().values("pk")[:_MOST_TURNS])
    ordered = list(turns.order_by("date", "sitting", "position"))
    marked = answers_to(turns.filter(kind="question"))
    replies = {key: answers[0] for key, answers in marked.items()}
    replies |= {key: reply.pk for key, reply in replies_after(ordered).items() if key not in replies}
    known = Speech.objects.in_bulk(list(replies.values()))
    return [(turn, known[replies[turn.pk]]) for turn in ordered if turn.pk in replies]


def _may_be_by(reply: Speech, reading: Reading) -> bool:
    """Whether a reply is by whoever the question says replied. An office that nobody is known to hold is anybody's."""
    if any(is_named(slot) and not slot.keys for slot in reading.all("speaker", "party")):
        return False
    if reading.all("party") and reply.party_id not in reading.keys("party"):
        return False
    named = {*reading.keys("speaker"), *office_holders(reading)} - set(reading.keys("about"))
    return not named or reply.politician_id in named


def _proved(passages: Sequence[Passage], reading: Reading) -> Iterator[ProvedSentence]:
    """The likeliest sentence of each reply to answer the question put in the chamber; two, if none is likely."""
    for place, own in enumerate(passages):
        question = " ".join(own.replies_to.sentences) if own.replies_to else reading.text
        ranked = rank_for_question(question, str(own.facts["language"]), [own])
        plain = bool(ranked) and ranked[0].probability >= _PLAIN
        for one in ranked[:1] if plain else sorted(ranked[:2], key=lambda one: one.sentence.span):
            for found in extract([own], [one], 0.0):
                yield prove_extract(found, [own], place)
