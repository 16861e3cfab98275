"""Who sat: the members of a party, of a province or state, or of a committee, on a day."""

import datetime
import re
from collections.abc import Iterable

from django.db.models import QuerySet
from rapidfuzz import fuzz, process

from rag.text.dates import written
from speeches.enumerations.divisions import stems_of
from speeches.enumerations.listing import Entry, Listing, sitting_source, speech_source
from speeches.formats.names import fold
from speeches.models import Committee, CommitteeSeat, Parliament, Party, Sitting, Term
from speeches.understanding.query import Query

_ASSOCIATES = re.compile(r"\bassociate|\bassocié", re.IGNORECASE)
_CHAIRS = re.compile(r"\b(?:chairs?|chaired|presid|présid)", re.IGNORECASE)
_LIKE = 88
# How much of a question must stand in an appointment before that is taken for the one asked about.
_DESCRIBED = 0.4
_NEAR = datetime.timedelta(days=45)


def members_of_committee(query: Query) -> Listing | None:
    """Who sat on the committee that a question names, by the list nearest to the day it names, or the latest."""
    committee = committee_named(query) or _described(query)
    if committee is None:
        return None
    days = sorted(set(committee.seats.values_list("date", flat=True)))
    if query.first and query.last:
        days = [day for day in days if query.first - _NEAR <= day <= query.last + _NEAR]
    if not days:
        return None
    day = days[-1]
    seats = committee.seats.filter(date=day).select_related("politician", "speech__chamber")
    if _CHAIRS.search(query.text):
        seats = seats.filter(role__in=[CommitteeSeat.Role.CHAIR, CommitteeSeat.Role.VICE_CHAIR])
    elif not _ASSOCIATES.search(query.text):
        seats = seats.exclude(role=CommitteeSeat.Role.ASSOCIATE)
    entries = tuple(
        Entry(
            name=seat.name,
            person=seat.politician.name if seat.politician else "",
            url=seat.politician.get_absolute_url() if seat.politician else "",
            role=seat.get_role_display(),
        )
        for seat in seats
    )
    printed = next((seat.speech for seat in seats if seat.speech), None)
    if printed is not None:
        source = speech_source(printed, committee.name)
    else:
        sitting = Sitting.objects.filter(chamber__parliament=committee.parliament, date=day).first()
        url = committee.get_absolute_url()
        source = sitting_source(sitting, committee.name, url, "committee", committee.slug, day.isoformat())
    noun = "member" if len(entries) == 1 else "members"
    title = f"{len(entries)} {noun} of {committee.name} as listed on {written(day)}"
    return Listing(kind="committee", title=title, entries=entries, source=source)


def committee_named(query: Query) -> Committee | None:
    """The committee whose name stands in a question, or nearly so."""
    committees = list(Committee.objects.all())
    text = f" {fold(query.text)} "
    named = {
        committee: fold(name)
        for committee in committees
        for name in (committee.slug.replace("-", " "), committee.name, committee.name_fr)
        if name
    }
    exact = [committee for committee in committees if f" {committee.slug.replace('-', ' ')} " in text]
    exact += [one for one in committees if one.name_fr and f" {fold(one.name_fr)} " in text]
    exact += [one for one in committees if one.acronym and f" {one.acronym.lower()} " in text]
    if exact:
        return max(exact, key=lambda one: len(one.slug))
    found = process.extractOne(text, named, scorer=fuzz.partial_token_set_ratio, score_cutoff=_LIKE)
    return found[2] if found and len(named[found[2]].split()) > 1 and _shares(text, named[found[2]]) else None


def _described(query: Query) -> Committee | None:
    """The committee appointed on the days named whose appointment holds the words of the question."""
    if not (query.first and query.last):
        return None
    seats = CommitteeSeat.objects.filter(date__range=(query.first, query.last)).exclude(speech=None)
    wanted = stems_of(query.text)
    best: tuple[float, Committee] | None = None
    for seat in seats.filter(position=0).select_related("committee", "speech"):
        if seat.speech is None or seat.speech.kind == "list":
            continue
        texts = [seat.speech.text, *([other.text] if (other := seat.speech.translation()) else [])]
        shared = max(len(wanted & stems_of(text)) for text in texts) / max(1, len(wanted))
        if shared >= _DESCRIBED and (best is None or shared > best[0]):
            best = (shared, seat.committee)
    return best[1] if best else None


def _shares(text: str, name: str) -> bool:
    """Whether all words of a name that say something stand in a text."""
    words = [word for word in name.split() if len(word) > 3]
    return bool(words) and all(word in text for word in words)


def members_sitting(query: Query) -> Listing | None:
    """The members for a party or a state on the day that a question names, or by the latest list."""
    if not query.parties and not query.states:
        return None
    terms = Term.objects.select_related("politician", "party", "riding", "chamber__parliament")
    if query.parliament:
        terms = terms.filter(chamber__parliament=query.parliament)
    if query.parties:
        terms = terms.filter(party__in=query.parties)
    if query.states:
        terms = terms.filter(riding__state__in=query.states)
    first, last = query.first, query.last
    if first is None or last is None:
        latest = _latest(terms)
        if latest is None:
            return None
        first = last = latest
    terms = terms.filter(start__lte=last, end__gte=first).order_by("politician__name")
    people = {term.politician_id: term for term in terms}
    if not people:
        return None
    return _listing(query, sorted(people.values(), key=_surname), first, last)


def _latest(terms: QuerySet[Term]) -> datetime.date | None:
    term = terms.order_by("-end").first()
    return term.end if term else None


def _surname(term: Term) -> str:
    return fold(term.politician.name.split(" ", 1)[-1])


def _listing(query: Query, terms: Iterable[Term], first: datetime.date, last: datetime.date) -> Listing:
    terms = list(terms)
    entries = tuple(
        Entry(
            name=term.politician.name,
            person=term.politician.name,
            url=term.politician.get_absolute_url(),
            party=term.party.name if term.party else "",
            riding=term.riding.name if term.riding else "",
            state=term.state or (term.riding.state if term.riding else ""),
        )
        for term in terms
    )
    chamber = terms[0].chamber
    sitting = Sitting.objects.filter(chamber=chamber, date__range=(first, last)).order_by("-date").first()
    parties = Party.objects.filter(pk__in=query.parties)
    who = " and ".join([*(party.name for party in parties), *query.states])
    when = written(last) if first == last else f"{written(first)} to {written(last)}"
    parliament: Parliament = chamber.parliament
    noun = "member" if len(entries) == 1 else "members"
    title = f"{len(entries)} {noun} for {who}, {when}"
    source = sitting_source(
        sitting, title, sitting.get_absolute_url() if sitting else "", "politician", parliament.pk, last.isoformat()
    )
    notes = ("The record knows members from the lists printed with it and from the days on which they spoke.",)
    return Listing(kind="members", title=title, entries=entries, source=source, notes=notes)
