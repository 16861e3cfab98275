"""Searches for passages that answer a question: in the debates before, as the question reads, and then more widely."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rag.answering.passages import Passage
from rag.answering.read import RankedSentence
from speeches.enumerations.headings import wanted_stems
from speeches.finding.sources import quotable
from speeches.finding.whose import whose_words
from speeches.models import SourceType, Speech
from speeches.questions.answer import AskRequest
from speeches.questions.exchanges import debates_of
from speeches.questions.plan import (
    Question,
    is_on_a_subject,
    may_ask_for_a_vote,
    names_a_number,
    narrow_filters,
    text_for_reader,
)
from speeches.questions.ranking import judge, least_probability, rank_for_question
from speeches.questions.requirements import requirements_of
from speeches.questions.retrieve import Retrieval, retrieve_for
from speeches.questions.wording import ELSEWHERE, ONE_COUNTRY, OTHERS_WORDS
from speeches.search.filters import Filters
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of

# A kind of question that asks for somebody's words, and how likely those of a party asked about must answer.
_OF_WORDS, _LIKELY = "answer/statement", 0.5


@dataclass(frozen=True, slots=True)
class Attempt:
    """The passages found under some filters, their sentences (likeliest first), the probability `least` that one must
    reach to answer, and the notes on the search."""

    filters: Filters
    retrieved: Retrieval
    sentences: list[RankedSentence]
    least: float
    notes: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the best sentence answers."""
        return bool(self.sentences) and self.sentences[0].probability >= self.least

    @property
    def best(self) -> Passage:
        """The passage of the best sentence."""
        return self.retrieved.passages[self.sentences[0].sentence.passage]


def attempt(
    asked: Question,
    filters: Filters,
    kinds: tuple[str, ...],
    top_k: int,
    note_time: Callable[[str], None],
    debates: tuple[int, ...] = (),
) -> Attempt:
    """Search once, in these debates only if there are any, and read what is found."""
    reading = asked.reading
    retrieved = retrieve_for(asked, filters, kinds, top_k, debates)
    note_time("search")
    subject = is_on_a_subject(reading)
    sentences = rank_for_question(
        text_for_reader(reading),
        retrieved.language,
        retrieved.passages,
        about=subject,
        own=reading.asks_for_words,
    )
    if may_ask_for_a_vote(reading):
        # The minutes of another vote would be taken for those of the one meant.
        sentences = [one for one in sentences if not retrieved.passages[one.sentence.passage].unspoken]
    return Attempt(filters, retrieved, sentences, least_probability(reading, judge(retrieved.language, about=subject)))


def find_answer(asked: Question, request: AskRequest, filters: Filters, note_time: Callable[[str], None]) -> Attempt:
    """The first search whose best passage answers. Otherwise, if the question is about certain members, the first that
    finds their words on the subject; otherwise the last."""
    tried: list[Attempt] = []
    for found in _search_in_turn(asked, request, filters, note_time):
        if found.accepted:
            return replace(found, notes=(*found.notes, *_notes_on(found, asked, request)))
        tried.append(found)
    of_members = is_on_a_subject(asked.reading) and whose_words(asked.reading, asked.people)
    on_it = (with_words_on_it(one, asked.reading) for one in tried) if of_members else ()
    return next(filter(None, on_it), tried[-1])


def _notes_on(found: Attempt, asked: Question, request: AskRequest) -> Iterator[str]:
    """The notes that an answer is from another debate than the last one, or not in the words of those asked about."""
    language = asked.reading.language
    if asked.reading.follows and _is_from_elsewhere(found, request):
        yield ELSEWHERE[language]
    if (theirs := _in_own_words(asked)) and not requirements_of(theirs, found.filters).is_said_by_them(found.best):
        yield OTHERS_WORDS[language].format(asked.reading.words("party"))


def _is_from_elsewhere(found: Attempt, request: AskRequest) -> bool:
    """Whether the best passage was said in none of the debates that the last answer quotes, if it quotes any."""
    debates = debates_of(request.quoted_before)
    return bool(debates) and not Speech.objects.filter(pk=found.best.record, debate__in=debates).exists()


