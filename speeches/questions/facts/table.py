"""Answers questions from the tables in a sentence: one function for each kind of fact, each with its source."""

import datetime
from collections.abc import Callable

from django.db.models import Max, Min

from rag.text.dates import format_date
from speeches.formats.frame import frame_of
from speeches.models import Candidacy, Committee, Office, Riding, Session, SourceType, Speech, Term
from speeches.questions.facts.bills import facts_of_bills, movers
from speeches.questions.facts.fact import Facts
from speeches.questions.facts.people import list_offices, neighbours, terms_of
from speeches.questions.facts.terms import MOST_HOLDERS, describe_term, detail, merge_terms, outside_the_record
from speeches.questions.facts.wording import SENTENCES, fact_from
from speeches.reading.naming import name_of
from speeches.reading.offices import describe_office
from speeches.search.offices import LIST_LASTS, holders
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import distinct_name

# Slots that date the question in words that no table has: "when the Act was tabled".
_BESIDE_AN_OFFICE = ("bill", "division", "topic", "quotation")
# How lists and labels call whoever chairs a committee.
_CHAIRS_TITLES = ("{} ({} Committee)", "{} of the {} Committee")
# A state sends more senators than fit in a sentence.
_MOST_MEMBERS = 8


def facts_for(reading: Reading, version: int | None) -> Facts:
    """The facts that answer a question, a sentence for each record meant, and what the tables lack.

    Empty if the question asks for something else, or for days that are unknown.
    """
    find = _KINDS.get(reading.kind)
    return find(reading, version) if find and not reading.is_of_unknown_days else Facts()


def _sittings(reading: Reading, version: int | None) -> Facts:
    """When the session named began and ended, or when the member named sat."""
    if reading.keys("about"):
        return terms_of(reading, version)
    language, found = reading.language, Facts()
    if reading.session:
        for session in Session.objects.filter(parliament__in=reading.view).select_related("parliament"):
            if session.code == reading.session:
                subject = f"{session.parliament.name}, session {session.code}"
                for field, day in (("start", session.start), ("end", session.end)):
                    value = format_date(day, language) if day else ""
                    found.told.extend(fact_from(field, language, subject, value, SourceType.SESSION, session.pk))
    return found


def _holders(reading: Reading, version: int | None) -> Facts:
    """Who held the office named, as the record shows, on the days named or last; of the party named, if one is."""
    title = reading.words("office")
    if not title or reading.all(*_BESIDE_AN_OFFICE) or any(not slot.keys for slot in reading.all("party")):
        return Facts()
    if not (chambers := reading.keys("chamber")):
        return _office_facts(title, reading)
    # The member who represents a minister in the other house has that as an office.
    house = reading.words("chamber").removeprefix("the ")
    found = _office_facts(f"Representing the {title.removeprefix('the ')} in the {house}", reading)
    return found if found.told else _office_facts(title, reading, chambers)


def _office_facts(title: str, reading: Reading, chambers: tuple[int, ...] = ()) -> Facts:
    """Who held an office, as the record shows, on the days named or last. `chambers` keeps only those who ever sat
    there."""
    days, language, parties = reading.days, reading.language, reading.keys("party")
    found = holders(title, reading.view, days, parties)
    if chambers:
        found = [one for one in found if one.politician.terms.filter(chamber__in=chambers).exists()]
    if not days:
        found = _latest(found)
    facts = Facts()
    for office in found[-MOST_HOLDERS:]:
        person = office.politician
        subject = f"{person.name} ({person.parliament.label})"
        told = describe_office(office, language)
        # The list may be older than the day: it does not tell who held the office then.
        kind = "last holder" if days and office.end < days[0] else "holder"
        facts.told.extend(fact_from(kind, language, subject, told, SourceType.POLITICIAN, person.pk, (person.pk,)))
    if days and not found and (ever := holders(title, reading.view, parties=parties)):
        facts.notes.append(_vacancy_sentence(title, [one for one in ever if one.end < days[0]], language))
    elif len(found) > MOST_HOLDERS:
        facts.missing.append(SENTENCES[language]["more"].format(most=MOST_HOLDERS, count=len(found)))
    return facts


def _vacancy_sentence(title: str, before: list[Office], language: str) -> str:
    """The sentence that the lists name nobody in an office then. It names the last holder before, if there is one."""
    if not before:
        return SENTENCES[language]["nobody"].format(subject=title)
    last = max(before, key=lambda one: (one.end, one.start))
    value = f"{last.politician.name} ({describe_office(last, language)})"
    return SENTENCES[language]["listed"].format(subject=title, value=value)


def _latest(offices: list[Office]) -> list[Office]:
    """The offices with the latest end in each parliament, and those that the list leaves open if no other source names
    a later holder."""
    found = []
    for one in offices:
        later = [
            other
            for other in offices
            if other.politician.parliament_id == one.politician.parliament_id and other.end > one.end
        ]
        if not later or (one.open and all(other.source == one.source for other in later)):
            found.append(one)
    return found


