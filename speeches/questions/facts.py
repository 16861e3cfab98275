"""Questions that the tables answer in a sentence: who sponsored a bill, who sat for a riding, when a session began."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from rag.text.dates import written
from speeches.enumerations.phrases import language_of
from speeches.formats.names import fold, name_key
from speeches.models import Bill, Candidacy, Entry, Politician, Riding, Session, SourceType, Term
from speeches.models.people import riding_key
from speeches.questions.offices import facts_of_offices
from speeches.questions.seats import detail, held_by, outside_the_record
from speeches.questions.told import Fact, Facts
from speeches.reading.naming import bill_label, named, titled
from speeches.search.roster import roster
from speeches.understanding.bills import bill_index, bills_named, named_otherwise
from speeches.understanding.days import days_named
from speeches.understanding.query import Query

# Bills of one number in so many sessions are told side by side; of more, none is meant.
MOST_BILLS = 3
# What a question is about stands in its place while the rest is compared.
_IT = "\ue001"


@dataclass(frozen=True, slots=True)
class _Form:
    """A way to ask for a field of a kind of record, and the sentence that tells it in each language."""

    asked: "re.Pattern[str]"
    field: str
    en: str
    fr: str

    def lacking(self, language: str, subject: str) -> str:
        """What to tell of a record without the value."""
        return _LACKING["fr" if language == "fr" else "en"].format(
            what=_FIELDS[self.field][language == "fr"], of=subject
        )

    def told(self, language: str, subject: str, value: str) -> str:
        return (self.fr if language == "fr" else self.en).format(subject=subject, value=value)


# What a field of a bill is called, in English and in French.
_FIELDS = {
    "sponsor": ("sponsor", "parrain"),
    "introduced": ("day of introduction", "jour de dépôt"),
    "status": ("status", "état"),
    "title": ("title", "titre"),
}
_LACKING = {
    "en": "The record does not hold the {what} of {of}.",
    "fr": "Le compte rendu ne donne pas : {what} ({of}).",
}
# "… in Canada", "… of session 41-2" say which is meant, not what is asked.
_WHERE = re.compile(r" (?:in|of|from|au|en|du|de la) (?:the )?(?:[A-Z][\w ]{2,30}|session \d[\d-]*)$")


def _form(asked: str, field: str, en: str, fr: str) -> _Form:
    return _Form(re.compile(asked.replace("IT", f"(?:the |le |la |l['’])?{_IT}"), re.IGNORECASE), field, en, fr)


_OF_A_BILL = (
    _form(
        r"who (?:sponsor(?:s|ed)|introduced|tabled|proposed|brought in|(?:is|was) the sponsor of) IT"
        r"|(?:which|what) (?:mp|member|senator|minister) (?:sponsored|introduced|tabled|proposed) IT"
        r"|qui (?:a |est |était )?(?:parrain\w*|déposé|présenté|proposé|(?:le parrain|la marraine) (?:de|du)) IT",
        "sponsor",
        "{subject} was sponsored by {value}.",
        "{subject} est parrainé par {value}.",
    ),
    _form(
        r"when was IT (?:first )?(?:introduced|tabled|presented|brought in)"
        r"|quand (?:a été (?:déposé|présenté) IT|IT a-t-(?:il|elle) été (?:déposé|présenté)e?)",
        "introduced",
        "{subject} was introduced on {value}.",
        "{subject} a été déposé le {value}.",
    ),
    _form(
        r"what(?: is| was|['’]s) the (?:current |latest )?(?:status|stage|state) of IT"
        r"|where (?:is|does) IT(?: stand)?(?: now)?"
        r"|(?:has|did|was|is) IT (?:been )?(?:pass(?:ed)?|becom(?:e|ing) law|received? royal assent|adopted|enacted)"
        r"|quel(?:le)? est (?:le statut|l['’](?:état|étape)) (?:de |du )?IT|où en est IT"
        r"|IT a-t-(?:il|elle) été adoptée?",
        "status",
        "Status of {subject}: {value}.",
        "État, {subject} : {value}.",
    ),
    _form(
        r"what (?:is|was) (?:the (?:full |long )?(?:title|name) of )?IT(?: called)?"
        r"|quel est le titre (?:de |du )?IT|comment s['’]appelle IT",
        "title",
        "{subject}: {value}.",
        "{subject} : {value}.",
    ),
)
_OF_A_SESSION = (
    _form(
        r"when did IT (?:begin|start|open)|quand (?:a commencé|s['’]est ouverte) IT",
        "start",
        "{subject} began on {value}.",
        "{subject} a commencé le {value}.",
    ),
    _form(
        r"when did IT (?:end|close|finish)|quand (?:a pris fin|s['’]est terminée) IT",
        "end",
        "{subject} ended on {value}.",
        "{subject} a pris fin le {value}.",
    ),
)
_OF_A_MEMBER = (
    _form(
        r"(?:which|what) party (?:is|was|does|did) IT (?:in|of|with|a member of|belong to|represent|sit for)"
        r"|(?:which|what) is IT['’]s party|de quel parti IT (?:est|était)-(?:il|elle)(?: membre)?"
        r"|(?:de|à) quel parti (?:est|était|appartient|fait partie) IT(?: membre)?",
        "party",
        "{subject} sat for {value}.",
        "{subject} a siégé pour {value}.",
    ),
    _form(
        r"(?:which|what|where) (?:riding|seat|electorate|constituency|division) (?:does|did|is|was) IT "
        r"(?:represent|hold|sit for|the member for)|quelle circonscription (?:représente|représentait) IT",
        "riding",
        "{subject} sat for {value}.",
        "{subject} a représenté {value}.",
    ),
)
_WON = re.compile(
    r"who (?:won|was elected (?:in|for|to)) (?:the (?:seat|riding|electorate) of )?(?P<where>.+?)"
    r"(?: (?:in|at) (?:the )?(?P<when>.+))?"
    r"|qui a (?:gagné|remporté|été élue? (?:dans|à)) (?:la circonscription de )?(?P<lieu>.+?)"
    r"(?: (?:en|aux?) (?P<quand>.+))?",
    re.IGNORECASE,
)
_SEAT = re.compile(
    r"who (?:is|was|are|were) (?:the )?(?:federal |current )?(?:mps?|members?|representatives?) (?:for|of) "
    r"(?P<where>.+)"
    r"|who (?:represents?|represented|holds?|held|sits for|sat for) (?P<seat>.+)"
    r"|qui (?:est|était) (?:le |la )?(?:députée?|représentante?) (?:de la |de |du |d['’])(?P<lieu>.+)"
    r"|qui (?:représente|représentait) (?P<circonscription>.+)",
    re.IGNORECASE,
)
_THE_SEAT = re.compile(r"^(?:the )?(?:(?:seat|riding|electorate|division|constituency) of )?|[ ,]+(?:in|on|en|le|au)?$")
_NOBODY = {
    "en": "The record shows nobody sitting for {where} then.",
    "fr": "Le compte rendu ne montre alors personne pour {where}.",
}
# A state sends more senators than a sentence holds.
_MOST_MEMBERS = 8
# Words of an election that do not set it apart from others.
_ELECTION = frozenset("election elections of the l de des".split())
_WINNER = _form("", "name", "{value} won {subject}.", "{value} a remporté {subject}.")
_SITTING = _form("", "who", "On record as sitting for {subject}: {value}.", "Au compte rendu pour {subject} : {value}.")
_SESSION_NAMED = re.compile(r"(?:session|la session) (?P<code>[2-5]?\d(?:-[1-4])?)", re.IGNORECASE)


def facts_for(query: Query, version: int | None) -> Facts:
    """What the tables answer to a question, a sentence for each record that is meant, and what they do not hold;
    nothing where it asks for something else.
    """
    text = query.text.strip(" ?\u00a0\u202f")
    found = (
        facts_of(text, query, version)
        for facts_of in (_of_bills, _of_sessions, _of_members, _of_seats, _of_winners, facts_of_offices)
    )
    return next((facts for facts in found if facts.told or facts.missing), Facts())


def _of_bills(text: str, query: Query, version: int | None) -> Facts:
    mentioned = bills_named(text, bill_index(version))
    form = _asked(named_otherwise(text, mentioned, _IT), _OF_A_BILL) if len(mentioned) == 1 else None
    if form is None:
        return Facts()
    rows = Bill.objects.filter(pk__in=query.bill_rows).select_related("session", "parliament", "sponsor")
    rows = rows.filter(parliament__in=query.view)
    bills = list(rows[: MOST_BILLS + 1])
    if len(bills) > MOST_BILLS:
        return Facts()
    told, missing = [], []
    for bill in bills:
        subject = _bill_name(bill, query.language, apart=len(bills) > 1)
        facts = list(_told(form, query.language, subject, _values(bill, query.language), SourceType.BILL, bill.pk))
        told += facts
        missing += [] if facts else [form.lacking(query.language, subject)]
    # Whose bill it is, and since when, members may have said; its title and status are the tables' to tell.
    return Facts(told, missing if told or form.field in ("status", "title") else [])


def _values(bill: Bill, language: str) -> dict[str, str]:
    return {
        "sponsor": bill.sponsor.name if bill.sponsor else "",
        "introduced": _day(bill.introduced, language),
        "status": bill.status,
        "title": titled(bill, language),
    }


def _bill_name(bill: Bill, language: str, *, apart: bool) -> str:
    """A bill with its session, and with its parliament where it must be told apart."""
    session = f"session {bill.session.code}" if bill.session and bill.number else ""
    about = ", ".join(filter(None, [bill.parliament.name if apart else "", session]))
    return f"{bill_label(bill, language)} ({about})" if about else bill_label(bill, language)


def _of_sessions(text: str, query: Query, version: int | None) -> Facts:
    found = _SESSION_NAMED.search(text)
    form = _asked(f"{text[: found.start()]}{_IT}{text[found.end() :]}", _OF_A_SESSION) if found else None
    if found is None or form is None:
        return Facts()
    rows = Session.objects.filter(parliament__in=query.view)
    told: list[Fact] = []
    for session in [one for one in rows.select_related("parliament") if one.code == found["code"]][:MOST_BILLS]:
        values = {"start": _day(session.start, query.language), "end": _day(session.end, query.language)}
        subject = f"{session.parliament.name}, session {session.code}"
        told += _told(form, query.language, subject, values, SourceType.SESSION, session.pk)
    return Facts(told)


def _of_members(text: str, query: Query, version: int | None) -> Facts:
    words, people = text.split(), roster(version)
    # The name is whatever stands between the rest: the longest run of words that one member is called by.
    for count in range(min(5, len(words)), 0, -1):
        for start in range(len(words) - count + 1):
            own = " ".join(words[start : start + count])
            name = re.sub(r"['’]s$", "", own)
            if not name[:1].isupper():
                continue
            asked = " ".join([*words[:start], f"{_IT}{own[len(name) :]}", *words[start + count :]])
            form = _asked(asked, _OF_A_MEMBER)
            members = people.by_name.get(name_key(name)) if form else None
            if form and members and len(members) == 1:
                return _of_member(form, query, Politician.objects.get(pk=min(members)))
    return Facts()


def _of_member(form: _Form, query: Query, person: Politician) -> Facts:
    terms = Term.objects.filter(politician=person).select_related("party", "riding").order_by("start")
    parties = dict.fromkeys(named(term.party, query.language) for term in terms if term.party)
    ridings = dict.fromkeys(named(term.riding, query.language) for term in terms if term.riding)
    values = {"party": ", ".join(parties), "riding": ", ".join(ridings)}
    return Facts(list(_told(form, query.language, person.name, values, SourceType.POLITICIAN, person.pk)))


def _of_seats(text: str, query: Query, version: int | None) -> Facts:
    """Whom the record shows sitting for a riding, with their party and the days on which it does."""
    asked = _SEAT.fullmatch(text)
    if asked is None:
        return Facts()
    where = next(filter(None, asked.groups()))
    if day := days_named(where):
        if where[day[3] :].strip():
            # It goes on behind its day: with another day, or with something else that it asks for.
            return Facts()
        where = where[: day[2]]
    key = riding_key(_THE_SEAT.sub("", _THE_SEAT.sub("", where.strip())))
    facts = Facts()
    for riding in Riding.objects.filter(parliament__in=query.view).select_related("parliament"):
        if key in riding.keys():
            _tell_seat(riding, query, day[:2] if day else None, facts)
    return facts


def _tell_seat(riding: Riding, query: Query, days: tuple[date, date] | None, facts: Facts) -> None:
    language = language_of(query.language)
    where = f"{named(riding, language)} ({riding.parliament.name})"
    terms = Term.objects.filter(riding=riding)
    if days:
        terms = terms.filter(start__lte=days[1], end__gte=days[0])
    held = held_by(terms.select_related("politician").order_by("start"))
    if days and not held and outside_the_record(riding.parliament, days):
        facts.missing.append(_NOBODY[language].format(where=where))
    elif 0 < len(held) <= _MOST_MEMBERS:
        parties = {party.pk: named(party, language) for party in riding.parliament.parties.all()}
        who = [
            f"{one.politician.name} ({detail(parties.get(one.party_id or 0, ''), one.start, one.end, language)})"
            for one in held
        ]
        facts.told.extend(_told(_SITTING, language, where, {"who": "; ".join(who)}, SourceType.RIDING, riding.pk))


def _of_winners(text: str, query: Query, version: int | None) -> Facts:
    asked = _WON.fullmatch(text)
    if asked is None:
        return Facts()
    where, when = (asked["where"] or asked["lieu"]).strip(), fold(asked["when"] or asked["quand"] or "")
    there = Q(riding__name__iexact=where) | Q(riding__name_fr__iexact=where)
    told: list[Fact] = []
    for one in Candidacy.objects.select_related("election").filter(there, elected=True):
        held = fold(f"{one.election.name} {one.election.date.year}")
        if set(when.split()) - _ELECTION - set(held.split()):
            continue
        subject = f"{where} ({one.election.name})"
        told += _told(_WINNER, query.language, subject, {"name": one.name}, SourceType.CANDIDACY, one.pk)
    return Facts(told)


def _asked(text: str, forms: tuple[_Form, ...]) -> _Form | None:
    bare = _WHERE.sub("", text.strip())
    return next((form for form in forms if form.asked.fullmatch(bare)), None)


def _told(
    form: _Form, language: str, subject: str, values: dict[str, str], kind: SourceType, record: int
) -> Iterator[Fact]:
    """The fact, if the tables have the value and the record stands in the search."""
    value = values[form.field]
    if not value:
        return
    entries = list(Entry.objects.filter(source_type=kind, record=str(record)).order_by("language"))
    # In the question's language, if it is there.
    for entry in sorted(entries, key=lambda one: one.language != language)[:1]:
        yield Fact(form.told(language, subject, value), entry, value)


def _day(day: date | None, language: str) -> str:
    return written(day, language) if day else ""
