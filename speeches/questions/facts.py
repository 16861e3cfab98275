"""Questions that the tables answer in a sentence: one function for each kind of fact, each with its source."""

from collections.abc import Callable, Iterable

from django.db.models import Max, Min

from rag.text.dates import written
from speeches.enumerations.divisions import divisions_meant
from speeches.enumerations.phrases import called, language_of
from speeches.formats.frame import frame_of
from speeches.models import (
    Bill,
    Candidacy,
    Committee,
    Division,
    Entry,
    Office,
    Politician,
    Riding,
    Session,
    SourceType,
    Speech,
    Term,
)
from speeches.questions.seats import detail, held_by, outside_the_record
from speeches.questions.told import Fact, Facts
from speeches.reading.naming import bill_label, named, titled
from speeches.reading.offices import describe_office, holders, offices_of
from speeches.understanding.reading import Reading

# Bills of one number in so many sessions are told side by side; of more, none is meant.
MOST_BILLS = 3
_MOST_HOLDERS = 8
# What tells of which time an office is asked for, and no table says: "when the Act was tabled".
_BESIDE_AN_OFFICE = ("bill", "division", "topic", "quotation")
# A state sends more senators than a sentence holds.
_MOST_MEMBERS = 8

# The sentence of each kind of fact, and what is told where the record lacks it.
_SENTENCES = {
    "en": {
        "sponsor": "{subject} was sponsored by {value}.",
        "introduced": "{subject} was introduced on {value}.",
        "status": "Status of {subject}: {value}.",
        "title": "{subject}: {value}.",
        "start": "{subject} began on {value}.",
        "end": "{subject} ended on {value}.",
        "party": "{subject} sat for {value}.",
        "riding": "{subject} sat for {value}.",
        "offices": "{subject}: {value}.",
        "holder": "{subject}: {value}.",
        "member": "On record as sitting for {subject}: {value}.",
        "winner": "{value} won {subject}.",
        "mover": "{subject} was moved by {value}.",
        "chair": "In the chair of {subject}: {value}.",
        "lacking": "The record does not hold the {what} of {subject}.",
        "nobody": "The record shows nobody for {subject} then.",
        "listed": "The record does not show who was {subject} then. Last it shows {value}.",
        "more": "The latest {most} of {count} who held it.",
    },
    "fr": {
        "sponsor": "{subject} est parrainé par {value}.",
        "introduced": "{subject} a été déposé le {value}.",
        "status": "État, {subject} : {value}.",
        "title": "{subject} : {value}.",
        "start": "{subject} a commencé le {value}.",
        "end": "{subject} a pris fin le {value}.",
        "party": "{subject} a siégé pour {value}.",
        "riding": "{subject} a représenté {value}.",
        "offices": "{subject} : {value}.",
        "holder": "{subject} : {value}.",
        "member": "Au compte rendu pour {subject} : {value}.",
        "winner": "{value} a remporté {subject}.",
        "mover": "{subject} a été proposé par {value}.",
        "chair": "À la présidence, {subject} : {value}.",
        "lacking": "Le compte rendu ne donne pas : {what} ({subject}).",
        "nobody": "Le compte rendu ne montre alors personne pour {subject}.",
        "listed": "Le compte rendu ne montre pas qui était alors {subject}. Le dernier qu’il montre : {value}.",
        "more": "Les {most} derniers sur {count}.",
    },
}
_FIELDS = {
    "en": {"status": "status", "title": "title"},
    "fr": {"status": "état", "title": "titre"},
}


def facts_for(reading: Reading, version: int | None) -> Facts:
    """What the tables answer to a question, a sentence for each record that is meant, and what they do not hold;
    nothing where it asks for something else."""
    find = _KINDS.get(reading.kind)
    return find(reading, version) if find and not reading.is_of_unknown_days else Facts()


def _of_bills(*names: str) -> Callable[[Reading, int | None], Facts]:
    """Facts of a bill that are fields of its row."""

    def facts(reading: Reading, version: int | None) -> Facts:
        rows = Bill.objects.filter(pk__in=reading.keys("bill")).select_related("session", "parliament", "sponsor")
        bills = list(rows[: MOST_BILLS + 1])
        if not bills or len(bills) > MOST_BILLS:
            return Facts()
        found, language = Facts(), language_of(reading.language)
        for bill in bills:
            subject, values = _bill_name(bill, language, apart=len(bills) > 1), _values(bill, language)
            for name in names:
                found.told.extend(_fact_from(name, language, subject, values[name], SourceType.BILL, bill.pk))
            if not values[names[0]] and names[0] in _FIELDS[language]:
                # Whose bill it is, members may have said; its title and status are the tables' to tell.
                what = _FIELDS[language][names[0]]
                found.missing.append(_SENTENCES[language]["lacking"].format(what=what, subject=subject))
        return found

    return facts


