"""Finds the list that a reading asks for."""

from speeches.enumerations.listing import Listing
from speeches.enumerations.members import members_of_committee, members_sitting
from speeches.enumerations.records import bills_listed, committees_listed, presenters_listed
from speeches.enumerations.said import (
    list_debates,
    list_pieces,
    list_questions,
    list_speakers,
    list_speeches,
    list_witnesses,
)
from speeches.enumerations.votes import list_votes
from speeches.search.catalogue import catalogue
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import is_country

# What these lists are narrowed by. Told of a question that names more, they would hold what was not asked for.
_OF_SPEECHES = frozenset({"speaker", "about", "office", "party", "topic", "division", "bill", "committee"})
_NARROWED_BY = {
    "list/questions": _OF_SPEECHES,
    "list/speeches": _OF_SPEECHES,
    "list/speakers": frozenset({"speaker", "party", "topic", "division", "bill", "committee"}),
    "list/debates": frozenset({"topic", "division", "bill"}),
}
_MATTERS = _OF_SPEECHES | {"place", "quotation", "except"}


def _names_what_no_list_takes(reading: Reading, version: int | None) -> bool:
    """Whether a question names something by which the list that it asks for cannot be narrowed."""
    if reading.kind not in _NARROWED_BY:
        return False
    others = reading.all(*_MATTERS - _NARROWED_BY[reading.kind])
    return bool(reading.unread_names) or not all(is_country(slot, catalogue(version)) for slot in others)


def listing_for(reading: Reading, version: int | None, chosen: str = "") -> Listing | None:
    """The complete list that a reading asks for; None if it asks for none, or the record lacks it.

    `chosen` is the key of the vote that the reader chose among several.
    """
    if reading.task == "vote" or chosen:
        return list_votes(reading, version, chosen)
    if reading.is_of_unknown_days or _names_what_no_list_takes(reading, version):
        return None
    if reading.kind in ("list/members", "fact/chair") and reading.all("committee"):
        return members_of_committee(reading)
    if reading.kind == "list/members":
        return members_sitting(reading, version)
    if reading.kind == "list/committees":
        return committees_listed(reading)
    if reading.kind == "list/bills":
        return bills_listed(reading)
    if reading.kind == "list/presenters":
        return presenters_listed(reading, version)
    if reading.kind == "list/witnesses":
        return list_witnesses(reading)
    if reading.kind == "list/debates":
        return list_debates(reading)
    if reading.kind in ("list/petitions", "list/reports"):
        return list_pieces(reading)
    if reading.kind == "list/speakers":
        return list_speakers(reading, version)
    if reading.kind == "list/questions":
        return list_questions(reading, version)
    return list_speeches(reading) if reading.kind == "list/speeches" else None
