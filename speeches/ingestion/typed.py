"""Stores records other than speeches, one by one. A new record goes in, a known one is counted, and one that differs is
reported, or replaced on request."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone

from speeches.formats import records, typed
from speeches.formats.motions import identify_motions
from speeches.formats.names import person_name
from speeches.formats.records import Person, RecordError
from speeches.ingestion.committees import committee_called
from speeches.ingestion.directory import Directory
from speeches.ingestion.divisions import motion_values
from speeches.ingestion.options import Options
from speeches.ingestion.places import chamber_of, parliament_of
from speeches.ingestion.summary import Summary
from speeches.ingestion.voters import link_voters
from speeches.models import (
    Ballot,
    Bill,
    Candidacy,
    Committee,
    CommitteeMeeting,
    CommitteeReport,
    Division,
    Election,
    Parliament,
    Party,
    PartyVote,
    Politician,
    Riding,
    Session,
    Sitting,
    Term,
)
from speeches.models.people import riding_key


class TypedError(ValueError):
    """A record that cannot be stored; the message says what to do."""


def store_typed(rows: Sequence[tuple[int, typed.TypedRow]], options: Options) -> Summary:
    """Store the rows of a file, in the order in which they refer to each other. The caller holds the lock."""
    summary = Summary()
    writers: dict[str, _Writer] = {}
    for line, row in rows:
        if row.parliament not in writers:
            writers[row.parliament] = _Writer(parliament_of(row.parliament), update=options.update)
        writer = writers[row.parliament]
        try:
            stored = writer.store(row)
        except TypedError as error:
            summary.errors.append(RecordError(options.file, line, str(error)))
        else:
            summary.records_stored += stored
            summary.duplicates_skipped += not stored
    for writer in writers.values():
        link_voters(writer.parliament)
    return summary


class _Writer:
    """Writes the rows of one parliament to their tables."""

    def __init__(self, parliament: Parliament, *, update: bool) -> None:
        self.parliament = parliament
        self.directory = Directory(parliament)
        self._update = update
        self._stores: Mapping[str, Callable[[Any], bool]] = {
            "session": self._session,
            "party": self._party,
            "riding": self._riding,
            "politician": self._politician,
            "bill": self._bill,
            "committee": self._committee,
            "committee_meeting": self._meeting,
            "committee_report": self._report,
            "election": self._election,
            "candidacy": self._candidacy,
            "vote_question": self._vote,
            "vote_party": self._party_vote,
            "vote_member": self._ballot,
        }

    def store(self, row: typed.TypedRow) -> bool:
        """Store a row. Returns whether it was new or added something. Raises TypedError."""
        try:
            with transaction.atomic():
                stored = self._stores[row.kind](row)
                self.directory.save()
                return stored
        except (IntegrityError, DataError) as error:
            self.directory = Directory(self.parliament)
            reason = str(error).splitlines()[0]
            raise TypedError(f"It does not fit beside what the record has: {reason}.") from error
        except TypedError:
            # Anybody created for this row has been rolled back with it.
            self.directory = Directory(self.parliament)
            raise

    @staticmethod
    def _given_fields(row: typed.TypedRow, *names: str) -> dict[str, Any]:
        """The fields that the row itself gives. A field left out says nothing, not even no or none."""
        return {name: getattr(row, name) for name in names if name in row.model_fields_set}

    def _keep(self, row: models.Model | None, new: models.Model, values: Mapping[str, Any]) -> bool:
        """Write `new`, or add to the existing `row` the values that it lacks. Empty values say nothing."""
        told = {name: value for name, value in values.items() if value not in ("", None, [])}
        if row is None:
            for name, value in told.items():
                setattr(new, name, value)
            new.save()
            return True
        other = {name: value for name, value in told.items() if getattr(row, name) != value}
        against = [name for name in other if getattr(row, name) not in ("", None, [], 0, False)]
        if against and not self._update:
            raise TypedError(
                f"{row} is in the record with another {', '.join(against)}. Nothing was changed; "
                "use --update to replace it."
            )
        for name, value in other.items():
            setattr(row, name, value)
        if other:
            row.save()
        return bool(other)

    def _session(self, row: typed.SessionRow) -> bool:
        there = Session.objects.find_by_code(self.parliament.pk, row.session)
        number, _, part = row.session.partition("-")
        new = Session(parliament=self.parliament, number=int(number), part=int(part or 0))
        return self._keep(there, new, {"start": row.start, "end": row.end})

    def _find_session(self, code: str) -> Session | None:
        """The session with a code, created if it is new: a bill or a meeting that names it shows that it existed."""
        if not code:
            return None
        number, _, part = code.partition("-")
        session, _ = Session.objects.get_or_create(parliament=self.parliament, number=int(number), part=int(part or 0))
        return session

    def _party(self, row: typed.PartyRow) -> bool:
        called = Party.objects.find_by_name(row.code, self.parliament.pk) or Party.objects.find_by_name(
            row.name, self.parliament.pk
        )
        there = called[0] if called else None
        learnt = False
        if there:
            others = [name for name in (row.code, *row.aliases) if name not in (there.code, there.name, *there.aliases)]
            learnt, there.aliases = bool(others), [*there.aliases, *dict.fromkeys(others)]
            there.save()
        new = Party(parliament=self.parliament, code=row.code, aliases=row.aliases)
        stored = self._keep(there, new, {"name": row.name, "name_fr": row.name_fr, "colour": row.colour}) or learnt
        self._reload_directory()
        return stored

    def _riding(self, row: typed.RidingRow) -> bool:
        ridings = self.parliament.ridings.all()
        there = next((one for one in ridings if riding_key(row.name) in one.keys()), None)
        new = Riding(parliament=self.parliament, name=row.name)
        stored = self._keep(there, new, {"name_fr": row.name_fr, "state": row.state})
        self._reload_directory()
        return stored

    def _reload_directory(self) -> None:
        """Start a new directory, because people, parties or ridings have changed."""
        self.directory.save()
        self.directory = Directory(self.parliament)

    def _politician(self, row: typed.PoliticianRow) -> bool:
        before = self._known_people(row)
        if self.directory.is_shared(Person(name=person_name(row.name), source_id=row.source_id)):
            raise TypedError(f"Several members are called “{row.name}”. Give the source's own key as source_id.")
        terms: Sequence[typed.TermRow | None] = row.terms or [None]
        for term in terms:
            person = Person(
                name=person_name(row.name),
                source_id=row.source_id,
                party=term.party if term else "",
                electorate=term.riding if term else "",
                state=term.state if term else "",
            )
            politician = self.directory.politician(person)
            if politician is None:
                raise TypedError(f"“{row.name}” is an office or a group, not the name of a member.")
            if term is not None:
                self._seat(politician, person, term)
        self._reload_directory()
        return self._known_people(row) != before

    def _seat(self, politician: Politician, person: Person, term: typed.TermRow) -> None:
        """Write one seat from its first to its last day. It joins a term that the record shows in the same time."""
        last = term.end or timezone.localdate()
        of = {
            "politician": politician,
            "chamber": chamber_of(term.chamber, self.parliament),
            "party": self.directory.party(person.party),
            "riding": self.directory.riding(person),
        }
        there = Term.objects.filter(**of, start__lte=last, end__gte=term.start).first()
        if there is None:
            Term.objects.create(**of, state=term.state, start=term.start, end=last)
            return
        there.start, there.end = min(there.start, term.start), max(there.end, last)
        there.save()

    def _known_people(self, row: typed.PoliticianRow) -> list[Any]:
        people = self.parliament.politicians.filter(name=person_name(row.name))
        return list(people.values_list("pk", "source_id", "terms__start", "terms__end", "terms__riding").order_by("pk"))

    def _find_politician(self, person: Person) -> Politician | None:
        """The politician who is meant, created if new; None if the record has several of that name."""
        return None if self.directory.is_shared(person) else self.directory.politician(person)

    def _bill(self, row: typed.BillRow) -> bool:
        session = self._find_session(row.session)
        bills = Bill.objects.filter(parliament=self.parliament)
        there = bills.filter(source_id=row.source_id).first() if row.source_id else None
        if there is None:
            named = bills.filter(number__iexact=row.number) if row.number else bills.filter(title__iexact=row.title)
            named = named if row.number else named.filter(number="")
            # Without a session, it matches only if there is exactly one bill of that name.
            there = named.filter(session=session).first() if session or named.count() != 1 else named.first()
        sponsor = self._find_politician(Person(name=person_name(row.sponsor))) if row.sponsor else None
        values = row.model_dump(exclude={"source_type", "parliament", "session", "sponsor"})
        return self._keep(there, Bill(parliament=self.parliament), {**values, "session": session, "sponsor": sponsor})

    def _committee(self, row: typed.CommitteeRow) -> bool:
        there = self._committee_named(row.acronym) or self._committee_named(row.name)
        new = there or committee_called(row.name, self.parliament)
        return self._keep(new, new, {"name_fr": row.name_fr, "acronym": row.acronym}) or there is None

    def _committee_named(self, name: str) -> Committee | None:
        committees = Committee.objects.filter(parliament=self.parliament)
        if not name:
            return None
        return committees.filter(acronym__iexact=name).first() or committees.filter(name__iexact=name).first()

    def _meeting(self, row: typed.MeetingRow) -> bool:
        committee = self._committee_named(row.committee) or committee_called(row.committee, self.parliament)
        of = {"committee": committee, "session": self._find_session(row.session), "number": row.number}
        there = CommitteeMeeting.objects.filter(**of).first()
        return self._keep(there, CommitteeMeeting(**of), {"date": row.date, "title": row.title})

    def _report(self, row: typed.ReportRow) -> bool:
        committee = self._committee_named(row.committee) or committee_called(row.committee, self.parliament)
        of = {"committee": committee, "session": self._find_session(row.session), "number": row.number}
        there = CommitteeReport.objects.filter(**of).first()
        values = row.model_dump(include={"title", "title_fr", "presented", "text", "text_fr", "source_url"})
        return self._keep(there, CommitteeReport(**of), values)

    def _election(self, row: typed.ElectionRow) -> bool:
        of = {"parliament": self.parliament, "name": row.name, "date": row.date}
        there = Election.objects.filter(**of).first()
        return self._keep(there, Election(**of), self._given_fields(row, "by_election"))

    def _candidacy(self, row: typed.CandidacyRow) -> bool:
        election = Election.objects.filter(parliament=self.parliament, name=row.election, date=row.date).first()
        if election is None:
            raise TypedError(f"There is no election “{row.election}” of {row.date}. Give it a line of its own.")
        person = Person(name=person_name(row.name), party=row.party, electorate=row.riding)
        of = {"election": election, "name": row.name, "riding": self.directory.riding(person)}
        party = self.directory.party(row.party)
        # Most candidates never sat. A candidate is a member of that name only if the member sat for that riding or
        # party.
        known = self.directory.find_known(person)
        seats = self._seats(known, of["riding"], party) if known else None
        values = {
            **self._given_fields(row, "votes", "elected"),
            "party": party,
            "politician": known if seats and seats.exists() else None,
        }
        return self._keep(Candidacy.objects.filter(**of).first(), Candidacy(**of), values)

    @staticmethod
    def _seats(known: Politician, riding: Any, party: Party | None) -> models.QuerySet[Term]:
        """The terms that somebody held for a riding or for a party, whichever is given."""
        there = models.Q(pk=None)
        there |= models.Q(riding=riding) if riding else models.Q(pk=None)
        there |= models.Q(party=party) if party else models.Q(pk=None)
        return known.terms.filter(there)

    def _vote(self, row: typed.VoteQuestionRow) -> bool:
        sitting = self._sitting(row)
        session = self._find_session(row.session)
        bills = Bill.objects.filter(parliament=self.parliament, number__iexact=row.bill)
        if session is not None:
            bills = bills.filter(session=session)
            if sitting.session is None:
                sitting.session = session
                sitting.save(update_fields=["session"])
        there = sitting.divisions.filter(number=row.number).first()
        last = sitting.divisions.aggregate(last=models.Max("position"))["last"] or 0
        new = Division(sitting=sitting, number=row.number, position=last + 1, ayes=row.ayes, noes=row.noes)
        values = self._given_fields(row, "question", "result", "ayes", "noes", "paired", "abstentions")
        values |= self._vote_columns(row, sitting)
        return self._keep(there, new, {**values, "about": bills.first() if row.bill and bills.count() == 1 else None})

    def _vote_columns(self, row: typed.VoteQuestionRow, sitting: Sitting) -> dict[str, object]:
        """The columns that say what a vote was on, as far as its question alone tells."""
        vote = records.Division(1, row.ayes, row.noes, ballots=(), question=row.question, bill=row.bill)
        day = records.Sitting(self.parliament.pk, sitting.chamber.slug, row.date, (), (), (vote,))
        return motion_values(identify_motions(day).divisions[0].motion, self.directory)

    def _sitting(self, row: typed.OfAVote) -> Sitting:
        chamber = chamber_of(row.chamber, self.parliament)
        sitting, _ = Sitting.objects.get_or_create(chamber=chamber, date=row.date, language="en", meeting="")
        return sitting

    def _division(self, row: typed.OfAVote) -> Division:
        division = self._sitting(row).divisions.filter(number=row.number).first()
        if division is None:
            raise TypedError(
                f"The record has no vote {row.number} of {row.date}. Give its vote_question a line of its own."
            )
        return division

    def _party_vote(self, row: typed.VotePartyRow) -> bool:
        of = {"division": self._division(row), "name": row.party, "vote": row.vote}
        there = PartyVote.objects.filter(**of).first()
        values = {"party": self.directory.party(row.party), "count": row.count}
        new = PartyVote(**of, count=row.count)
        Division.objects.filter(pk=new.division_id).update(method=Division.Method.PARTY)
        return self._keep(there, new, values)

    def _ballot(self, row: typed.VoteMemberRow) -> bool:
        person = Person(name=person_name(row.name), party=row.party, electorate=row.riding)
        division = self._division(row)
        politician = self._find_politician(person)
        # One ballot per member, however the name is spelt.
        ballots = division.ballots.all()
        there = (ballots.filter(politician=politician) if politician else ballots.filter(name=row.name)).first()
        new = Ballot(division=division, name=row.name, vote=row.vote)
        values = {
            "politician": politician,
            "party": self.directory.party(row.party),
            **self._given_fields(row, "vote", "teller"),
        }
        return self._keep(there, new, values)
