"""The one way to ask a scheme's bylaws, shared by the page, the API and the assistant.

A scheme is open only while its rows are read; no transaction stays open while a model runs.
"""

import datetime
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils import timezone
from django.utils.translation import gettext

from guardian.access import Visitor, scheme_scope
from guardian.chat.answer import (
    AS_OF,
    BEING_READ,
    LONGEST_QUESTION,
    NEXT_VERSION,
    NO_BYLAW,
    NOTHING,
    REST,
    SEVERAL_DOCUMENTS,
    TO_PROGRAM,
    TOO_OLD,
    UNSURE,
    AnswerSentence,
    Delta,
    Event,
    Finished,
    Note,
    QuestionError,
)
from guardian.chat.cards import card, related_card
from guardian.chat.days import days_named, reference_day, without_days
from guardian.chat.follow_ups import question_in_full
from guardian.chat.outside import NOT_NAMED, OUTSIDE, is_outside, names_not_in
from guardian.chat.ranking import judge, rank_for_question
from guardian.chat.retrieve import Retrieval, page_at, retrieve, stem_before
from guardian.models import Bylaw, Scheme
from guardian.search.engine import make_query, model_of
from rag.answering.check import Checks, Proof
from rag.answering.compose import Numbering, ProvedSentence, generate_answer, quote_answer
from rag.answering.events import SourcesSoFar, Status
from rag.answering.model_settings import configured_chat, configured_support
from rag.answering.passages import Passage
from rag.answering.read import RankedSentence, best_first
from rag.clients.chat import ChatError, Usage
from rag.clients.embedder import EmbedderError
from rag.clients.trained import ModelError
from rag.metrics import count_query
from rag.retrieval.embedding import sentence_vectors
from rag.retrieval.excerpt import query_words
from rag.serving.connections import release_connections
from rag.text.spans import Span

logger = logging.getLogger(__name__)

EXTRACTIVE = "extractive"
_RELATED = 3
# The most sections that an answer may draw on.
SECTIONS = 5
# Between this share of the least probability of an answer and the least probability, a section may answer, and the
# refusal says so (docs/bylaws.md). What seems to ask for something else than a rule needs the second share.
_MAY_ANSWER, _MAY_BE_A_RULE = 0.2, 0.5
# A question of at most `_VAGUE` words may mean several things; at most `_READINGS` meanings are offered.
_VAGUE, _READINGS = 2, 4
_BROKE_OFF = "The chat model {model} did not answer to the end; its answer ends here."
_GAVE_UP = "The chat model {model} did not answer to the end; here are the bylaws' own words instead."
_UNSUPPORTED = "Nothing that {model} wrote is supported; here are the bylaws' own words instead."


def ask(visitor: Visitor, slug: str, question: str, before: str = "") -> Iterator[Event]:
    """Answer a question and yield events on the way; the last one is the complete answer. `before` is the question
    before it in the conversation, on which it may lean.

    The call raises QuestionError for a bad question, and Http404 if the visitor does not belong to the scheme. The
    iterator raises QuestionError if a model is unavailable.
    """
    asked = check_question(question)
    in_full = question_in_full(asked, without_days(before))
    leans = in_full != asked
    # A question that leans on the one before asks as of its day, unless it names one itself.
    dated = before if leans and not days_named(asked) else asked
    with scheme_scope(visitor, slug) as scheme:
        day, notes = _day_of(dated)
        bylaws = list(Bylaw.objects.in_force(day))
        being_read = Bylaw.objects.filter(status=Bylaw.Status.PROCESSING).exists()
        coming = Bylaw.objects.coming() if day == timezone.localdate() else {}
    no_bylaws = BEING_READ if being_read else NO_BYLAW
    to_read = without_days(in_full) if notes or leans else in_full
    if leans:
        notes.append(Note("Read together with your question before: {question}", {"question": before}))
    return _Asking(visitor, scheme, bylaws, asked, to_read, day, no_bylaws, coming, notes).events()


