"""What a question means, and what the search is narrowed to for it."""

import re
from dataclasses import dataclass, replace

from rag.retrieval.excerpt import query_words
from rag.text.language import detect_language
from speeches.finding.refine import understood_query
from speeches.questions.answer import AskRequest
from speeches.questions.balance import bare_name
from speeches.questions.lists import of_the_same_vote
from speeches.questions.retrieve import Retrieved
from speeches.questions.understand import PARTIES, PERIODS, Understood, understand
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.filters import Filters, date_range_written
from speeches.search.roster import roster
from speeches.search.version import corpus_version
from speeches.understanding.bills import bill_index, bills_named
from speeches.understanding.query import Query

_NAMED = re.compile(r"(?:\b(?:the|le|la|du|bill)\s+)*§", re.IGNORECASE)


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

    @property
    def language(self) -> str:
        return detect_language(self.understood.asked)


def meant_by(request: AskRequest) -> Meant:
    """What a question means at this version of the record."""
    version = corpus_version()
    known = catalogue(version)
    understood = understand(request.question, request.previous, roster(version), known)
    same_vote = of_the_same_vote(request.question, request.previous, version)
    query = same_vote or understood_query(understood.asked, version)
    return Meant(understood, query, known, version, same_vote is not None)


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
    if query.bill_rows and not filters.bill:
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
    shortened = text
    for bill in reversed(bills_named(text, bill_index(meant.version))):
        shortened = f"{shortened[: bill.start]}§{shortened[bill.end :]}"
    shortened = _NAMED.sub("il" if meant.language == "fr" else "it", shortened)
    return shortened if query_words(shortened) else text


def searched(retrieved: Retrieved) -> Filters:
    """The filters that were searched with, the speaker and the days that the question itself names among them."""
    filters, said = retrieved.ranking.filters, retrieved.ranking.said
    if said is None:
        return filters
    first, last = filters.date_from or said.first, filters.date_to or said.last
    return replace(filters, speaker=filters.speaker or said.label, date_from=first, date_to=last)