def _members_for(reading: Reading, version: int | None) -> Facts:
    """Who sat for the riding named, with their party and the days; or who won it in an election."""
    facts, language = Facts(), reading.language
    for riding in Riding.objects.filter(pk__in=reading.keys("place")).select_related("parliament"):
        _tell_seat(riding, reading, language, facts)
        elected = Candidacy.objects.select_related("election").filter(riding=riding, elected=True)
        for one in elected.filter(election__date__range=reading.days) if reading.days else ():
            subject = f"{name_of(riding, language)} ({one.election.name})"
            facts.told.extend(fact_from("winner", language, subject, one.name, SourceType.CANDIDACY, one.pk))
    return facts


def _tell_seat(riding: Riding, reading: Reading, language: str, facts: Facts) -> None:
    """Adds who sat for a riding, the last first, or what the record shows instead."""
    where = f"{name_of(riding, language)} ({riding.parliament.name})"
    terms = Term.objects.filter(riding=riding)
    days = reading.days
    if days:
        terms = terms.filter(start__lte=days[1], end__gte=days[0])
    held = merge_terms(terms.select_related("politician").order_by("start"))
    if days and not held:
        _tell_last_seated(riding, where, days, language, facts)
    elif 0 < len(held) <= _MOST_MEMBERS:
        parties = {party.pk: name_of(party, language) for party in riding.parliament.parties.all()}
        who = "; ".join(
            f"{one.politician.name} ({describe_term(one, parties.get(one.party_id or 0, ''), language)})"
            for one in reversed(held)
        )
        people = tuple(one.politician_id for one in reversed(held))
        facts.told.extend(fact_from("member", language, where, who, SourceType.RIDING, riding.pk, people))


def _tell_last_seated(
    riding: Riding, where: str, days: tuple[datetime.date, datetime.date], language: str, facts: Facts
) -> None:
    """Adds who last sat for a riding before some days: as the last known if a list ends soon before them, else as
    missing if the days lie outside the record."""
    before = Term.objects.filter(riding=riding, end__lt=days[0]).select_related("politician").order_by("-end", "-start")
    last, other = (*before[:2], None, None)[:2]
    if last and other and last.end == other.end:
        # Several sat for it at once, so no one of them was the last.
        last = None
    value = f"{last.politician.name} ({describe_term(last, '', language)})" if last else ""
    if last and last.open and days[0] - last.end <= LIST_LASTS:
        own = (last.politician_id,)
        facts.told.extend(fact_from("last holder", language, where, value, SourceType.RIDING, riding.pk, own))
    elif outside_the_record(riding.parliament, days):
        key = "sat" if last else "nobody"
        facts.missing.append(SENTENCES[language][key].format(subject=where, value=value))


def _chairs(reading: Reading, version: int | None) -> Facts:
    """Who chaired the meetings of the committee named, on the days named or at the last meeting."""
    if not reading.keys("committee"):
        return _chairs_listed(reading)
    facts, language = Facts(), reading.language
    for committee in Committee.objects.filter(pk__in=reading.keys("committee")).select_related("parliament"):
        titles = frame_of(committee.parliament_id).chairs
        spoken = Speech.objects.filter(chamber__committee=committee, role__in=titles).exclude(politician=None)
        if reading.days:
            spoken = spoken.filter(date__range=reading.days)
        elif last := spoken.aggregate(day=Max("date"))["day"]:
            spoken = spoken.filter(date=last)
        people = spoken.values_list("politician", "politician__name").annotate(first=Min("date"), last=Max("date"))
        held = list(people.order_by("first"))
        who = "; ".join(
            f"{name} ({detail(_seat_of(person, last, language), first, last, language)})"
            for person, name, first, last in held
        )
        keys, subject = tuple(person for person, *_ in held), name_of(committee, language)
        facts.told.extend(fact_from("chair", language, subject, who, SourceType.COMMITTEE, committee.pk, keys))
    return facts


def _seat_of(person: int | None, day: datetime.date, language: str) -> str:
    """The party and the riding of somebody, as their last words up to a day show them."""
    spoken = Speech.objects.filter(politician=person, date__lte=day).exclude(party=None, riding=None)
    last = spoken.select_related("party", "riding").order_by("-date").first()
    return ", ".join(name_of(row, language) for row in (last.party, last.riding) if row) if last else ""


def _chairs_listed(reading: Reading) -> Facts:
    """Who chaired a committee that has no row of its own, from the lists of offices."""
    name = distinct_name(reading.words("committee"))
    chairs = {chair for code in reading.view for chair in frame_of(code).chairs}
    titles = {form.format(chair, name) for chair in chairs for form in _CHAIRS_TITLES}
    found = (_office_facts(title, reading) for title in sorted(titles)) if name else ()
    return next((facts for facts in found if facts.told or facts.notes), Facts())


_KINDS: dict[str, Callable[[Reading, int | None], Facts]] = {
    "fact/sponsor": facts_of_bills("sponsor", "introduced", "status"),
    "fact/stage": facts_of_bills("status", "introduced", "sponsor"),
    "fact/title": facts_of_bills("title"),
    "fact/sitting": _sittings,
    "fact/party": terms_of,
    "fact/seat": terms_of,
    "fact/offices": list_offices,
    "fact/holder": _holders,
    "fact/successor": neighbours,
    "fact/predecessor": neighbours,
    "fact/member": _members_for,
    "fact/mover": movers,
    "fact/chair": _chairs,
}