def _day_of(question: str) -> tuple[datetime.date, list[Note]]:
    """The day whose versions answer a question, and a note if it is one on which others apply than today. Inside the
    scheme's scope."""
    today, day = timezone.localdate(), reference_day(question)
    then, now = (set(Bylaw.objects.in_force(one).values_list("pk", flat=True)) for one in (day, today))
    if not then and day < today:
        return today, [Note(TOO_OLD, day=day.isoformat())]
    return (today, []) if then == now else (day, [Note(AS_OF, day=day.isoformat())])


def answer(visitor: Visitor, slug: str, question: str, before: str = "") -> Finished:
    """The complete answer to a question. Raises QuestionError and Http404."""
    *_, last = ask(visitor, slug, question, before)
    assert isinstance(last, Finished)
    return last


def check_question(question: str) -> str:
    """The question, stripped. Raises QuestionError if it is too short, too long or holds characters that cannot be
    stored."""
    asked = question.strip()
    if len(asked) < 3:
        raise QuestionError(gettext("Ask a question, such as: Can I keep a dog?"))
    if len(asked) > LONGEST_QUESTION:
        text = gettext("The question has {count} characters; at most {most} are read. Shorten it.")
        raise QuestionError(text.format(count=len(asked), most=LONGEST_QUESTION))
    if "\x00" in asked or any("\ud800" <= letter <= "\udfff" for letter in asked):
        raise QuestionError(gettext("The question holds a character that no text does. Take it out."))
    return asked