def with_words_on_it(found: Attempt, reading: Reading) -> Attempt | None:
    """The sentences on the subject, by the members asked about, even if the reader finds them unlikely to answer: those
    that name it, or, if only a bill is asked about, those on the bill; None for nothing."""
    wanted, passages = wanted_stems(reading.words("topic"), reading.language), found.retrieved.passages
    if found.filters.bill and not reading.all("topic"):
        return replace(found, least=0.0) if found.sentences else None

    def names_it(one: RankedSentence) -> bool:
        subject = wanted["fr" if passages[one.sentence.passage].facts["language"] == "fr" else "en"]
        return bool(subject) and subject <= stems_of(one.sentence.words)

    naming = [one for one in found.sentences if names_it(one)]
    return replace(found, sentences=naming, least=0.0) if naming else None


def _search_in_turn(
    asked: Question, request: AskRequest, filters: Filters, note_time: Callable[[str], None]
) -> Iterator[Attempt]:
    """The searches for an answer, each wider than the one before.

    A question that goes on from the one before is looked up in the debates that answered that one, then everywhere.
    """
    kinds = (filters.source_type.lower(),) if filters.source_type else quotable(asked.reading)
    debates = debates_of(request.quoted_before) if asked.before and SourceType.HANSARD in kinds else ()
    if theirs := _in_own_words(asked):
        if debates:
            yield from _search_own_words(theirs, request, (SourceType.HANSARD,), note_time, debates)
        yield from _search_own_words(theirs, request, kinds, note_time)
    if debates:
        yield attempt(asked, filters, (SourceType.HANSARD,), request.top_k, note_time, debates)
    found = attempt(asked, filters, kinds, request.top_k, note_time)
    found = _of_one_country(found, asked, request, kinds, note_time)
    yield found
    own = request.filters
    asked_days = (own.date_from, own.date_to)
    widens = asked.reading.has_a_matter and not asked.reading.is_of_a_session
    if (filters.date_from, filters.date_to) != asked_days and widens:
        # Then the days belong to the subject; they are not the days on which it was said.
        filters = replace(found.filters, date_from=asked_days[0], date_to=asked_days[1])
        found = replace(attempt(asked, filters, kinds, request.top_k, note_time), notes=found.notes)
        yield found
    if found.filters.bill != own.bill and not names_a_number(asked.reading):
        # A question about a bill is answered from the bill and the debates on it, else from any speech on the subject.
        # If the question gives the bill's number, a speech that does not name the bill may be about another one.
        filters = replace(found.filters, bill=own.bill)
        yield replace(attempt(asked, filters, (SourceType.HANSARD,), request.top_k, note_time), notes=found.notes)


def _search_own_words(
    theirs: Question,
    request: AskRequest,
    kinds: tuple[str, ...],
    note_time: Callable[[str], None],
    debates: tuple[int, ...] = (),
) -> Iterator[Attempt]:
    """The search of the words of whoever is asked about, if they more likely answer than not: others may only claim to
    know."""
    said = attempt(theirs, narrow_filters(request.filters, theirs), kinds, request.top_k, note_time, debates)
    if said.accepted and said.sentences[0].probability >= _LIKELY:
        yield _of_one_country(said, theirs, request, kinds, note_time)


def _in_own_words(asked: Question) -> Question | None:
    """A question about a party or a side of the chamber, as one for what it said; None for any other, if it asks for
    that anyhow, or if it asks for a person, who may be of another."""
    reading = asked.reading
    others = reading.asks_for_words or reading.all("speaker", "about", "office")
    of_anybody = reading.task != "answer" or reading.kind == "answer/person"
    if of_anybody or others or not reading.all("party"):
        return None
    return replace(asked, reading=replace(reading, kind=_OF_WORDS))


def _of_one_country(
    found: Attempt, asked: Question, request: AskRequest, kinds: tuple[str, ...], note_time: Callable[[str], None]
) -> Attempt:
    """An attempt that answers from several countries, made again in the one that answers best, with a note."""
    if not found.accepted or not (country := _country_of(found)):
        return found
    narrowed = replace(found.filters, country=country)
    note = _other_countries_note(found, country, asked.reading.language)
    return replace(attempt(asked, narrowed, kinds, request.top_k, note_time), notes=(note,))


def _country_of(found: Attempt) -> str:
    """The code of the parliament whose record answers best, if passages of several were found; "" if of only one. An
    answer comes from one country."""
    codes = {passage.facts["parliament"] for passage in found.retrieved.passages}
    return str(found.best.facts["parliament"]) if len(codes) > 1 else ""


def _other_countries_note(found: Attempt, code: str, language: str) -> str:
    labels = {one.facts["parliament"]: one.facts["country"] for one in found.retrieved.passages}
    others = ", ".join(sorted(label for other, label in labels.items() if other != code))
    return ONE_COUNTRY[language].format(labels[code], others)