def _values(bill: Bill, language: str) -> dict[str, str]:
    return {
        "sponsor": bill.sponsor.name if bill.sponsor else "",
        "introduced": written(bill.introduced, language) if bill.introduced else "",
        "status": bill.status,
        "title": titled(bill, language),
    }


def _bill_name(bill: Bill, language: str, *, apart: bool) -> str:
    """A bill with its session, and with its parliament where it must be told apart."""
    session = f"session {bill.session.code}" if bill.session and bill.number else ""
    about = ", ".join(filter(None, [bill.parliament.name if apart else "", session]))
    return f"{bill_label(bill, language)} ({about})" if about else bill_label(bill, language)


def _sittings(reading: Reading, version: int | None) -> Facts:
    """When the session that a question names began and ended."""
    language, found = language_of(reading.language), Facts()
    if reading.session:
        for session in Session.objects.filter(parliament__in=reading.view).select_related("parliament"):
            if session.code == reading.session:
                subject = f"{session.parliament.name}, session {session.code}"
                for field, day in (("start", session.start), ("end", session.end)):
                    value = written(day, language) if day else ""
                    found.told.extend(_fact_from(field, language, subject, value, SourceType.SESSION, session.pk))
    return found


def _of_people(field: str) -> Callable[[Reading, int | None], Facts]:
    """The parties or the ridings of the one member whom a question names."""

    def facts(reading: Reading, version: int | None) -> Facts:
        person = _person(reading)
        if person is None:
            return Facts()
        language = language_of(reading.language)
        terms = Term.objects.filter(politician=person).select_related("party", "riding").order_by("start")
        if reading.days:
            terms = terms.filter(start__lte=reading.days[1], end__gte=reading.days[0])
        own = (term.party if field == "party" else term.riding for term in terms)
        value = ", ".join(dict.fromkeys(named(one, language) for one in own if one))
        return Facts(list(_fact_from(field, language, person.name, value, SourceType.POLITICIAN, person.pk)))

    return facts


def _offices(reading: Reading, version: int | None) -> Facts:
    """The offices of the one member whom a question names; those on the days named, where it names some."""
    person = _person(reading)
    if person is None:
        return Facts()
    language = language_of(reading.language)
    held = offices_of(list(person.offices.all()))
    if reading.days:
        held = [one for one in held if one.start <= reading.days[1] and one.end >= reading.days[0]]
    value = "; ".join(describe_office(one, language) for one in held[:_MOST_HOLDERS])
    return Facts(list(_fact_from("offices", language, person.name, value, SourceType.POLITICIAN, person.pk)))


def _person(reading: Reading) -> Politician | None:
    """The one member whom a question names; None where it names none, or several may be meant."""
    members = reading.keys("about", "speaker")
    return Politician.objects.filter(pk=members[0]).first() if len(members) == 1 else None


def _holders(reading: Reading, version: int | None) -> Facts:
    """Whom the record shows in the office that a question names, on the days that it names or last."""
    title, language = reading.words("office"), language_of(reading.language)
    if not title or reading.all(*_BESIDE_AN_OFFICE):
        return Facts()
    days = reading.days
    found = holders(title, reading.view, days)
    if not days:
        found = _latest(found, {one.politician.parliament_id for one in found})
    facts = Facts()
    for office in found[-_MOST_HOLDERS:]:
        person = office.politician
        subject = f"{person.name} ({person.parliament.label})"
        told = describe_office(office, language)
        facts.told.extend(_fact_from("holder", language, subject, told, SourceType.POLITICIAN, person.pk))
    if days and not found and (ever := holders(title, reading.view)):
        facts.missing.append(_nobody(title, [one for one in ever if one.end < days[0]], language))
    elif len(found) > _MOST_HOLDERS:
        facts.missing.append(_SENTENCES[language]["more"].format(most=_MOST_HOLDERS, count=len(found)))
    return facts


def _nobody(title: str, before: list[Office], language: str) -> str:
    """That nobody is shown in an office on some days, and whom the record shows last before them."""
    if not before:
        return _SENTENCES[language]["nobody"].format(subject=title)
    last = max(before, key=lambda one: one.end)
    value = f"{last.politician.name} ({describe_office(last, language)})"
    return _SENTENCES[language]["listed"].format(subject=title, value=value)


