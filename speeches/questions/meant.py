"""What a question means, and what the search is narrowed to for it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.answering.passages import Passage
from rag.answering.read import Read
from rag.retrieval.excerpt import query_words
from speeches.finding.refine import refined
from speeches.models import SourceType
from speeches.questions.answer import AskRequest
from speeches.questions.balance import bare_name
from speeches.questions.lists import of_the_same_vote
from speeches.questions.retrieve import Retrieved
from speeches.questions.understand import PARTIES, PERIODS, Understood, understand
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.filters import Filters, date_range_written, one_parliament
from speeches.search.nobody import nobody_called
from speeches.search.roster import roster
from speeches.search.version import corpus_version
from speeches.understanding.bills import bill_index, bills_named, named_otherwise
from speeches.understanding.query import Query, understand_query

# Stands where a bill was named; a character that nobody types.
_PLACE = "\ue000"
_NAMED = re.compile(rf"(?:\b(?:the|le|la|du|bill)\s+)*{_PLACE}", re.IGNORECASE)
_ITSELF = re.compile(r"\bit\b", re.IGNORECASE)
# A question of more words speaks of "it" having said what it is.
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Meant:
    """A question understood: in full, as a query, against which version of the record.

    `turned` says that it turns to another side of the vote that the question before it was about.
    """

    understood: Understood
    query: Query
    known: Catalogue
    version: int | None
    turned: bool


def meant_by(request: AskRequest) -> Meant:
    """What a question means at this version of the record."""
    version = corpus_version()
    known = catalogue(version)
    parliament = one_parliament(request.filters.country)
    same_vote = of_the_same_vote(request.question, request.previous, version, parliament)
    question = request.question if same_vote else _of_the_same_bill(request.question, request.previous, version)
    understood = understand(question, request.previous, roster(version), known)
    if question != request.question:
        understood = replace(understood, rewritten=True)
    return Meant(
        understood, same_vote or _query(understood.asked, version, parliament), known, version, same_vote is not None
    )


def nobody_meant(meant: Meant) -> str:
    """That the record knows no such person, and who comes near."""
    return nobody_called(meant.understood.nobody, roster(meant.version), meant.query.language)


def _query(asked: str, version: int | None, parliament: str) -> Query:
    """What a question asks for. Only a bill that it names itself narrows an answer, none that a chat model guessed."""
    by_rules = understand_query(asked, version, parliament=parliament)
    return replace(refined(by_rules, version), bills=by_rules.bills, bill_key=by_rules.bill_key)


def _of_the_same_bill(question: str, previous: str, version: int | None) -> str:
    """A short question on "it" after one that names a bill, with the bill's name."""
    index = bill_index(version)
    before = bills_named(previous, index) if previous else []
    if len(before) != 1 or len(question.split()) > _SHORT or bills_named(question, index):
        return question
    return _ITSELF.sub(previous[before[0].start : before[0].end], question, count=1)


def narrowed(filters: Filters, meant: Meant) -> Filters:
    """The filters of the request with the one party, the time and the bill that the question itself names."""
    understood, query = meant.understood, meant.query
    if understood.kind != PARTIES and len(understood.parties) == 1 and not filters.party:
        filters = replace(filters, party=understood.parties[0])
    if understood.kind == PERIODS and understood.speakers and not filters.speaker:
        filters = replace(filters, speaker=bare_name(understood.speakers[0]))
    if understood.when and not (filters.date_from or filters.date_to):
        first, last = date_range_written(understood.when)
        filters = replace(filters, date_from=first, date_to=last)
    if len(query.bills) == 1 and query.bill_rows and not filters.bill:
        filters = replace(filters, bill=query.bill_key or query.bills[0].number)
    return filters


def without_bills(text: str, meant: Meant) -> str:
    """A question without the names of its bills, for a search in what they say; as it is where nothing would be left,
    or where it is asked who said what.

    "What does the Climate Targets Act ask of departments?" is then "What does it ask of departments?".
    """
    if meant.query.speaker or meant.understood.parties:
        # What somebody said about the bill: it is the topic.
        return text
    shortened = named_otherwise(text, bills_named(text, bill_index(meant.version)), _PLACE)
    shortened = _NAMED.sub("il" if meant.query.language == "fr" else "it", shortened)
    return shortened if query_words(shortened) else text


def searched(retrieved: Retrieved) -> Filters:
    """The filters that were searched with, the speaker and the days that the question itself names among them."""
    filters, said = retrieved.ranking.filters, retrieved.ranking.said
    if said is None:
        return filters
    first, last = filters.date_from or said.first, filters.date_to or said.last
    return replace(filters, speaker=filters.speaker or said.label, date_from=first, date_to=last)


def names_a_bill(passage: Passage, meant: Meant) -> bool:
    """Whether the record of a passage names a bill that the question names."""
    index = bill_index(meant.version)
    asked = {bill.number for bill in meant.query.bills}
    return any(bill.number in asked for bill in bills_named(f"{passage.header} {passage.text}", index))


def with_its_numbers(sentences: Sequence[Read], passages: Sequence[Passage], text: str) -> list[Read]:
    """The sentences but those of printed records without a number of the question, such as the section or the year that
    it asks about; the year may be the record's own. What somebody says of it need not repeat it.
    """
    numbers = set(re.findall(r"\d+", text))

    def has_them(one: Read) -> bool:
        passage = passages[one.sentence.passage]
        own = {str(passage.date.year)} if passage.date else set()
        spoken = passage.facts["source_type"] == SourceType.HANSARD
        return spoken or numbers <= own | set(re.findall(r"\d+", one.sentence.words))

    return [one for one in sentences if has_them(one)]
