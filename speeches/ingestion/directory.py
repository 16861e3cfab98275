"""Finds the politician, party and riding in the record for a person as a file names them."""

import datetime
import itertools
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from django.db.models import Exists, OuterRef
from django.utils.text import slugify

from speeches.formats import records
from speeches.formats.frame import frame_of
from speeches.formats.names import display_name, name_key
from speeches.ingestion.printed import SeatPeriod, voters
from speeches.ingestion.terms import Seat, Terms
from speeches.models import LIST_HOLDS, Chamber, Division, Office, Parliament, Party, Politician, Riding
from speeches.models.people import riding_key

# Several who speak at once: "Hon. Members", "Noble Lords".
_GROUP = re.compile(
    r"(?:(?:Several|Some|Many) )?(?:Hon(?:ou?rable|\.)?|Noble) (?:Members|Senators|Lords)$", re.IGNORECASE
)
_LEARNT = ("name", "slug", "surname_only", "witness", "other_source_ids", "keys", "spellings", "source_id")


class Directory:
    """The people of one parliament during one ingestion. It creates new people at once; changes to known people wait
    for `save`.

    Not safe beside another writer: the caller holds the parliament's lock.
    """

    def __init__(self, parliament: Parliament, news: Iterable[str] = ()) -> None:
        self.parliament = parliament
        # Whether the source gives everybody a key of their own.
        self.seat_keys = frame_of(parliament.pk).seat_keys
        politicians = list(Politician.objects.filter(parliament=parliament))
        self._by_source = {
            source_id: person
            for person in politicians
            for source_id in (person.source_id, *person.other_source_ids)
            if source_id
        }
        self._by_role = {key: person for person in politicians for key in person.other_source_ids}
        self._by_key: dict[str, list[Politician]] = {}
        for politician in politicians:
            self._remember(politician, politician.keys)
        self._parties = {key: party for party in parliament.parties.all() for key in party.keys()}
        self._ridings = {key: riding for riding in parliament.ridings.all() for key in riding.keys()}
        self._slugs: set[str] = set()
        self.terms = Terms(parliament)
        self._offices: dict[tuple[int, str, str, datetime.date | None], Office] = {}
        self._changed_offices: dict[int, Office] = {}
        self._changed_people: dict[int, Politician] = {}
        self._resolved: dict[records.Person, Politician | None] = {}
        self._surnames: dict[str, list[Politician]] = {}
        # Keys of surnames about which more is known now: ballots printed under them may belong to these people.
        self.news = set(news)
        # How many new people this ingestion has created.
        self.made = 0

    def politician(self, person: records.Person | None) -> Politician | None:
        """The politician for a person, or None for an office or a group ("The SPEAKER", "Honourable members")."""
        if person is None or not _is_a_name(person):
            return None
        if person not in self._resolved:
            self._resolved[person] = self._resolve(person)
        return self._resolved[person]

    def find_known(self, person: records.Person) -> Politician | None:
        """The one politician of that name who is already in the record. Creates nobody."""
        return self._find_by_name(person, _keys(person))

    def is_shared(self, person: records.Person) -> bool:
        """Whether several people in the record have that name, and the source gives no key to tell them apart."""
        if person.source_id:
            return False
        return len({politician for key in _keys(person) for politician in self._by_key.get(key, [])}) > 1

    def _resolve(self, person: records.Person) -> Politician:
        keys = _keys(person)
        politician = self._by_source.get(person.source_id) if person.source_id else None
        full = {name_key(name) for name in person.also}
        politician = (
            politician
            or self._find_by_role(person)
            or self._find_by_name(person, full)
            or self._find_by_name(person, keys)
        )
        if politician is None:
            self.made += 1
            slug = self._new_slug(person.name)
            politician = Politician(
                parliament=self.parliament,
                name=person.name,
                slug=slug,
                source_id=person.source_id,
                witness=person.witness,
            )
        self._learn(politician, person, keys)
        return politician

    def add_seat(self, person: records.Person, day: datetime.date) -> records.Person:
        """Adds the party and riding of that day to a person whom the file names only by a seat."""
        if not self.seat_keys or not person.role_ids or person.party or person.electorate:
            return person
        politician = self.politician(person)
        terms = self.terms.of(politician) if politician else []
        seats = {(term.party, term.riding) for term in terms if term.start <= day <= term.end}
        party, riding = seats.pop() if len(seats) == 1 else (None, None)
        return replace(person, party=party.code, electorate=riding.name if riding else "") if party else person

    def party(self, name: str) -> Party | None:
        """The party with that code or name, created if the parliament has none."""
        if not name.strip():
            return None
        key = next(iter(Party(code=name, name=name).keys()))
        if key not in self._parties:
            party = Party.objects.create(parliament=self.parliament, code=name.strip(), name=name.strip())
            self._parties.update(dict.fromkeys(party.keys(), party))
        return self._parties[key]

    def riding(self, person: records.Person) -> Riding | None:
        if not person.electorate:
            return None
        riding = self._ridings.get(riding_key(person.electorate))
        if riding is None:
            riding = Riding.objects.create(parliament=self.parliament, name=person.electorate, state=person.state)
            self._ridings.update(dict.fromkeys(riding.keys(), riding))
        elif person.state and not riding.state:
            riding.state = person.state
            riding.save(update_fields=["state"])
        return riding

    def state(self, person: records.Person | None) -> str:
        """The state or province of a person, or of their riding."""
        if person is None:
            return ""
        riding = self.riding(person)
        return person.state or (riding.state if riding else "")

    def note_term(self, politician: Politician, chamber: Chamber, person: records.Person, date: datetime.date) -> None:
        """Notes that the record shows somebody on a day, for a party and a riding if it prints them."""
        seat = self._seat(politician, chamber, person)
        news = self.terms.note_day(seat, date) if seat else self.terms.note_seen(politician, chamber, date)
        self._note_news(politician, news)

    def note_seat(
        self,
        politician: Politician,
        chamber: Chamber,
        person: records.Person,
        start: datetime.date,
        end: datetime.date,
        *,
        open_: bool,
    ) -> None:
        """Notes the days for which a list of members shows somebody in a seat. With `open_`, the list names no end and
        `end` is the last day that it covers."""
        if seat := self._seat(politician, chamber, person):
            self._note_news(politician, self.terms.note_listed(seat, start, end, open_=open_))

    def note_last_words(self) -> None:
        """Notes until when members are known to have kept the seats that a list leaves open."""
        for politician in Politician.objects.filter(pk__in=self.terms.reach_last_words()):
            self._note_news(politician, True)

    def _seat(self, politician: Politician, chamber: Chamber, person: records.Person) -> Seat | None:
        """The seat that somebody holds; None if their party is unknown."""
        party = self.party(person.party)
        return Seat(politician, chamber, party, self.riding(person), person.state) if party else None

    def _note_news(self, politician: Politician, news: bool) -> None:
        if news:
            self.news |= surnames(politician)

    def note_office(
        self,
        politician: Politician,
        title: str,
        source: Office.Source,
        start: datetime.date,
        end: datetime.date,
        language: str = "en",
        *,
        open_: bool = False,
    ) -> None:
        """Notes that somebody held an office. The record itself shows single days, which are joined into one period."""
        title = title[:300]
        first = start if source == Office.Source.PEOPLE else None
        key = (politician.pk, title, source, first)
        office = self._offices.get(key)
        if office is None:
            known = Office.objects.filter(politician=politician, title=title, source=source)
            office = (known.filter(start=first) if first else known).first()
        if office is None:
            office = Office(politician=politician, title=title, source=source, language=language)
            office.start, office.end, office.open = start, end, open_
        else:
            before = (office.start, office.end, office.open)
            since, until = (start, end) if first else (min(office.start, start), max(office.end, end))
            if before == (since, until, open_):
                self._offices[key] = office
                return
            office.start, office.end, office.open = since, until, open_
        self._offices[key] = self._changed_offices[id(office)] = office

    def save(self) -> int:
        """Writes what was learnt about people, and the terms and offices that were begun or extended. Returns the
        number of offices."""
        for politician in self._changed_people.values():
            # One by one, because they are few: `bulk_update` casts, and a cast cuts values that are too long.
            politician.save(update_fields=_LEARNT)
        self._changed_people.clear()
        self.terms.save()
        offices = list(self._changed_offices.values())
        Office.objects.bulk_create([office for office in offices if office.pk is None])
        known_offices = [office for office in offices if office.pk is not None]
        Office.objects.bulk_update(known_offices, ["start", "end", "open"])
        self._changed_offices.clear()
        return len(offices)

    def caster(self, ballot: records.Ballot, voters: Mapping[str, Politician]) -> Politician | None:
        """The politician who cast a ballot, found from what the file knows of them, else from the printed name among
        the day's `voters`."""
        person = ballot.person
        if person is None:
            return voters.get(ballot.name)
        if not person.surname_only:
            return self.politician(person)
        return self._find_by_role(person) or self._surname_only(ballot.name, person)

    def _surname_only(self, printed: str, person: records.Person) -> Politician:
        """Creates somebody of whom only a surname and the source's key are known, until the record learns more."""
        politician = Politician.objects.create(
            parliament=self.parliament,
            name=printed,
            slug=self._new_slug(printed),
            other_source_ids=list(person.role_ids),
            surname_only=True,
        )
        self._by_role.update(dict.fromkeys(person.role_ids, politician))
        return politician

    def _find_by_role(self, person: records.Person) -> Politician | None:
        """The politician whom the source calls by one of the person's keys. The surname must agree too, unless the
        source never passes a key on. Somebody with another source id is another person."""
        known = filter(None, map(self._by_role.get, person.role_ids))
        surname = _surname(person.name)
        return next(
            (
                one
                for one in known
                if not (one.source_id and person.source_id and one.source_id != person.source_id)
                and (self.seat_keys or _surname(one.name.partition("(")[0]) == surname)
            ),
            None,
        )

    def voters(self, names: Collection[str], day: datetime.date, chamber: Chamber) -> dict[str, Politician]:
        """The one politician whom each printed name on a day's ballots can mean, among those who sat in the chamber
        around that day."""
        elsewhere = self._other_houses(chamber)
        sat: dict[int, list[SeatPeriod]] = {}
        listed = {term.politician_id for term in self.terms.all() if term.listed}
        for term in self.terms.all():
            if term.chamber_id not in elsewhere:
                exact = term.politician_id in listed
                last = term.end + LIST_HOLDS if term.open else term.end
                sat.setdefault(term.politician_id, []).append(SeatPeriod(term.start, last, exact))
        return voters(names, day, self._surname_index(), sat)

    def _other_houses(self, chamber: Chamber) -> set[int]:
        """The chambers that hold votes of their own, and so are not a second room of this one."""
        voting = Exists(Division.objects.filter(sitting__chamber=OuterRef("pk")))
        others = Chamber.objects.filter(voting, parliament=self.parliament).exclude(pk=chamber.pk)
        return set(others.values_list("pk", flat=True))

    def _surname_index(self) -> dict[str, list[Politician]]:
        if not self._surnames:
            for politician in {politician for known in self._by_key.values() for politician in known}:
                for surname in surnames(politician):
                    self._surnames.setdefault(surname, []).append(politician)
        return self._surnames

    def _find_by_name(self, person: records.Person, keys: Iterable[str]) -> Politician | None:
        """The one politician of that name. Among several, the one who stood for the riding. None if the source's keys
        say that they are different people."""
        known = {politician for key in keys for politician in self._by_key.get(key, [])}
        if len(known) > 1 and person.electorate:
            known = {politician for politician in known if self._stood_for(politician, person)} or known
        if person.source_id:
            known = {politician for politician in known if not politician.source_id}
        known = {politician for politician in known if not _have_other_numbers(person, politician)}
        return known.pop() if len(known) == 1 else None

    def _stood_for(self, politician: Politician, person: records.Person) -> bool:
        riding = self._ridings.get(riding_key(person.electorate))
        return riding is not None and any(term.riding_id == riding.pk for term in self.terms.of(politician))

    def _learn(self, politician: Politician, person: records.Person, keys: set[str]) -> None:
        new_keys = keys - set(politician.keys)
        new_spelling = person.spelling and person.spelling not in politician.spellings
        adopts = person.source_id and not politician.source_id
        new_roles = [key for key in person.role_ids if key not in politician.other_source_ids]
        # A member who was known only by surname, or somebody who first appeared as a witness.
        named = politician.surname_only and " " in person.name
        seated = politician.witness and not person.witness
        if politician.pk and not (new_keys or new_spelling or adopts or new_roles or named or seated):
            return
        if named:
            politician.name, politician.surname_only = person.name, False
            politician.slug = self._new_slug(person.name)
        politician.witness = politician.witness and not seated
        politician.other_source_ids = [*politician.other_source_ids, *new_roles]
        politician.keys = [*politician.keys, *sorted(new_keys)]
        if new_spelling:
            politician.spellings = [*politician.spellings, person.spelling]
        politician.source_id = politician.source_id or person.source_id
        if politician.pk is None:
            politician.save()
        else:
            self._changed_people[politician.pk] = politician
        if politician.source_id:
            self._by_source[politician.source_id] = politician
        self._by_role.update(dict.fromkeys(new_roles, politician))
        self._remember(politician, new_keys)
        self._surnames = {}

    def _remember(self, politician: Politician, keys: Iterable[str]) -> None:
        for key in keys:
            if politician not in self._by_key.setdefault(key, []):
                self._by_key[key].append(politician)

    def _new_slug(self, name: str) -> str:
        base = slugify(name)[:200] or "member"
        self._slugs.update(Politician.objects.filter(slug__startswith=base).values_list("slug", flat=True))
        candidates = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        slug = next(slug for slug in candidates if slug not in self._slugs)
        self._slugs.add(slug)
        return slug