def _latest(offices: list, parliaments: Iterable[str]) -> list:  # type: ignore[type-arg]
    """Of each parliament whoever the record shows last."""
    last = {code: max(one.end for one in offices if one.politician.parliament_id == code) for code in parliaments}
    return [one for one in offices if one.end == last[one.politician.parliament_id]]


def _members_for(reading: Reading, version: int | None) -> Facts:
    """Whom the record shows sitting for a riding, with their party and the days; or who won it in an election."""
    facts, language = Facts(), language_of(reading.language)
    for riding in Riding.objects.filter(pk__in=reading.keys("place")).select_related("parliament"):
        _tell_seat(riding, reading, language, facts)
        elected = Candidacy.objects.select_related("election").filter(riding=riding, elected=True)
        for one in elected.filter(election__date__range=reading.days) if reading.days else ():
            subject = f"{named(riding, language)} ({one.election.name})"
            facts.told.extend(_fact_from("winner", language, subject, one.name, SourceType.CANDIDACY, one.pk))
    return facts


def _tell_seat(riding: Riding, reading: Reading, language: str, facts: Facts) -> None:
    where = f"{named(riding, language)} ({riding.parliament.name})"
    terms = Term.objects.filter(riding=riding)
    days = reading.days
    if days:
        terms = terms.filter(start__lte=days[1], end__gte=days[0])
    held = held_by(terms.select_related("politician").order_by("start"))
    if days and not held and outside_the_record(riding.parliament, days):
        facts.missing.append(_SENTENCES[language]["nobody"].format(subject=where))
    elif 0 < len(held) <= _MOST_MEMBERS:
        parties = {party.pk: named(party, language) for party in riding.parliament.parties.all()}
        who = "; ".join(
            f"{one.politician.name} ({detail(parties.get(one.party_id or 0, ''), one.start, one.end, language)})"
            for one in held
        )
        facts.told.extend(_fact_from("member", language, where, who, SourceType.RIDING, riding.pk))


def _chairs(reading: Reading, version: int | None) -> Facts:
    """Who was in the chair at the meetings of the committee that a question names, on its days, or at the last."""
    facts, language = Facts(), language_of(reading.language)
    for committee in Committee.objects.filter(pk__in=reading.keys("committee")).select_related("parliament"):
        titles = frame_of(committee.parliament_id).chairs
        spoken = Speech.objects.filter(chamber__committee=committee, role__in=titles).exclude(politician=None)
        if reading.days:
            spoken = spoken.filter(date__range=reading.days)
        elif last := spoken.aggregate(day=Max("date"))["day"]:
            spoken = spoken.filter(date=last)
        meetings = spoken.values_list("politician__name").annotate(first=Min("date"), last=Max("date"))
        who = "; ".join(
            f"{name} ({detail('', first, last, language)})" for name, first, last in meetings.order_by("first")
        )
        subject = named(committee, language)
        facts.told.extend(_fact_from("chair", language, subject, who, SourceType.COMMITTEE, committee.pk))
    return facts


def _movers(reading: Reading, version: int | None) -> Facts:
    """Who moved what was voted on, where one vote is clearly meant."""
    meant, language = divisions_meant(reading, version), language_of(reading.language)
    if len(meant.divisions) != 1 or meant.off_the_bill or meant.unsure:
        return Facts()
    division: Division = meant.divisions[0]
    who = division.mover.name if division.mover else division.mover_name
    told = _fact_from("mover", language, called(division, language), who, SourceType.VOTE_QUESTION, division.pk)
    return Facts(list(told))


def _fact_from(kind: str, language: str, subject: str, value: str, source: SourceType, record: int) -> list[Fact]:
    """The fact, if the tables have the value and the record stands in the search."""
    if not value:
        return []
    entries = list(Entry.objects.filter(source_type=source, record=str(record)).order_by("language"))
    # In the question's language, if it is there.
    return [
        Fact(_SENTENCES[language][kind].format(subject=subject, value=value), entry, value)
        for entry in sorted(entries, key=lambda one: one.language != language)[:1]
    ]


_KINDS: dict[str, Callable[[Reading, int | None], Facts]] = {
    "fact/sponsor": _of_bills("sponsor"),
    "fact/stage": _of_bills("status", "introduced"),
    "fact/title": _of_bills("title"),
    "fact/sitting": _sittings,
    "fact/party": _of_people("party"),
    "fact/seat": _of_people("riding"),
    "fact/offices": _offices,
    "fact/holder": _holders,
    "fact/member": _members_for,
    "fact/mover": _movers,
    "fact/chair": _chairs,
}
