"""Lists of records that are not people: the committees of a parliament, the bills of a session."""

import re
from collections.abc import Iterable

from speeches.enumerations.leftover import words_left
from speeches.enumerations.listing import Entry, Listing, Source
from speeches.models import Bill, Committee, Session
from speeches.search.catalogue import catalogue
from speeches.understanding.query import Query

_COMMITTEES = re.compile(r"\b(?:which|what|list|quels|liste)\b.{0,30}\b(?:committees|comités)\b", re.IGNORECASE)
_BILLS = re.compile(r"\b(?:which|what|list|all|quels|liste)\b.{0,20}\b(?:bills|projets de loi)\b", re.IGNORECASE)

_ASKS_COMMITTEES = "committee committees standing comite comites permanents exist have has y t il".split()
_ASKS_BILLS = (
    "bill bills parliament before session sessions considered debated projet projets loi lois legislature record "
    "recorded first second third"
).split()


def committees_listed(query: Query, version: int | None) -> Listing | None:
    """Every committee of the parliament named, or of all; None where a question asks for some of them."""
    if not _COMMITTEES.search(query.text) or words_left(query, catalogue(version), _ASKS_COMMITTEES):
        return None
    committees = Committee.objects.select_related("parliament").filter(parliament__in=query.view)
    entries = tuple(
        Entry(name=one.name, url=one.get_absolute_url(), note=one.acronym, state=one.parliament.country)
        for one in committees
    )
    title = f"{len(entries)} committees on record"
    return Listing("committees", title, entries, _own_source("committee", title, committees)) if entries else None


def bills_listed(query: Query, version: int | None) -> Listing | None:
    """The bills on record of the session named, or of all sessions; None where a question asks for some of them."""
    if query.first or not _BILLS.search(query.text) or words_left(query, catalogue(version), _ASKS_BILLS):
        return None
    bills = Bill.objects.exclude(session=None).select_related("session", "parliament")
    bills = bills.filter(parliament__in=query.view)
    if query.session:
        sessions = [
            one.pk
            for one in Session.objects.all()
            if one.code == query.session or one.code.startswith(f"{query.session}-")
        ]
        bills = bills.filter(session__in=sessions)
    entries = tuple(
        Entry(
            name=one.label,
            person=one.name,
            url=one.get_absolute_url(),
            note=one.session.code if one.session else "",
            state=one.parliament.country,
        )
        for one in bills
    )
    title = f"{len(entries)} bills on record" + (f" in session {query.session}" if query.session else "")
    return Listing("bills", title, entries, _own_source("bill", title, bills)) if entries else None


def _own_source(kind: str, title: str, listed: Iterable[Bill | Committee]) -> Source:
    """The record itself as the source; of a parliament where all that is listed is that one's."""
    parliaments = {one.parliament_id: one.parliament for one in listed}
    return Source(
        source_type=kind,
        id=kind,
        title=title,
        reference="The record as ingested",
        date="",
        url="",
        source_url="",
        parliament=next(iter(parliaments.values())) if len(parliaments) == 1 else None,
    )