def _keys(person: records.Person) -> set[str]:
    names = {person.name, display_name(person.spelling or person.name), *person.also}
    return {name_key(name) for name in names if " " in name.strip()} or {name_key(person.name)}


def _have_other_numbers(person: records.Person, politician: Politician) -> bool:
    """Whether the lists that number people, and not their seats, number these two differently."""
    theirs = {key for key in politician.other_source_ids if key.startswith(records.PERSON_NUMBER)}
    own = {key for key in person.role_ids if key.startswith(records.PERSON_NUMBER)}
    return bool(own and theirs) and not own & theirs


def _surname(name: str) -> list[str]:
    return name_key(name).split()[-1:]


def _is_a_name(person: records.Person) -> bool:
    return bool(person.name) and not person.name.startswith(("The ", "An ", "A ")) and not _GROUP.match(person.name)


def surnames(politician: Politician) -> set[str]:
    """The keys of every possible surname: the end of each of somebody's names, without its first word.

    >>> sorted(surnames(Politician(name="Bert van Manen", keys=["albertus johannes van manen"])))
    ['johannes van manen', 'manen', 'van manen']
    """
    names = [name_key(politician.name).split(), *(key.split() for key in politician.keys)]
    return {" ".join(words[start:]) for words in names for start in range(min(1, len(words) - 1), len(words))}
