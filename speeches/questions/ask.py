"""The one way to ask the record, for the page, the API, the command and the assistant."""

import json
import logging
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection

from rag.answering.check import Checks
from rag.answering.compose import Numbering, Proved, extracted, generated
from rag.answering.configured import configured_chat, configured_support
from rag.answering.passages import Passage
from rag.answering.prompt import NOT_FOUND_IN
from rag.answering.read import Read, best_first
from rag.clients.chat import ChatError, ChatModel, Usage
from rag.clients.embedder import EmbedderError
from rag.clients.reader.local import ReaderError
from rag.metrics import counted
from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.models import SourceType
from speeches.questions.answer import (
    EXTRACTIVE,
    LONGEST_QUESTION,
    PASSAGES,
    AnswerSentence,
    AskRequest,
    Delta,
    Event,
    Finished,
    SourcesSoFar,
    Status,
)
from speeches.questions.balance import Section, by_party, by_period
from speeches.questions.cards import card, related_card
from speeches.questions.context import context_of
from speeches.questions.coverage import coverage_of
from speeches.questions.facts import facts_for
from speeches.questions.judging import judge, sentences_read
from speeches.questions.kinds import PRINTED_KINDS, kinds_to_quote
from speeches.questions.lists import as_values, missing, other_votes, sentence_of, source_of
from speeches.questions.meant import (
    Meant,
    meant_by,
    names_a_bill,
    narrowed,
    nobody_meant,
    searched,
    with_its_numbers,
    without_bills,
)
from speeches.questions.retrieve import Retrieved, retrieve
from speeches.questions.told import Fact, sentence_of_fact, source_of_fact
from speeches.questions.understand import PARTIES, PERIODS
from speeches.questions.wording import answer_text, lead_of
from speeches.search.engine import SearchRequest
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, unstorable

logger = logging.getLogger(__name__)
# A line of JSON for each question, apart from what is said of errors.
_ASKS = logging.getLogger("speeches.ask")

_RELATED = 3


def ask(request: AskRequest) -> Iterator[Event]:
    """Answer a question, telling what happens; the last event is the answer whole. Raises SearchError at once."""
    check_question(request)
    return _Asking(request).events()


def answer(request: AskRequest) -> Finished:
    """The answer to a question, whole. Raises SearchError."""
    *_, last = ask(request)
    assert isinstance(last, Finished)
    return last


def check_question(request: AskRequest) -> None:
    """Raises SearchError for a question that cannot be asked."""
    question = request.question.strip()
    if len(question) < 3:
        raise SearchError("question", "Ask a question, such as: What did members say about housing?")
    if broken := unstorable(request.question, request.filters):
        raise SearchError("question", f"The question holds {broken}, which no text of the record does. Take it out.")
    if len(question) > LONGEST_QUESTION:
        raise SearchError(
            "question", f"The question has {len(question)} characters; at most {LONGEST_QUESTION} are read. Shorten it."
        )
    if not 1 <= request.top_k <= PASSAGES:
        raise SearchError("top_k", f"top_k is {request.top_k}; choose a number from 1 to {PASSAGES}.")
    kind = request.filters.source_type.lower()
    if kind and kind not in PRINTED_KINDS:
        raise SearchError("source_type", f"Answers quote {', '.join(PRINTED_KINDS)}; “{kind}” has no words to quote.")
    if kind not in ("", SourceType.HANSARD) and (request.filters.speaker or request.filters.party):
        raise SearchError("source_type", f"A {kind} is nobody's words: leave out the speaker and the party, or it.")


