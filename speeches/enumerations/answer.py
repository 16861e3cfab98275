"""Finds the list that a reading asks for."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from speeches.enumerations.appointments import list_appointments, list_appointments_asked_for, list_election
from speeches.enumerations.chairs import list_chair, with_chair_asked_for
from speeches.enumerations.debates import (
    list_debates,
    list_opened,
    list_pieces,
    list_speakers,
    list_speeches,
    list_witnesses,
)
from speeches.enumerations.listing import Listing
from speeches.enumerations.members import list_sitting_members, members_of_committee
from speeches.enumerations.motions import list_motion
from speeches.enumerations.openings import list_openings
from speeches.enumerations.records import list_bills, list_committees, list_presenters
from speeches.enumerations.selection import with_heading_named, with_unknown_names_as_topic
from speeches.enumerations.sittings import list_times
from speeches.enumerations.stages import list_stages, with_postponements
from speeches.enumerations.turns import (
    list_answerers,
    list_next,
    list_questions,
    list_replied,
    list_statements,
    with_statements,
)
from speeches.enumerations.votes import list_votes
from speeches.search.catalogue import catalogue
from speeches.understanding.otherwise import otherwise_note, readings_of
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import is_country, is_named

# What these lists are narrowed by. For a question that names anything else, they would include too much.
_OF_SPEECHES = frozenset({"speaker", "about", "office", "party", "topic", "division", "bill", "committee"})
_NARROWED_BY = {
    "list/questions": _OF_SPEECHES,
    "list/answerers": _OF_SPEECHES - {"committee"},
    "fact/next": frozenset({"speaker", "about", "office", "topic", "division", "bill"}),
    "list/statements": _OF_SPEECHES - {"bill", "committee"},
    "list/speeches": _OF_SPEECHES,
    "list/speakers": frozenset({"speaker", "party", "topic", "division", "bill", "committee"}),
    "list/debates": frozenset({"topic", "division", "bill"}),
}
# The people these questions are about need not have spoken.
_OF_ANYBODY = ("list/speakers", "list/debates")
_MATTERS = _OF_SPEECHES | {"place", "quotation", "except"}
# Questions that an election may answer, unless they name what was voted on, or who of the voters is meant.
_OF_ELECTIONS = ("vote/count", "vote/result")
_OF_DIVISIONS = (
    "division", "topic", "bill", "mover", "number", "stage", "quotation", "committee", "side", "party",
)  # fmt: skip


def _names_what_no_list_takes(reading: Reading, version: int | None) -> bool:
    """Whether a question names something by which the list that it asks for cannot be narrowed."""
    if reading.kind not in _NARROWED_BY:
        return False
    others = filter(is_named, reading.all(*_MATTERS - _NARROWED_BY[reading.kind]))
    return bool(reading.unread_names) or not all(is_country(slot, catalogue(version)) for slot in others)


def find_listing(reading: Reading, version: int | None, chosen: str = "") -> Listing | None:
    """The list that a question asks for as it reads first; else the first one with entries under another reading;
    else the openings of the debates on the matter.

    `chosen` is the key of the vote that the reader chose among several.
    """
    own, *others = readings_of(reading)
    first = listing_for(own, version, chosen)
    if chosen or (first and not first.absent):
        return first
    for other in others:
        listing = listing_for(other, version)
        if listing and listing.entries and not listing.absent and not listing.loose:
            return replace(listing, notes=(otherwise_note(other), *listing.notes))
    return first or list_openings(reading, version)


def listing_for(reading: Reading, version: int | None, chosen: str = "", before: str = "") -> Listing | None:
    """The complete list that a reading asks for; None if it asks for none, or the record lacks it.

    `chosen` is the key of the vote that the reader chose among several, `before` of the one that the question goes on
    about.
    """
    if reading.task == "vote" or chosen:
        other = chosen or before or not _is_of_an_office(reading)
        elected = None if other else list_election(reading, version)
        return elected or with_postponements(list_votes(reading, version, chosen, before), reading)
    reading = with_statements(with_chair_asked_for(reading))
    reading = with_unknown_names_as_topic(reading) if reading.kind in _OF_ANYBODY else reading
    if reading.kind == "list/speakers" and (spoken_to := reading.keys("about")):
        # The question asks who spoke to somebody, or in a debate that they opened.
        replied = list_replied(reading, version, reading.keys("speaker"), spoken_to)
        return replied if replied or reading.is_of_unknown_days else list_opened(reading, version)
    if reading.is_of_unknown_days or _names_what_no_list_takes(reading, version):
        return None
    within = with_heading_named(reading, version) if reading.kind in _NARROWED_BY else reading
    if within is None:
        return None
    reading = within
    of_committee = reading.all("committee") if reading.kind == "list/members" else reading.keys("committee")
    if of_committee and reading.kind == "fact/chair":
        return members_of_committee(reading)
    if of_committee and reading.kind == "list/members":
        return members_of_committee(reading) or list_appointments(reading, version)
    find = _LISTS.get(reading.kind)
    return find(reading, version) if find else None


def _is_of_an_office(reading: Reading) -> bool:
    """Whether a question for the numbers or the result of a vote names an office and no matter: an election to it."""
    named = bool(reading.all("office")) and not (reading.side or reading.all(*_OF_DIVISIONS))
    return reading.kind in _OF_ELECTIONS and named


def _list_presenters(reading: Reading, version: int | None) -> Listing | None:
    """Who presented the bill meant; without one, the petitions or the reports, each with its presenter."""
    return list_presenters(reading, version) if reading.all("bill") else list_pieces(reading, version)


def _list_motion(reading: Reading, version: int | None) -> Listing | None:
    """Who moved the motion meant; if it puts somebody up for an office, each such motion."""
    nominates = reading.all("office") and reading.all("about", "speaker")
    return (list_appointments(reading, version) if nominates else None) or list_motion(reading, version)


def _by_words(find: Callable[[Reading], Listing | None]) -> Callable[[Reading, int | None], Listing | None]:
    """A list that needs no version of the record, because nothing that it reads is kept by version."""
    return lambda reading, version: find(reading)


_LISTS: Mapping[str, Callable[[Reading, int | None], Listing | None]] = {
    "list/members": list_sitting_members,
    "list/committees": _by_words(list_committees),
    "list/bills": _by_words(list_bills),
    "list/presenters": _list_presenters,
    "list/witnesses": list_witnesses,
    "list/debates": _by_words(list_debates),
    "list/petitions": list_pieces,
    "list/reports": list_pieces,
    "list/speakers": list_speakers,
    "list/speeches": _by_words(list_speeches),
    "list/questions": list_questions,
    "list/answerers": list_answerers,
    "list/statements": _by_words(list_statements),
    "fact/next": list_next,
    "fact/mover": _list_motion,
    "fact/stage": list_stages,
    "fact/chair": list_chair,
    "fact/sitting": _by_words(list_times),
    "fact/holder": list_appointments,
    "fact/successor": list_appointments,
    "fact/predecessor": list_appointments,
    "answer/person": list_appointments_asked_for,
    "answer/figure": list_appointments_asked_for,
}