@dataclass(slots=True)
class _Asking:
    """One question while it is being answered: as `asked`, and `to_read` with what it takes from the one before and
    without a day as of which it asks."""

    visitor: Visitor
    scheme: Scheme
    bylaws: list[Bylaw]
    asked: str
    to_read: str
    # The day as of which it asks.
    day: datetime.date
    # The answer if no document is in force.
    no_bylaws: str
    # The day of the next version of each document that has one.
    coming: Mapping[str, datetime.date]
    notes: list[Note]
    started: float = field(default_factory=time.perf_counter)
    sentences: list[AnswerSentence] = field(default_factory=list)
    dropped: int = 0
    model: str = EXTRACTIVE

    def events(self) -> Iterator[Event]:
        if not self.bylaws:
            yield self._make_answer(self.no_bylaws, Numbering([]), [])
            return
        yield Status("searching", gettext("Searching the bylaws"))
        try:
            outside = is_outside(self.to_read, model_of(self.bylaws[0]))
            retrieved = self._retrieve()
            if retrieved is None:
                yield self._make_answer(self.no_bylaws, Numbering([]), [])
                return
            if retrieved.lacking:
                self.notes.append(Note("The bylaws in force have no {section}.", {"section": retrieved.lacking}))
            yield Status("reading", gettext("Reading {count} sections").format(count=len(retrieved.passages)))
            sentences = rank_for_question(self.to_read, retrieved.language, retrieved.passages)
        except (EmbedderError, ModelError) as error:
            text = gettext("Answers need the embedding model and the reader. {error}")
            raise QuestionError(text.format(error=error)) from error
        passages, sentences = best_first(retrieved.passages, sentences)
        # A reader who picks a section wants its words, even if they do not answer.
        least = 0.0 if retrieved.chosen else judge(retrieved.language).threshold
        if outside and (not passages or passages[0].relevance < _MAY_BE_A_RULE * least):
            self.notes.append(Note(OUTSIDE))
            yield self._make_answer(NOTHING, Numbering([]), [])
            return
        relevant = [] if outside else [one for one in passages[:SECTIONS] if one.relevance >= least]
        kept = [one for one in sentences if one.sentence.passage < len(relevant)]
        numbering = Numbering(relevant)
        if relevant:
            yield from self._compose(relevant, kept, numbering, least)
        unsure = bool(passages) and passages[0].relevance >= _MAY_ANSWER * least
        yield self._make_answer(UNSURE if unsure else NOTHING, numbering, passages)

    def _retrieve(self) -> Retrieval | None:
        """The passages of the documents in force, since others may have come into force after the question arrived."""
        while self.bylaws:
            query = make_query(self.to_read, map(model_of, self.bylaws))
            with scheme_scope(self.visitor, self.scheme.slug):
                now = list(Bylaw.objects.in_force(self.day))
                if now == self.bylaws:
                    return retrieve(query, self.bylaws)
            self.bylaws = now
        return None

    def _compose(
        self, passages: list[Passage], sentences: list[RankedSentence], numbering: Numbering, least: float
    ) -> Iterator[Event]:
        chat, noted = configured_chat(), len(self.notes)
        if chat is not None:
            told = gettext("Asking {model}, and checking each sentence")
            yield Status("writing", told.format(model=chat.name))
            release_connections()
            checks = Checks(sentence_vectors(), configured_support())
            try:
                for proved in generate_answer(chat, self.to_read, _empty_suspicious(passages), checks, Usage()):
                    if proved is None:
                        self.dropped += 1
                    else:
                        self.model = chat.name
                        yield from self._tell(proved, numbering)
            except ChatError as error:
                logger.warning("%s", error)
                self.notes.append(Note(_BROKE_OFF if self.sentences else _GAVE_UP, {"model": chat.name}))
        if not self.sentences:
            if chat is not None and len(self.notes) == noted:
                self.notes.append(Note(_UNSUPPORTED, {"model": chat.name}))
            for proved in quote_rules(passages, sentences, least, numbering):
                yield from self._tell(proved, numbering)

    def _tell(self, proved: ProvedSentence, numbering: Numbering) -> Iterator[Event]:
        before = len(numbering.numbers)
        cited = numbering.cite(proved)
        passage = numbering.passages[proved.proofs[0].passage]
        sentence = AnswerSentence(proved.text, cited)
        if proved.verbatim:
            page = page_at(passage.facts["pages"], proved.proofs[0].span.start)
            lead = ", ".join(filter(None, [passage.facts["section"], f"page {page}"]))
            if _speaks_to_machines(passage, proved.proofs[0].span):
                lead = f"{TO_PROGRAM}{lead}"
            sentence = AnswerSentence(proved.text, cited, lead, stem_before(passage, proved.proofs[0].span), True)
        self.sentences.append(sentence)
        if len(numbering.numbers) > before:
            yield SourcesSoFar([card(source, self.scheme) for source in numbering.sources()])
        yield Delta(sentence)

    def _make_answer(self, otherwise: str, numbering: Numbering, passages: Sequence[Passage]) -> Finished:
        found = bool(self.sentences)
        if not found:
            # Today's versions do not answer either, so a note on their age has no point.
            self.notes = [note for note in self.notes if note.text != TOO_OLD]
        near = [] if found else passages[:_RELATED]
        sources = [card(source, self.scheme) for source in numbering.sources()]
        titles = list(dict.fromkeys(source["document"] for source in sources))
        if len(titles) > 1:
            self.notes.append(Note(SEVERAL_DOCUMENTS, {"titles": ", ".join(titles)}))
        for title in titles:
            if title in self.coming:
                self.notes.append(Note(NEXT_VERSION, {"title": title}, self.coming[title].isoformat()))
        if found and (names := names_not_in(without_days(self.asked), (one.text for one in self.bylaws))):
            self.notes.append(Note(NOT_NAMED, {"names": ", ".join(f"“{name}”" for name in names)}))
        if rest := _other_parts(numbering):
            self.notes.append(Note(REST, {"sections": ", ".join(rest)}))
        count_query("bylaw question", time.perf_counter() - self.started)
        return Finished(
            question=self.asked,
            found=found,
            answer=answer_text(self.sentences) if found else otherwise,
            sentences=self.sentences,
            sources=sources,
            related=[related_card(passage, self.scheme) for passage in near],
            readings=self._readings(numbering.passages) if found else [],
            notes=self.notes,
            dropped_sentences=self.dropped,
            model=self.model,
            took_ms=round((time.perf_counter() - self.started) * 1000, 2),
        )

    def _readings(self, relevant: Sequence[Passage]) -> list[str]:
        """The sections that a question of one or two words might mean."""
        names = list(dict.fromkeys(passage.facts["section"] for passage in relevant if passage.facts["section"]))
        if len(names) < 2 or len(query_words(self.asked)) > _VAGUE:
            return []
        return names[:_READINGS]