@dataclass(slots=True)
class _Asking:
    """One question on its way to its answer."""

    request: AskRequest
    started: float = field(default_factory=time.perf_counter)
    timings: dict[str, float] = field(default_factory=dict)
    sentences: list[AnswerSentence] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: int = 0
    model: str = EXTRACTIVE
    usage: Usage = field(default_factory=Usage)

    def events(self) -> Iterator[Event]:
        yield Status("searching", "Searching the record")
        meant = meant_by(self.request)
        if meant.understood.nobody and not self.request.filters.speaker:
            self.notes.append(nobody_meant(meant))
            yield self._finished(meant, Filters(), [])
            return
        # A list and a fact are of a whole parliament: beside other filters they would say too much.
        if not self.request.filters.narrows():
            if listing := listing_for(meant.query, meant.version):
                yield from self._listed(meant, listing)
                return
            facts = facts_for(meant.query, meant.version)
            self.notes += facts.missing
            if facts.told or facts.missing:
                yield from self._told_from_tables(meant, facts.told)
                return
            if reason := missing(meant.query):
                self.notes.append(reason)
                yield self._finished(meant, Filters(), [])
                return
        filters = narrowed(self.request.filters, meant)
        try:
            if meant.understood.kind in (PARTIES, PERIODS):
                yield from self._balanced(meant, filters)
            else:
                yield from self._single(meant, filters)
        except (EmbedderError, ReaderError) as error:
            raise SearchError("question", f"Answers need the embedding model and the reader. {error}") from error

    def _listed(self, meant: Meant, listing: Listing) -> Iterator[Event]:
        """A complete list from the tables."""
        self._took("list")
        self.sentences.append(sentence_of(listing))
        self.notes += listing.notes
        if listing.also:
            self.notes.append(other_votes(listing))
        previous = self.request.previous if meant.turned else ""
        values = as_values(listing, self.request.question if meant.turned else meant.understood.asked, previous)
        sources = [source_of(listing)]
        yield SourcesSoFar(sources)
        yield Delta(self.sentences[0])
        yield self._finished(meant, Filters(), sources, listed=values)

    def _told_from_tables(self, meant: Meant, facts: list[Fact]) -> Iterator[Event]:
        """What the tables hold, a sentence for each record that is meant."""
        self._took("tables")
        sources = [source_of_fact(fact, number) for number, fact in enumerate(facts, 1)]
        yield SourcesSoFar(sources)
        for number, fact in enumerate(facts, 1):
            self.sentences.append(sentence_of_fact(fact, number))
            yield Delta(self.sentences[-1])
        yield self._finished(meant, Filters(), sources)

    def _single(self, meant: Meant, filters: Filters) -> Iterator[Event]:
        kinds = kinds_to_quote(meant.query, meant.understood, filters, meant.version)
        retrieved, sentences, accepted = self._judged(meant, filters, kinds)
        if accepted and (country := self._one_country(retrieved, sentences)):
            filters = replace(filters, country=country)
            retrieved, sentences, accepted = self._judged(meant, filters, kinds)
        if not accepted and filters.bill != self.request.filters.bill:
            # What is asked of a bill is answered by it and by what was said on it; else by what names it.
            filters = replace(filters, bill=self.request.filters.bill)
            retrieved, sentences, accepted = self._judged(meant, filters, (SourceType.HANSARD,))
            accepted = accepted and names_a_bill(retrieved.passages[sentences[0].sentence.passage], meant)
        yield Status("reading", f"Reading {len(retrieved.passages)} passages")
        self.notes += retrieved.ranking.notes
        self.notes += [
            f"“{name}” is no party or member of the record: everybody's words were searched."
            for name in meant.understood.unknown
        ]
        self._took("read")
        numbering = Numbering(retrieved.passages)
        if accepted and (chat := configured_chat()):
            numbering = Numbering(context_of(retrieved.passages, meant.query.bill_rows, meant.query.language))
            yield from self._generated(chat, retrieved, meant, numbering)
        if accepted and not self.sentences:
            numbering = Numbering(retrieved.passages)
            for proved in extracted(retrieved.passages, sentences, judge(retrieved.language).threshold):
                yield from self._told(proved, numbering)
        self._took("compose")
        nearest, _ = best_first(retrieved.passages, sentences)
        yield self._finished(meant, searched(retrieved), _cards(numbering), nearest)

    def _one_country(self, retrieved: Retrieved, sentences: list[Read]) -> str:
        """The parliament whose record answers best, where passages of several were found: an answer is one country's,
        and says where else it is spoken of. "" where one alone was."""
        found = Counter(passage.facts["parliament"] for passage in retrieved.passages)
        if len(found) < 2:
            return ""
        best = str(retrieved.passages[sentences[0].sentence.passage].facts["parliament"])
        labels = {passage.facts["parliament"]: passage.facts["country"] for passage in retrieved.passages}
        others = ", ".join(sorted(labels[code] for code in found if code != best))
        self.notes.append(
            f"Answered from the record of {labels[best]}. Spoken of in {others} too: choose it to ask there."
        )
        return best

    def _judged(self, meant: Meant, filters: Filters, kinds: tuple[str, ...]) -> tuple[Retrieved, list[Read], bool]:
        """The passages for a question, their sentences, the likeliest first, and whether it answers."""
        text = meant.understood.search
        of_a_bill = filters.bill != self.request.filters.bill
        # Which words of a bill are meant is searched for without its name, which every piece of it bears.
        retrieved = self._retrieved(meant, filters, kinds, without_bills(text, meant) if of_a_bill else text)
        sentences = sentences_read(meant.understood.asked, retrieved.language, retrieved.passages)
        if of_a_bill:
            sentences = with_its_numbers(sentences, retrieved.passages, without_bills(text, meant))
        least = judge(retrieved.language).threshold
        return retrieved, sentences, bool(sentences) and sentences[0].probability >= least

    def _retrieved(self, meant: Meant, filters: Filters, kinds: tuple[str, ...], text: str) -> Retrieved:
        query = meant.query
        search = SearchRequest(
            text,
            filters,
            top_k=self.request.top_k,
            source_types=kinds,
            bills=query.bill_rows,
            quotable=True,
        )
        retrieved = retrieve(search, meant.understood.asked, meant.known, meant.version, query.intent.slots)
        self._took("search")
        return retrieved

    def _generated(self, chat: ChatModel, retrieved: Retrieved, meant: Meant, numbering: Numbering) -> Iterator[Event]:
        yield Status("writing", f"Asking {chat.name}, and checking each sentence")
        _release_connection()
        checks = Checks(retrieved.embed, configured_support())
        asked, read = meant.understood.asked, numbering.passages
        try:
            for proved in generated(chat, asked, read, checks, self.usage, meant.query.language):
                if proved is None:
                    self.dropped += 1
                else:
                    self.model = chat.name
                    yield from self._told(proved, numbering)
        except ChatError as error:
            logger.warning("%s", error)
            rest = "its answer ends here." if self.sentences else "here are the record's own words instead."
            self.notes.append(f"The chat model {chat.name} did not answer to the end; {rest}")
        if not self.sentences and not self.notes:
            self.notes.append(f"Nothing that {chat.name} wrote is supported; here are the record's own words instead.")

    def _balanced(self, meant: Meant, filters: Filters) -> Iterator[Event]:
        """Side by side, from the record's own words alone: what each party said, or what was said in each period."""
        make = by_party if meant.understood.kind == PARTIES else by_period
        balance = make(meant.understood, filters, meant.known, meant.version)
        self._took("search")
        yield Status("reading", f"Reading what {len(balance.sections)} {balance.noun} said")
        numbering = Numbering(balance.passages)
        for section in balance.sections:
            for proved in section.proved:
                yield from self._told(proved, numbering, section)
        self.notes += balance.notes
        passages = balance.passages
        if not self.sentences:
            nearest = SearchRequest(meant.understood.search, filters, top_k=_RELATED)
            passages = retrieve(nearest, meant.understood.asked, meant.known, meant.version).passages
        self._took("compose")
        yield self._finished(meant, filters, _cards(numbering), passages)

    def _told(self, proved: Proved, numbering: Numbering, section: Section | None = None) -> Iterator[Event]:
        before = len(numbering.numbers)
        cited = numbering.cite(proved)
        passage = numbering.passages[proved.proofs[0].passage]
        lead = lead_of(passage) if proved.verbatim else ""
        sentence = AnswerSentence(proved.text, cited, lead, section.title if section else "", proved.verbatim)
        self.sentences.append(sentence)
        if len(numbering.numbers) > before:
            yield SourcesSoFar(_cards(numbering))
        yield Delta(sentence)

    def _took(self, step: str) -> None:
        spent = (time.perf_counter() - self.started) * 1000 - sum(self.timings.values())
        self.timings[step] = round(self.timings.get(step, 0.0) + spent, 2)

    def _finished(
        self,
        meant: Meant,
        filters: Filters,
        sources: list[dict[str, Any]],
        passages: Sequence[Passage] = (),
        listed: dict[str, Any] | None = None,
    ) -> Finished:
        found, asked = bool(self.sentences), meant.understood.asked
        finished = Finished(
            question=self.request.question,
            understood=asked if meant.understood.rewritten else "",
            found=found,
            answer=answer_text(self.sentences) if found else NOT_FOUND_IN[meant.query.language],
            sentences=self.sentences,
            sources=sources,
            related=[] if found else [related_card(passage) for passage in passages[:_RELATED]],
            dropped_sentences=self.dropped,
            notes=self.notes,
            coverage=coverage_of(asked, filters, meant.known).as_dict(),
            filters={name: str(value) for name, value in filters.active().items()},
            model=self.model,
            took_ms=round((time.perf_counter() - self.started) * 1000, 2),
            timings=self.timings,
            tokens={"prompt": self.usage.prompt, "completion": self.usage.completion},
            corpus_version=meant.version,
            list=listed,
        )
        counted("question", finished.took_ms / 1000)
        _log(finished)
        return finished


def _cards(numbering: Numbering) -> list[dict[str, Any]]:
    return [card(source) for source in numbering.sources()]


def _release_connection() -> None:
    """No database connection is held while a model thinks."""
    if not connection.in_atomic_block:
        connection.close()


def _log(finished: Finished) -> None:
    """One line of JSON for each question."""
    line = {
        "event": "ask",
        "question": finished.question,
        "filters": finished.filters,
        "found": finished.found,
        "sources": [source["id"] for source in finished.sources],
        "dropped": finished.dropped_sentences,
        "model": finished.model,
        "tokens": finished.tokens,
        "took_ms": finished.took_ms,
        "steps_ms": finished.timings,
    }
    _ASKS.info(json.dumps(line, ensure_ascii=False))
