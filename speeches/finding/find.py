"""Searches the kinds of record that a query asks for."""

from dataclasses import replace

from speeches.finding.rephrase import may_rephrase, rephrase_query
from speeches.finding.sources import sources_of
from speeches.finding.whose import whose_words, words_to_search
from speeches.search.engine import SURE, SearchRequest, search
from speeches.search.filters import one_parliament
from speeches.search.query import parse_box
from speeches.search.results import SearchResults
from speeches.search.roster import Roster, has_honorific, roster
from speeches.search.unknown_names import nobody_note
from speeches.search.version import corpus_version
from speeches.understanding.read import read_question
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import is_named

# Words this surely marked as a speaker are the name of one, whoever that is.
_A_SPEAKER = 0.9


def find(request: SearchRequest, without: frozenset[str] = frozenset()) -> SearchResults:
    """The passages that a query means, from the kinds of record that it asks for. Raises SearchError.

    `without` holds the kinds of slot not to read out of the query (see `read_question`).
    """
    reading = reading_of(request.query, request.filters.country, without)
    version = corpus_version()
    understood = apply_reading(request, reading, version)
    results = search(understood)
    if may_rephrase() and not (results.results and results.results[0].relevance_score >= SURE):
        text = parse_box(request.query).text
        results = search(replace(understood, also=rephrase_query(text)))
    return replace(results, notes=(*results.notes, *unknown_people(reading, version, written_as_names=True)))


def reading_of(query: str, country: str, without: frozenset[str] = frozenset()) -> Reading:
    """The reading of a query typed into the box, without the filters it holds. Raises SearchError."""
    box = parse_box(query)
    return read_question(box.text, corpus_version(), one_parliament(country), without=without)


def apply_reading(request: SearchRequest, reading: Reading, version: int | None) -> SearchRequest:
    """The request with the people, the kinds of record, the bills, the parties and the days that its query is about.

    If it already names kinds, only the people are added. `also` is the subject alone, in case the query finds little.
    """
    whose = None if request.filters.speaker else whose_words(reading, roster(version))
    words = words_to_search(reading)
    request = replace(request, whose=whose, words=words if whose else "")
    if request.source_types or request.filters.source_type:
        return request
    topic = reading.words("topic", "bill")
    return replace(
        request,
        source_types=sources_of(reading),
        bills=reading.keys("bill"),
        parties=reading.keys("party"),
        days=(reading.first, reading.last) if reading.first and reading.last else None,
        also=(topic,) if topic and topic != words else (),
    )


def unknown_people(reading: Reading, version: int | None, *, written_as_names: bool) -> list[str]:
    """Notes that nobody in the record has a name whose words are asked for, with the nearest names. With
    `written_as_names`, only of capitalised words: others may be a role ("the water minister's plan")."""
    people = roster(version)
    unknown = (slot.words for slot in unknown_speakers(reading, people))
    return [
        nobody_note(name, people, reading.language) for name in unknown if name[0].isupper() or not written_as_names
    ]


def unknown_speakers(reading: Reading, people: Roster) -> list[Slot]:
    """The speaker slots whose words are asked for and that no member fits.

    A city that stands for its government is not a person. Unless the question asks what somebody said, words that may
    not be a speaker's name belong to the subject: "Who was spied on by Riyadh?".
    """
    return [
        slot
        for slot in reading.all("speaker")
        if reading.task == "answer"
        and not slot.keys
        and is_named(slot)
        and (reading.asks_for_words or slot.sure >= _A_SPEAKER or has_honorific(slot.words.split()[0]))
        and not people.tenures_of(slot.words)
        and not people.names_a_place(slot.words)
    ]