def _other_parts(numbering: Numbering) -> list[str]:
    """The other parts of the rules that are cited, each rule's together: "1. Pets (2), (3)"."""
    cited = [source.passage for source in numbering.sources()]
    told = {passage.facts["section"] for passage in cited}
    parts: dict[str, dict[str, None]] = {}
    for name in (name for passage in cited for name in passage.facts.get("beside", ()) if name not in told):
        rule, _, part = name.rpartition(" › ")
        parts.setdefault(rule.rpartition(" › ")[2], {})[part] = None
    return [f"{rule} {', '.join(own)}" for rule, own in parts.items()]


def answer_text(sentences: Sequence[AnswerSentence]) -> str:
    """The answer as one text: rules in quotation marks under their section and page, source numbers in brackets."""
    lines: list[str] = []
    lead = None
    for sentence in sentences:
        marks = "".join(f"[{number}]" for number in sentence.citations)
        if not sentence.verbatim:
            lines.append(f"{sentence.text} {marks}")
            continue
        words = f"{sentence.stem}” “{sentence.text}" if sentence.stem else sentence.text
        if sentence.lead == lead:
            lines[-1] += f" “{words}” {marks}"
        else:
            lines.append(f"{sentence.lead}: “{words}” {marks}" if sentence.lead else f"“{words}” {marks}")
            lead = sentence.lead
    return "\n".join(lines)


def quote_rules(
    passages: Sequence[Passage], sentences: Sequence[RankedSentence], least: float, numbering: Numbering
) -> Iterator[ProvedSentence]:
    """The sentences that answer, each with the sections that limit its own or that it limits, in the order of the
    document. Adds these sections to the passages that may be cited."""
    told: set[tuple[str, int]] = set()
    for proved in _quote_each_document(passages, sentences, least):
        proof = proved.proofs[0]
        passage = passages[proof.passage]
        if (passage.record, passage.facts["voice"].start) in told:
            continue
        told.add((passage.record, passage.facts["voice"].start))
        limits = [one for one in passage.facts["companions"] if (one.record, one.span.start) not in told]
        told |= {(one.record, one.span.start) for one in limits}
        numbering.passages = [*numbering.passages, *limits]
        first = len(numbering.passages) - len(limits)
        added = [
            ProvedSentence(" ".join(one.span.of(one.text).split()), (Proof(first + place, one.span),), verbatim=True)
            for place, one in enumerate(limits)
        ]
        yield from sorted([proved, *added], key=lambda one: one.proofs[0].span.start)


def _quote_each_document(
    passages: Sequence[Passage], sentences: Sequence[RankedSentence], least: float
) -> Iterator[ProvedSentence]:
    """The sentences with which each document by itself answers, since one may forbid what another allows. What one
    document repeats of another is told once."""
    words: set[str] = set()
    for record in dict.fromkeys(passages[one.sentence.passage].record for one in sentences):
        own = [one for one in sentences if passages[one.sentence.passage].record == record]
        for proved in quote_answer(passages, own, least):
            if proved.text not in words:
                words.add(proved.text)
                yield proved


def _speaks_to_machines(passage: Passage, span: Span) -> bool:
    """Whether a span of a passage overlaps a sentence that seems to address a program."""
    marked: list[list[int]] = passage.facts["bylaw"].to_machines
    return any(start < span.end and span.start < end for start, end in marked)


def _empty_suspicious(passages: list[Passage]) -> list[Passage]:
    """The passages for a chat model. A passage with a sentence that seems to address a program is emptied."""
    return [
        replace(one, span=Span(one.span.start, one.span.start)) if _speaks_to_machines(one, one.span) else one
        for one in passages
    ]
