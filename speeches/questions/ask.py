"""The one way to ask the record, for the page, the API, the command and the assistant."""

import json
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection

from rag.answering.check import Checks
from rag.answering.compose import Numbering, Proved, extracted, generated
from rag.answering.configured import configured_chat, configured_support
from rag.answering.passages import Passage
from rag.answering.prompt import NOT_FOUND_IN
from rag.answering.weigh import Question, Weighed, features, weigh
from rag.clients.chat import ChatError, ChatModel, Usage
from rag.clients.embedder import EmbedderError
from rag.metrics import counted
from rag.text.dates import written
from rag.text.language import detect_language
from speeches.enumerations.answer import listing_for
from speeches.enumerations.listing import Listing
from speeches.questions.answer import (
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
from speeches.questions.balance import Section, bare_name, by_party, by_period
from speeches.questions.cards import card, related_card
from speeches.questions.coverage import coverage_of
from speeches.questions.judging import judge
from speeches.questions.lists import as_values, missing, of_the_same_vote, sentence_of, source_of
from speeches.questions.retrieve import Retrieved, retrieve
from speeches.questions.understand import PARTIES, PERIODS, Understood, understand
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.engine import SearchRequest
from speeches.search.errors import SearchError
from speeches.search.filters import Filters, date_range_written, unstorable
from speeches.search.roster import roster
from speeches.search.version import corpus_version
from speeches.understanding.query import Query, understand_query

logger = logging.getLogger(__name__)
# A line of JSON for each question, apart from what is said of errors.
_ASKS = logging.getLogger("speeches.ask")

EXTRACTIVE = "extractive"
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


@dataclass(slots=True)
class _Asking:
    """One question on its way to its answer."""

    request: AskRequest
    started: float = field(default_factory=time.perf_counter)
    timings: dict[str, float] = field(default_factory=dict)
    sentences: list[AnswerSentence] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # Whether the question turns to another side of the vote that the one before was about.
    turned: bool = False
    dropped: int = 0
    model: str = EXTRACTIVE
    usage: Usage = field(default_factory=Usage)

    def events(self) -> Iterator[Event]:
        version = corpus_version()
        known = catalogue(version)
        yield Status("searching", "Searching the record")
        understood = understand(self.request.question, self.request.previous, roster(version), known)
        same_vote = of_the_same_vote(self.request.question, self.request.previous, version)
        self.turned = same_vote is not None
        query = same_vote or understand_query(understood.asked, version)
        # A list is of the whole record: beside filters it would say too much.
        whole = not self.request.filters.active()
        listing = listing_for(query, version) if whole else None
        if listing is not None or (whole and missing(query)):
            yield from self._listed(understood, query, listing, known, version)
            return
        filters = _narrowed(self.request.filters, understood)
        if query.bill_rows and not filters.bill:
            filters = replace(filters, bill=query.bill_key or query.bills[0].number)
        work = self._balanced if understood.kind in (PARTIES, PERIODS) else self._single
        try:
            yield from work(understood, filters, known, version)
        except EmbedderError as error:
            raise SearchError("question", f"Answers need the embedding model. {error}") from error

    def _listed(
        self, understood: Understood, query: Query, listing: Listing | None, known: Catalogue, version: int | None
    ) -> Iterator[Event]:
        """A complete list from the tables; where a vote is asked for that the record does not have, that."""
        self._took("list")
        finished = self._finished(understood, Filters(), known, Numbering([]), [], version, listing)
        if listing is not None:
            yield SourcesSoFar(finished.sources)
            yield Delta(finished.sentences[0])
        else:
            finished.notes.append(missing(query))
        yield finished

    def _list_values(self, listing: Listing | None, understood: Understood) -> dict[str, Any] | None:
        if listing is None:
            return None
        if self.turned:
            return as_values(listing, self.request.question, self.request.previous)
        return as_values(listing, understood.asked)

    def _single(
        self, understood: Understood, filters: Filters, known: Catalogue, version: int | None
    ) -> Iterator[Event]:
        retrieved, weighed, accepted = self._judged(understood, filters, known, version)
        if not accepted and filters.bill != self.request.filters.bill:
            # What is asked of a bill is answered from what was said on it; else from anything.
            filters = replace(filters, bill=self.request.filters.bill)
            retrieved, weighed, accepted = self._judged(understood, filters, known, version)
        yield Status("reading", f"Reading {len(retrieved.passages)} passages")
        self.notes += retrieved.ranking.notes
        self.notes += [
            f"“{name}” is no party or member of the record: everybody's words were searched."
            for name in understood.unknown
        ]
        self._took("read")
        numbering = Numbering(retrieved.passages)
        if accepted:
            yield from self._composed(retrieved, weighed, understood, numbering)
        self._took("compose")
        yield self._finished(understood, _searched(retrieved), known, numbering, retrieved.passages, version)

    def _judged(
        self, understood: Understood, filters: Filters, known: Catalogue, version: int | None
    ) -> tuple[Retrieved, list[Weighed], bool]:
        """The passages for a question, their sentences weighed, and whether they answer it."""
        search = SearchRequest(understood.search, filters, top_k=self.request.top_k)
        retrieved = retrieve(search, understood.asked, known, version)
        self._took("search")
        weighed = _weighed(retrieved)
        accepted = bool(weighed) and judge().accepts(features(_question(retrieved), retrieved.passages, weighed))
        return retrieved, weighed, accepted

    def _composed(
        self, retrieved: Retrieved, weighed: list[Weighed], understood: Understood, numbering: Numbering
    ) -> Iterator[Event]:
        chat = configured_chat()
        if chat is not None:
            yield from self._generated(chat, retrieved, understood, numbering)
        if not self.sentences:
            for proved in extracted(_question(retrieved), retrieved.passages, weighed):
                yield from self._told(proved, numbering)

    def _generated(
        self, chat: ChatModel, retrieved: Retrieved, understood: Understood, numbering: Numbering
    ) -> Iterator[Event]:
        yield Status("writing", f"Asking {chat.name}, and checking each sentence")
        _release_connection()
        checks = Checks(retrieved.embed, configured_support())
        try:
            for proved in generated(chat, understood.asked, retrieved.passages, checks, self.usage):
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

    def _balanced(
        self, understood: Understood, filters: Filters, known: Catalogue, version: int | None
    ) -> Iterator[Event]:
        """Side by side, from the record's own words alone: what each party said, or what was said in each period."""
        make = by_party if understood.kind == PARTIES else by_period
        balance = make(understood, filters, known, version)
        self._took("search")
        yield Status("reading", f"Reading what {len(balance.sections)} {balance.noun} said")
        numbering = Numbering(balance.passages)
        for section in balance.sections:
            for proved in section.proved:
                yield from self._told(proved, numbering, section)
        self.notes += balance.notes
        passages = balance.passages
        if not self.sentences:
            nearest = SearchRequest(understood.search, filters, top_k=_RELATED)
            passages = retrieve(nearest, understood.asked, known, version).passages
        self._took("compose")
        yield self._finished(understood, filters, known, numbering, passages, version)

    def _told(self, proved: Proved, numbering: Numbering, section: Section | None = None) -> Iterator[Event]:
        before = len(numbering.numbers)
        cited = numbering.cite(proved)
        passage = numbering.passages[proved.proofs[0].passage]
        lead = _lead(passage) if proved.verbatim else ""
        sentence = AnswerSentence(proved.text, cited, lead, section.title if section else "", proved.verbatim)
        self.sentences.append(sentence)
        if len(numbering.numbers) > before:
            yield SourcesSoFar([card(source) for source in numbering.sources()])
        yield Delta(sentence)

    def _took(self, step: str) -> None:
        spent = (time.perf_counter() - self.started) * 1000 - sum(self.timings.values())
        self.timings[step] = round(self.timings.get(step, 0.0) + spent, 2)

    def _finished(
        self,
        understood: Understood,
        filters: Filters,
        known: Catalogue,
        numbering: Numbering,
        passages: list[Passage],
        version: int | None,
        listing: Listing | None = None,
    ) -> Finished:
        if listing is not None:
            self.sentences.append(sentence_of(listing))
            self.notes += listing.notes
        found = bool(self.sentences)
        finished = Finished(
            question=self.request.question,
            understood=understood.asked if understood.rewritten else "",
            found=found,
            answer=answer_text(self.sentences) if found else NOT_FOUND_IN[detect_language(understood.asked)],
            sentences=self.sentences,
            sources=[source_of(listing)] if listing else [card(source) for source in numbering.sources()],
            related=[] if found else [related_card(passage) for passage in passages[:_RELATED]],
            dropped_sentences=self.dropped,
            notes=self.notes,
            coverage=coverage_of(understood.asked, filters, known).as_dict(),
            filters={name: str(value) for name, value in filters.active().items()},
            model=self.model,
            took_ms=round((time.perf_counter() - self.started) * 1000, 2),
            timings=self.timings,
            tokens={"prompt": self.usage.prompt, "completion": self.usage.completion},
            corpus_version=version,
            list=self._list_values(listing, understood),
        )
        counted("question", finished.took_ms / 1000)
        _log(finished)
        return finished


def answer_text(sentences: list[AnswerSentence]) -> str:
    """The answer as one text: verbatim sentences in quotation marks under who said them, numbers in brackets."""
    lines: list[str] = []
    section = lead = ""
    for sentence in sentences:
        marks = "".join(f"[{number}]" for number in sentence.citations)
        if sentence.section != section:
            lines.append(f"{sentence.section}:")
            section, lead = sentence.section, ""
        if not sentence.verbatim:
            lines.append(f"{sentence.text} {marks}")
        elif sentence.lead == lead:
            lines[-1] += f" “{sentence.text}” {marks}"
        else:
            lines.append(f"{sentence.lead}: “{sentence.text}” {marks}")
            lead = sentence.lead
    return "\n".join(lines)


def _lead(passage: Passage) -> str:
    about = passage.facts["role"] or passage.facts["party"]
    # The chair's name is the office itself where nobody is named.
    who = f"{passage.speaker} ({about})" if about and about != passage.speaker else passage.speaker or "The record"
    return f"{who}, {written(passage.date, passage.facts.get('language', 'en'))}" if passage.date else who


def _narrowed(filters: Filters, understood: Understood) -> Filters:
    """The filters of the request with the one party and the time that the question itself names."""
    if understood.kind != PARTIES and len(understood.parties) == 1 and not filters.party:
        filters = replace(filters, party=understood.parties[0])
    if understood.kind == PERIODS and understood.speakers and not filters.speaker:
        filters = replace(filters, speaker=bare_name(understood.speakers[0]))
    if understood.when and not (filters.date_from or filters.date_to):
        first, last = date_range_written(understood.when)
        filters = replace(filters, date_from=first, date_to=last)
    return filters


def _searched(retrieved: Retrieved) -> Filters:
    """The filters that were searched with, the speaker and the days that the question itself names among them."""
    filters, said = retrieved.ranking.filters, retrieved.ranking.said
    if said is None:
        return filters
    first, last = filters.date_from or said.first, filters.date_to or said.last
    return replace(filters, speaker=filters.speaker or said.label, date_from=first, date_to=last)


def _weighed(retrieved: Retrieved) -> list[Weighed]:
    if retrieved.question is None:
        return []
    return weigh(retrieved.question, retrieved.passages, retrieved.embed)


def _question(retrieved: Retrieved) -> Question:
    assert retrieved.question is not None
    return retrieved.question


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
