"""The single way to ask the record: the page, the API, the command and the assistant use it."""

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext

from rag.answering.check import Checks
from rag.answering.compose import Numbering, ProvedSentence, generate_answer, quote_answer
from rag.answering.events import SourcesSoFar, Status
from rag.answering.model_settings import configured_chat, configured_support
from rag.answering.passages import Passage
from rag.answering.prompt import NOT_FOUND_IN
from rag.answering.read import best_first
from rag.clients.chat import ChatError, ChatModel, Usage
from rag.clients.embedder import EmbedderError
from rag.clients.trained import ModelError
from rag.metrics import count_query
from rag.serving.connections import release_connections
from speeches.enumerations.answer import listing_for
from speeches.enumerations.appointments import ELECTIONS, MOTIONS
from speeches.enumerations.divisions import MOST_CHOICES
from speeches.enumerations.listing import Listing
from speeches.enumerations.openings import list_openings
from speeches.enumerations.phrases import unread_note
from speeches.enumerations.values import choice_values
from speeches.finding.find import unknown_people
from speeches.finding.sources import quotable
from speeches.finding.whose import unknown_offices, words_to_search
from speeches.questions import wording
from speeches.questions.answer import EXTRACTIVE, AnswerSentence, AskRequest, Delta, Event, Finished
from speeches.questions.asklog import log
from speeches.questions.attempts import attempt, find_answer
from speeches.questions.balance import Section, compare_parties, compare_periods
from speeches.questions.cards import card, related_card
from speeches.questions.check import check_question
from speeches.questions.context import context_of
from speeches.questions.coverage import coverage_of
from speeches.questions.facts.fact import Fact, source_of_fact
from speeches.questions.facts.table import facts_for
from speeches.questions.lists import NAMED, as_values, no_list_note, no_vote_note, source_of
from speeches.questions.plan import (
    Question,
    describe_reading,
    names_single_days,
    narrow_filters,
    read_request,
    reading_for_tables,
    refers_to_nothing,
    statement_reading,
    text_for_reader,
    vote_before,
)
from speeches.questions.quotation import sentence_found, source_found, verdict_for, verdict_sentence
from speeches.questions.ranking import NEAR
from speeches.questions.rejoinders import Rejoinders, find_rejoinders, may_be_a_reply, read_beyond_a_reply
from speeches.questions.retrieve import Retrieval, retrieve
from speeches.questions.voices import compare_in_debate
from speeches.quotes.verify import QuoteVerdict
from speeches.search.engine import SearchRequest
from speeches.search.errors import SearchError
from speeches.search.filters import Filters
from speeches.understanding.otherwise import otherwise_note, readings_of

logger = logging.getLogger(__name__)

_RELATED = 3
# If the record lacks a vote, a speech may answer instead, but only if it probably does.
_TOLD_BY_SOMEBODY, _LIKELIER = "answer/person", 0.5


def ask(request: AskRequest) -> Iterator[Event]:
    """Answer a question as a stream of events; the last one is the whole answer. Raises SearchError at once."""
    check_question(request)
    return _Asking(request).events()


def answer(request: AskRequest) -> Finished:
    """The whole answer to a question. Raises SearchError."""
    *_, last = ask(request)
    assert isinstance(last, Finished)
    return last


