"""Facts about a member: seats, parties and offices, and who came before and after in them."""

import datetime

from speeches.models import Politician, SourceType, Term
from speeches.questions.facts.fact import Fact, Facts
from speeches.questions.facts.terms import MOST_HOLDERS, describe_term, merge_terms
from speeches.questions.facts.wording import SENTENCES, fact_from
from speeches.reading.naming import name_of
from speeches.reading.offices import describe_office, offices_of
from speeches.search.offices import holders, title_words
from speeches.understanding.reading import Reading

# How far the days of two people who followed one another in a seat or an office may overlap.
_NEARLY = datetime.timedelta(days=31)


def terms_of(reading: Reading, version: int | None) -> Facts:
    """The seats and parties for which the one member named sat, on the days named."""
    person = _person(reading)
    if person is None:
        return Facts()
    language, facts = reading.language, Facts()
    terms = merge_terms(person.terms.select_related("party", "riding").order_by("start"))
    days = reading.days
    then = [one for one in terms if not days or (one.start <= days[1] and one.end >= days[0])]
    if then:
        value = "; ".join(_seat_first(one, language) for one in then)
        facts.told.extend(
            fact_from("terms", language, person.name, value, SourceType.POLITICIAN, person.pk, (person.pk,))
        )
    elif days and (before := [one for one in terms if one.end < days[0]]):
        value = _seat_first(before[-1], language)
        facts.missing.append(SENTENCES[language]["then"].format(subject=person.name, value=value))
    return facts


def _seat_first(term: Term, language: str) -> str:
    """ "Simcoe—Grey (Conservative Party, 28 June 2004 to 8 April 2010)"."""
    if term.riding:
        return f"{name_of(term.riding, language)} ({_party_and_days(term, language)})"
    party = name_of(term.party, language) if term.party else ""
    return f"{party} ({describe_term(term, '', language)})"


def list_offices(reading: Reading, version: int | None) -> Facts:
    """The offices of the one member named, on the days named if any.

    If there are none, and the question names no office, the member's seats.
    """
    person = _person(reading)
    if person is None:
        return Facts()
    language = reading.language
    held = offices_of(list(person.offices.all()))
    if reading.days:
        held = [one for one in held if one.start <= reading.days[1] and one.end >= reading.days[0]]
    if not held:
        return Facts() if reading.all("office") else terms_of(reading, version)
    value = "; ".join(describe_office(one, language) for one in held[:MOST_HOLDERS])
    return Facts(fact_from("offices", language, person.name, value, SourceType.POLITICIAN, person.pk, (person.pk,)))


def _person(reading: Reading) -> Politician | None:
    """The one member that a question names; None if it names none, or may mean several."""
    members = reading.keys("about", "speaker")
    return Politician.objects.filter(pk=members[0]).first() if len(members) == 1 else None


def neighbours(reading: Reading, version: int | None) -> Facts:
    """Who came after the one member named, or before: both, if the question may ask for either.

    It looks in the office named, else in the member's seat.
    """
    person, facts = _person(reading), Facts()
    if person is None:
        return facts
    asked = {reading.kind, *reading.otherwise}
    for kind in ("predecessor", "successor"):
        if f"fact/{kind}" in asked:
            facts.told.extend(_neighbour(kind, person, reading))
    return facts


def _neighbour(kind: str, person: Politician, reading: Reading) -> list[Fact]:
    title, language, after = reading.words("office"), reading.language, kind == "successor"
    what, others = (
        _neighbours_in_office(person, title, after, language)
        if title
        else _neighbours_in_seat(person, reading.keys("place"), after, language)
    )
    if not others:
        return []
    subject, nearest = f"{person.name} ({what})", others[0][0].pk
    value = "; ".join(f"{other.name} ({days})" for other, days in others)
    return fact_from(kind, language, subject, value, SourceType.POLITICIAN, nearest, (nearest,))


def _neighbours_in_office(
    person: Politician, title: str, after: bool, language: str
) -> tuple[str, list[tuple[Politician, str]]]:
    """The office, and who held it just before or after a person, with the days."""
    wanted = title_words(title)
    own = [one for one in offices_of(list(person.offices.all())) if wanted <= title_words(one.title)]
    if not own:
        return "", []
    mine = own[0] if after else own[-1]
    others = [one for one in holders(mine.title, [person.parliament_id]) if one.politician_id != person.pk]
    if after:
        near = [one for one in others if one.start >= mine.end - _NEARLY][:1]
    else:
        near = sorted((one for one in others if one.end <= mine.start + _NEARLY), key=lambda one: one.end)[-1:]
    return mine.title, [(one.politician, describe_office(one, language)) for one in near]


def _neighbours_in_seat(
    person: Politician, named: tuple[int, ...], after: bool, language: str
) -> tuple[str, list[tuple[Politician, str]]]:
    """A person's last seat, or the one named, and who had it before or after them, with the days.

    All later holders are told, in order, because the last may be meant; nobody, if several hold the seat at once.
    """
    held = person.terms.filter(riding__in=named) if named else person.terms.exclude(riding=None)
    own = merge_terms(held.select_related("riding").order_by("start"))
    if not own or (mine := own[-1]).riding is None:
        return "", []
    rows = Term.objects.filter(riding=mine.riding).exclude(politician=person).order_by("start")
    others = merge_terms(rows.select_related("politician", "party"))
    if any(one.start + _NEARLY < mine.end and one.end > mine.start + _NEARLY for one in others):
        return "", []
    later = [one for one in others if one.start >= mine.end - _NEARLY]
    earlier = [one for one in others if one.end <= mine.start + _NEARLY]
    near = later[:MOST_HOLDERS] if after else earlier[-1:]
    return name_of(mine.riding, language), [(one.politician, _party_and_days(one, language)) for one in near]


def _party_and_days(term: Term, language: str) -> str:
    return describe_term(term, name_of(term.party, language) if term.party else "", language)
