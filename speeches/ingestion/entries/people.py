"""Makes entries of members, parties and ridings."""

from collections import defaultdict
from collections.abc import Iterator

from speeches.formats.names import slug_or_hash
from speeches.ingestion.entries.drafts import Draft, days, sentences
from speeches.ingestion.entries.wording import WORDING
from speeches.models import Office, Parliament, Party, Politician, Riding, SourceType, Term
from speeches.models.people import riding_key
from speeches.reading.naming import name_of
from speeches.reading.offices import describe_office, offices_of

# A text with more names than this is about none of them.
_MOST_NAMES = 40


def politician_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Everybody with a full name who is not just a witness, with their seats and offices on record."""
    terms: dict[int, list[Term]] = defaultdict(list)
    held = Term.objects.filter(politician__parliament=parliament).select_related("party", "riding", "chamber")
    for term in held.order_by("start", "end", "chamber__name", "riding__name"):
        terms[term.politician_id].append(term)
    offices: dict[int, list[Office]] = defaultdict(list)
    for office in Office.objects.filter(politician__parliament=parliament, language=language):
        offices[office.politician_id].append(office)
    for person in Politician.objects.filter(parliament=parliament, witness=False, surname_only=False):
        own = terms[person.pk]
        last = max(own, key=lambda term: term.end, default=None)
        yield Draft(
            source_type=SourceType.POLITICIAN,
            key=person.slug,
            record=person.pk,
            language=language,
            title=person.name,
            text=sentences(
                person.name,
                *(_term(term, language) for term in own),
                *(describe_office(office, language) for office in offices_of(offices[person.pk])),
            ),
            date=last.end if last else None,
            chamber_id=last.chamber_id if last else None,
            politician_id=person.pk,
            party_id=last.party_id if last else None,
            electorate=last.riding.name if last and last.riding else "",
            state=(last.state or (last.riding.state if last.riding else "")) if last else "",
            url=person.get_absolute_url(),
        )


def _term(term: Term, language: str) -> str:
    riding = term.riding
    seat = ""
    if riding:
        seat = WORDING[language]["member"].format(riding=name_of(riding, language))
    state = term.state or (riding.state if riding else "")
    party = name_of(term.party, language) if term.party else ""
    return ", ".join(
        filter(None, [seat, state, party, name_of(term.chamber, language), days(term.start, term.end, language)])
    )


def party_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Parties, with every name that they go by."""
    say = WORDING[language]
    for party in Party.objects.filter(parliament=parliament):
        name = name_of(party, language)
        others = [one for one in dict.fromkeys([party.code, party.name, *party.aliases]) if one != name]
        yield Draft(
            source_type=SourceType.PARTY,
            key=f"{parliament.pk}-{party.code}",
            record=party.pk,
            language=language,
            title=name,
            text=sentences(
                name,
                say["party_of"].format(parliament=parliament.name),
                say["code"].format(names=", ".join(others)) if others else "",
            ),
            party_id=party.pk,
            url=party.get_absolute_url(),
        )


def riding_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Ridings, with the members whom the record shows sitting for them."""
    say = WORDING[language]
    members: dict[int, dict[str, str]] = defaultdict(dict)
    terms = Term.objects.filter(riding__parliament=parliament).select_related("politician", "party")
    for term in terms.order_by("-end", "-start", "politician__slug"):
        assert term.riding_id is not None
        members[term.riding_id].setdefault(term.politician.name, name_of(term.party, language) if term.party else "")
    for riding in Riding.objects.filter(parliament=parliament):
        name = name_of(riding, language)
        names = [
            say["sat_for"].format(name=who, detail=party) if party else who
            for who, party in list(members[riding.pk].items())[:_MOST_NAMES]
        ]
        word = parliament.riding_word.capitalize()
        yield Draft(
            source_type=SourceType.RIDING,
            key=f"{parliament.pk}-{slug_or_hash(riding_key(riding.name))}",
            record=riding.pk,
            language=language,
            title=name,
            text=sentences(
                name,
                say["province"].format(word=word, state=riding.state, parliament=parliament.name).replace(", ,", ","),
                say["seats"].format(names=", ".join(names)) if names else "",
            ),
            electorate=riding.name,
            state=riding.state,
            url=riding.get_absolute_url(),
        )
