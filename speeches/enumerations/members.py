"""Who sat: the members of a party, of a province or state, or of a committee, on a day."""

import datetime
import re
from collections.abc import Sequence

from django.db.models import Q, QuerySet

from rag.text.dates import written
from speeches.enumerations.leftover import stems_of, words_left
from speeches.enumerations.listing import Entry, Listing, sitting_source, speech_source
from speeches.enumerations.phrases import language_of, members_told
from speeches.formats.names import fold
from speeches.models import Committee, CommitteeSeat, Party, Sitting, Speech, Term
from speeches.search.catalogue import catalogue
from speeches.understanding.query import Query

_ASSOCIATES = re.compile(r"\bassociate|\bassocié", re.IGNORECASE)
_CHAIRS = re.compile(r"\b(?:chairs?|chaired|presid|présid)", re.IGNORECASE)
_VICE = re.compile(r"\bvice\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
# "the committee charged with ...": named by its task.
_CHARGED = re.compile(
    r"\b(?:committee|comité|board|bureau)\b.{0,40}\b(?:charg\w+|struck|appointed to|to (?:act|prepare|draw))",
    re.IGNORECASE,
)
# Words of asking for the members of a committee, and of a party or a province.
_COMMITTEE = (
    "committee committees subcommittee standing special joint board panel appointed appointees named chair chairs vice "
    "chaired chairperson president presidents presidente preside associate associates associes vice-chair vice-chairs "
    "comite comites sous-comite sous permanent special mixte bureau membre membres nommes composent compose siegent"
).split()
_SAT = (
    "represent represents represented representing representent representaient caucus current elected province "
    "provinces territory state members' held hold holds"
).split()
# What says nothing of which committee it is.
_OF_ANY_COMMITTEE = frozenset(
    "committee subcommittee standing select special joint on of the and to for a comite sous permanent mixte de du des "
    "la le les l d et sur".split()
)
_LISTS_OF_MEMBERS = (
    "Alphabetical list of Members of the House of Commons",
    "Liste alphabétique des députés de la Chambre des communes",
)
# How much of a question must stand in an appointment before that is taken for the one asked about.
_DESCRIBED = 0.4
_NEAR = datetime.timedelta(days=45)


def members_of_committee(query: Query, version: int | None) -> Listing | None:
    """Who sat on the committee that a question names, by the list nearest to the day it names, or the latest."""
    committee = _described(query)
    if committee is None:
        committee = committee_named(query)
        own = _WORD.findall(f"{fold(committee.name)} {fold(committee.name_fr)}") if committee else []
        if committee is None or words_left(query, catalogue(version), (*own, *_COMMITTEE)):
            return None
    days = sorted(set(committee.seats.values_list("date", flat=True)))
    if query.first and query.last:
        days = [day for day in days if query.first - _NEAR <= day <= query.last + _NEAR]
    if not days:
        return None
    day = days[-1]
    seats = committee.seats.filter(date=day).select_related("politician", "speech__chamber")
    asked = _seat_asked(query.text)
    every = asked == CommitteeSeat.Role.MEMBER
    seats = seats.exclude(role=CommitteeSeat.Role.ASSOCIATE) if every else seats.filter(role=asked)
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
    language = language_of(query.language)
    whose = (committee.name_fr or committee.name) if language == "fr" else f"of {committee.name}"
    title = members_told(len(entries), whose, written(day, language), language, asked)
    return Listing(kind="committee", title=title, entries=entries, source=source, language=language)


def _seat_asked(text: str) -> str:
    """Whose seats a question asks for; the members' are all but the associates'."""
    if _CHAIRS.search(text):
        return CommitteeSeat.Role.VICE_CHAIR if _VICE.search(text) else CommitteeSeat.Role.CHAIR
    return CommitteeSeat.Role.ASSOCIATE if _ASSOCIATES.search(text) else CommitteeSeat.Role.MEMBER


def committee_named(query: Query) -> Committee | None:
    """The committee whose name stands in a question, or all of whose words do ("the human rights subcommittee")."""
    committees = list(Committee.objects.filter(parliament__in=query.view))
    text = f" {fold(query.text)} "
    named = [
        (committee, fold(name))
        for committee in committees
        for name in (committee.slug.replace("-", " "), committee.name, committee.name_fr)
        if " " in name
    ]
    exact = [committee for committee in committees if f" {committee.slug.replace('-', ' ')} " in text]
    exact += [one for one in committees if one.name_fr and f" {fold(one.name_fr)} " in text]
    exact += [one for one in committees if one.acronym and f" {one.acronym.lower()} " in text]
    if exact:
        return max(exact, key=lambda one: len(one.slug))
    shared = [(len(name.split()), committee) for committee, name in named if _shares(text, name)]
    return max(shared, key=lambda one: one[0])[1] if shared else None


def _described(query: Query) -> Committee | None:
    """The committee appointed on the days named whose appointment holds the words of the question."""
    if not (query.first and query.last):
        return None
    if not _CHARGED.search(query.text):
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
    """Whether all words of a name that say something stand in a text, and both are of the same rank."""
    words, said = set(_WORD.findall(name)) - _OF_ANY_COMMITTEE, set(_WORD.findall(text))
    return bool(words) and words <= said and ("subcommittee" in name) == ("subcommittee" in text)


def members_sitting(query: Query, version: int | None) -> Listing | None:
    """The members of a party or a province by the list of all members nearest to the day named, or the latest."""
    asked = query.parties or query.states
    if not asked or words_left(query, catalogue(version), _SAT):
        return None
    printed = _printed_list(query)
    if printed is None:
        return None
    terms = Term.objects.filter(chamber=printed.chamber, start__lte=printed.date, end__gte=printed.date)
    if query.parties:
        terms = terms.filter(party__in=query.parties)
    if query.states:
        terms = terms.filter(riding__state__in=query.states)
    related = terms.select_related("politician", "party", "riding").order_by("politician__name")
    # A term may bridge a time in which somebody had no seat: only those whom the list names are listed.
    text = _letters(printed.text)
    people = {term.politician_id: term for term in related if _is_named(term, text)}
    return _listing(query, sorted(people.values(), key=_surname), printed) if people else None


def printed_lists() -> QuerySet[Speech]:
    """Every list of all members that the record prints."""
    titled = Q()
    for title in _LISTS_OF_MEMBERS:
        titled |= Q(debate__title__iexact=title)
    return Speech.objects.filter(titled, kind="list")


def _printed_list(query: Query) -> Speech | None:
    """The list of all members printed nearest to the days named, or the latest."""
    lists = printed_lists().select_related("chamber__parliament", "sitting", "debate")
    lists = lists.filter(chamber__parliament__in=query.view)
    if query.first and query.last:
        lists = lists.filter(date__range=(query.first - _NEAR, query.last + _NEAR))
    return lists.order_by("-date", "language").first()


def _is_named(term: Term, printed: str) -> bool:
    """Whether the letters of a printed list have somebody's surname and riding, whatever its dashes and spaces."""
    surname = _letters(term.politician.name.split()[-1])
    return surname in printed and (term.riding is None or _letters(term.riding.name) in printed)


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", fold(text))


def _surname(term: Term) -> str:
    return fold(term.politician.name.split(" ", 1)[-1])


def _listing(query: Query, terms: Sequence[Term], printed: Speech) -> Listing:
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
    parties = Party.objects.filter(pk__in=query.parties, parliament=printed.chamber.parliament)
    language = language_of(query.language)
    who = (" et " if language == "fr" else " and ").join([*(party.name for party in parties), *query.states])
    whose = who if language == "fr" else f"for {who}"
    title = members_told(len(entries), whose, written(printed.date, language), language)
    return Listing(
        kind="members", title=title, entries=entries, source=speech_source(printed, title), language=language
    )