@dataclass(slots=True)
class _Asking:
    """Answers one question."""

    request: AskRequest
    started: float = field(default_factory=time.perf_counter)
    timings: dict[str, float] = field(default_factory=dict)
    sentences: list[AnswerSentence] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    language: str = "en"
    dropped: int = 0
    model: str = EXTRACTIVE
    usage: Usage = field(default_factory=Usage)

    def events(self) -> Iterator[Event]:
        """The events of the answer.

        If the question as first understood finds nothing, its other readings are tried. If those find nothing, or too
        many votes to choose from, the first refusal stands.
        """
        yield Status("searching", gettext("Searching the record"))
        asked = read_request(self.request)
        self.language = asked.reading.language
        refused: Finished | None = None
        for reading in readings_of(asked.reading):
            self.notes = [otherwise_note(reading)] if refused and reading is not asked.reading else []
            for event in self._answer_reading(replace(asked, reading=reading), first=reading is asked.reading):
                if not isinstance(event, Finished):
                    yield event
                # Another reading may offer votes to choose from only if these are all that fit it.
                elif event.found or (event.choices and (reading is asked.reading or len(event.choices) < MOST_CHOICES)):
                    yield self._log_end(event)
                    return
                else:
                    refused = refused or event
        if refused:
            yield from self._answer_with_openings(asked, refused)

    def _answer_with_openings(self, asked: Question, refused: Finished) -> Iterator[Event]:
        """How the debates on the matter opened, if that may tell whom the question asks for; else the refusal."""
        unfit = self.request.filters.narrows() or refers_to_nothing(asked.reading)
        listing = None if unfit else list_openings(asked.reading, asked.version)
        self.notes = []
        for event in self._answer_with_list(asked, listing) if listing else [refused]:
            yield self._log_end(event) if isinstance(event, Finished) else event

    def _answer_reading(self, asked: Question, *, first: bool) -> Iterator[Event]:
        """The events of the answer to one reading of the question, the `first` or another."""
        if refers_to_nothing(asked.reading):
            self.notes.append(wording.WHO_IS_MEANT[asked.reading.language])
            yield self._make_answer(asked, Filters(), [])
            return
        # Lists and facts cover a whole parliament: with any other filter they would include too much.
        if not self.request.filters.narrows():
            untold = yield from self._look_up(asked, first=first)
            if untold is None:
                return
            asked = untold
        if asked.reading.task == "quote" and (verdict := verdict_for(asked, self.request.filters.country)):
            yield from self._answer_with_verdict(asked, verdict)
            return
        if asked.reading.task == "list" and asked.reading.is_sure:
            self.notes.append(no_list_note(asked.reading))
        try:
            replies = find_rejoinders(asked, self.request) if may_be_a_reply(asked) else Rejoinders()
            beyond = read_beyond_a_reply(asked)
            if replies.proved or beyond is None:
                yield from self._tell_replies(asked, replies)
                return
            self.notes += [wording.NO_REPLY[self.language]] if beyond is not asked else []
            asked, filters = beyond, narrow_filters(self.request.filters, beyond)
            if asked.reading.task in ("balance", "compare") and asked.reading.has_a_matter:
                yield from self._compare_sides(asked, filters)
            else:
                yield from self._single(asked, filters)
        except (EmbedderError, ModelError) as error:
            text = gettext("Answers need the embedding model and the reader. {error}")
            raise SearchError("question", text.format(error=error)) from error

    def _look_up(self, asked: Question, *, first: bool) -> Generator[Event, None, Question | None]:
        """The events of an answer from the tables.

        Returns the question to put to what was said if the tables tell nothing, and None if it is answered or refused.
        A list wider than the question answers only its `first` reading.
        """
        tabled = reading_for_tables(asked.reading)
        facts = facts_for(tabled, asked.version)
        before = vote_before(self.request, asked.reading)
        listing = listing_for(asked.reading, asked.version, self.request.vote, before)
        if listing and ((facts.told and listing.kind in (MOTIONS, ELECTIONS)) or (listing.loose and not first)):
            listing = None
        if listing is None and facts.missing and (listing := listing_for(tabled, asked.version)):
            self.notes.append(no_vote_note(asked.reading))
        # If the record holds no vote on the bill itself, the bill's status or a speech tells whether it passed.
        settled = asked.reading.kind == "fact/stage" or (facts.told and listing and len(listing.choices) == 1)
        instead = self._in_words(asked, listing)
        if listing and not (listing.choices and settled) and not instead:
            yield from self._answer_with_list(asked, listing)
            return None
        self.notes += [*facts.notes, *facts.missing]
        if facts.told or facts.missing:
            self.notes += filter(None, [] if facts.missing else [unread_note(asked.reading)])
            yield from self._answer_from_tables(asked, facts.told)
            return None
        if instead is None and not (asked.reading.task == "vote" and asked.reading.is_sure):
            return asked
        absent = listing if listing and not listing.near else None
        self.notes.append(absent.sentence() if absent else no_vote_note(asked.reading))
        self.notes += [wording.SAID_OF_A_VOTE[self.language]] if instead and not absent else []
        if instead is None:
            yield self._make_answer(asked, Filters(), [])
        return instead

    def _in_words(self, asked: Question, listing: Listing | None) -> Question | None:
        """If no recorded vote answers a question about one: the question put to what was said, if that answers it.

        If the record prints no ballot of somebody, their words may tell their position. Other words must answer more
        likely than not. If nobody knows who is meant, no words can tell how they voted.
        """
        if asked.reading.task != "vote" or (listing and not (listing.absent or listing.near)):
            return None
        if asked.reading.kind == "vote/member" and not asked.reading.keys("about", "speaker", "party"):
            return None
        stand = statement_reading(asked.reading) if asked.reading.is_sure and not (listing and listing.near) else None
        in_words = replace(asked.reading, kind=_TOLD_BY_SOMEBODY, otherwise=(asked.reading.kind,))
        instead = replace(asked, reading=stand or in_words)
        try:
            filters, kinds = narrow_filters(self.request.filters, instead), quotable(instead.reading)
            found = attempt(instead, filters, kinds, self.request.top_k, self._note_time)
        except (EmbedderError, ModelError):
            return None
        likely = found.accepted and (stand or found.sentences[0].probability >= _LIKELIER)
        return instead if likely else None

    def _answer_with_list(self, asked: Question, listing: Listing) -> Iterator[Event]:
        """A complete list from the tables, or the votes to choose from."""
        self._note_time("list")
        self.notes += listing.notes_beside
        if choices := [choice_values(one) for one in listing.choices]:
            self.notes.insert(0, listing.title)
            yield self._make_answer(asked, Filters(), [], choices=choices)
            return
        self.sentences.append(AnswerSentence(listing.sentence(NAMED), [1]))
        yield SourcesSoFar(sources := [source_of(listing)])
        yield Delta(self.sentences[0])
        yield self._make_answer(asked, Filters(), sources, listed=as_values(listing, self.request))

    def _answer_from_tables(self, asked: Question, facts: list[Fact]) -> Iterator[Event]:
        """The facts from the tables, one sentence for each record meant."""
        self._note_time("tables")
        yield SourcesSoFar(sources := [source_of_fact(fact, number) for number, fact in enumerate(facts, 1)])
        for number, fact in enumerate(facts, 1):
            self.sentences.append(AnswerSentence(fact.text, [number]))
            yield Delta(self.sentences[-1])
        yield self._make_answer(asked, Filters(), sources)

    def _answer_with_verdict(self, asked: Question, verdict: QuoteVerdict) -> Iterator[Event]:
        """The verdict on a quotation, with the matching words of the record."""
        self._note_time("verify")
        self.notes += [verdict_sentence(verdict, asked.reading.language), *verdict.notes]
        if verdict.best is None or verdict.verdict == "not_found":
            near = self._nearest(asked, self.request.filters, asked.reading.words("quotation"))
            yield self._make_answer(asked, Filters(), [], near)
            return
        self.sentences.append(sentence_found(verdict.best, asked.reading.language))
        yield SourcesSoFar(sources := [source_found(verdict.best)])
        yield Delta(self.sentences[0])
        yield self._make_answer(asked, Filters(), sources)

    def _single(self, asked: Question, filters: Filters) -> Iterator[Event]:
        found = find_answer(asked, self.request, filters, self._note_time)
        filters, retrieved, sentences, accepted = found.filters, found.retrieved, found.sentences, found.accepted
        self.notes += found.notes if accepted else ()
        if not asked.reading.keys("speaker", "party"):
            self.notes += unknown_people(asked.reading, asked.version, written_as_names=accepted)
        unheld = unknown_offices(asked.reading, asked.people) if accepted else ()
        self.notes += [wording.NOBODY_HOLDS[self.language].format(office) for office in unheld]
        yield Status("reading", gettext("Reading {count} passages").format(count=len(retrieved.passages)))
        self.notes += retrieved.ranking.notes
        if accepted and asked.reading.task == "find" and sentences[0].probability < NEAR:
            self.notes.append(wording.ONLY_NEAR[asked.reading.language])
        self._note_time("read")
        numbering = Numbering(retrieved.passages)
        if accepted and (chat := configured_chat()):
            bills = asked.reading.keys("bill")
            numbering = Numbering(context_of(retrieved.passages, bills, asked.reading.language))
            yield from self._generate(chat, retrieved, asked, numbering)
        if accepted and not self.sentences:
            numbering = Numbering(retrieved.passages)
            for proved in quote_answer(retrieved.passages, sentences, found.least):
                yield from self._tell(proved, numbering)
        self._note_time("compose")
        nearest, _ = best_first(retrieved.passages, sentences)
        yield self._make_answer(asked, filters, _cards(numbering), nearest)

    def _generate(
        self, chat: ChatModel, retrieved: Retrieval, asked: Question, numbering: Numbering
    ) -> Iterator[Event]:
        yield Status("writing", gettext("Asking {model}, and checking each sentence").format(model=chat.name))
        release_connections()
        checks = Checks(retrieved.embed, configured_support())
        question, language, noted = text_for_reader(asked.reading), asked.reading.language, len(self.notes)
        try:
            for proved in generate_answer(chat, question, numbering.passages, checks, self.usage, language):
                if proved is None:
                    self.dropped += 1
                else:
                    self.model = chat.name
                    yield from self._tell(proved, numbering)
        except ChatError as error:
            logger.warning("%s", error)
            told = wording.CHAT_BROKE_OFF if self.sentences else wording.CHAT_AWAY
            self.notes.append(told[language].format(chat.name))
        if not self.sentences and len(self.notes) == noted:
            self.notes.append(wording.UNSUPPORTED[language].format(chat.name))

    def _compare_sides(self, asked: Question, filters: Filters) -> Iterator[Event]:
        """What each party said, or what was said in each period, side by side and in the record's own words."""
        reading, known, version = asked.reading, asked.known, asked.version
        if reading.kind == "compare/periods" and not names_single_days(reading):
            balance = compare_periods(reading, filters, known, asked.people, version)
        else:
            in_debate = compare_in_debate(reading, filters, known, version)
            balance = in_debate or compare_parties(reading, filters, known, asked.people, version)
        self._note_time("search")
        text = gettext("Reading what {count} {voices} said")
        yield Status("reading", text.format(count=len(balance.sections), voices=gettext(balance.noun)))
        numbering = Numbering(balance.passages)
        for section in balance.sections:
            for proved in section.proved:
                yield from self._tell(proved, numbering, section)
        self.notes += balance.notes
        passages = balance.passages
        if not self.sentences:
            passages = self._nearest(asked, filters, words_to_search(asked.reading))
        self._note_time("compose")
        yield self._make_answer(asked, filters, _cards(numbering), passages)

    def _tell_replies(self, asked: Question, found: Rejoinders) -> Iterator[Event]:
        """What was replied, from the turns after those of whoever was replied to; else what comes nearest."""
        self._note_time("read")
        numbering = Numbering(found.passages)
        for proved in found.proved:
            yield from self._tell(proved, numbering)
        if found.count > (shown := len(found.passages)):
            self.notes.append(wording.REPLIES_IN_ALL[self.language].format(count=found.count, shown=shown))
        filters = self.request.filters
        nearest = [] if found.proved else self._nearest(asked, filters, words_to_search(asked.reading))
        yield self._make_answer(asked, filters, _cards(numbering), nearest)

    def _nearest(self, asked: Question, filters: Filters, words: str) -> list[Passage]:
        """The passages that come nearest to the words of a question that has no answer."""
        nearest = SearchRequest(words, filters, top_k=_RELATED, language=asked.reading.language)
        return retrieve(nearest, asked.known, asked.version).passages

    def _tell(self, proved: ProvedSentence, numbering: Numbering, section: Section | None = None) -> Iterator[Event]:
        before = len(numbering.numbers)
        quoted = {numbering.passages[place].record for place in numbering.numbers}
        cited, passage = numbering.cite(proved), numbering.passages[proved.proofs[0].passage]
        under = section.title if section else ""
        self.sentences.append(wording.sentence_of(proved, passage, cited, quoted, under, self.language))
        if len(numbering.numbers) > before:
            yield SourcesSoFar(_cards(numbering))
        yield Delta(self.sentences[-1])

    def _note_time(self, step: str) -> None:
        spent = (time.perf_counter() - self.started) * 1000 - sum(self.timings.values())
        self.timings[step] = round(self.timings.get(step, 0.0) + spent, 2)

    def _make_answer(
        self,
        asked: Question,
        filters: Filters,
        sources: list[dict[str, Any]],
        passages: Sequence[Passage] = (),
        listed: dict[str, Any] | None = None,
        choices: Sequence[dict[str, Any]] = (),
    ) -> Finished:
        found, reading = bool(self.sentences), asked.reading
        # If there are votes to choose from, nothing is missing.
        related = [] if found or choices else [related_card(passage) for passage in passages[:_RELATED]]
        nothing = self.notes[0] if choices else NOT_FOUND_IN[reading.language]
        return Finished(
            question=self.request.question,
            understood=describe_reading(asked) if reading.follows else "",
            found=found,
            answer=wording.answer_text(self.sentences, reading.language) if found else nothing,
            sentences=self.sentences,
            sources=sources,
            related=related,
            dropped_sentences=self.dropped,
            notes=self.notes[1:] if choices else self.notes,
            coverage=coverage_of(reading, filters, asked.known, refused=not found).as_dict(),
            filters={name: str(value) for name, value in filters.active().items()},
            model=self.model,
            took_ms=0.0,
            timings={},
            tokens={"prompt": self.usage.prompt, "completion": self.usage.completion},
            corpus_version=asked.version,
            list=listed,
            choices=list(choices),
        )

    def _log_end(self, finished: Finished) -> Finished:
        """Add the total time to the answer, count it and log it."""
        took = round((time.perf_counter() - self.started) * 1000, 2)
        count_query("question", took / 1000)
        log(finished := replace(finished, took_ms=took, timings=self.timings))
        return finished


def _cards(numbering: Numbering) -> list[dict[str, Any]]:
    return [card(source) for source in numbering.sources()]
