"""Typed values from the tables behind an entry of the search, whatever its kind."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model

from speeches.models import (
    Bill,
    Candidacy,
    Committee,
    CommitteeMeeting,
    CommitteeReport,
    Division,
    Election,
    Entry,
    Party,
    Politician,
    Riding,
    Session,
    SourceType,
    Term,
)
from speeches.reading.votes import PartyTally, tally

Values = dict[str, Any]


def record_of(entry: Entry) -> Values:
    """The values of an entry's record, by name; empty if the record is gone."""
    table, related, told = _READ[SourceType(entry.source_type)]
    rows = table._default_manager.select_related(*related) if related else table._default_manager.all()
    row = rows.filter(pk=entry.record).first()
    if row is None:
        return {}
    return told(row) | (_cast(row, entry) if isinstance(row, Division) else {})


def _bill(bill: Bill) -> Values:
    return {
        "number": bill.number,
        "session": bill.session.code if bill.session else "",
        "title": bill.title,
        "title_fr": bill.title_fr,
        "short_title": bill.short_title,
        "status": bill.status,
        "introduced": bill.introduced,
        "sponsor": _person(bill.sponsor),
        "presenters": bill.presenters,
        "votes": [vote.key for vote in Division.objects.filter(about=bill).select_related("sitting__chamber")],
    }


def _vote(vote: Division) -> Values:
    return {
        "division": vote.key,
        "date": vote.sitting.date,
        "chamber": vote.sitting.chamber.name,
        "question": vote.question,
        "result": vote.result,
        "ayes": vote.ayes,
        "noes": vote.noes,
        "paired": vote.paired,
        "abstentions": vote.abstentions,
        "bill": vote.about.key if vote.about else "",
    }


def _cast(vote: Division, entry: Entry) -> Values:
    """The votes cast: the member's ballot or the party's vote that the entry is about, or every party's if it is about
    the whole division."""
    cast = tally(vote)
    if entry.source_type == SourceType.VOTE_MEMBER:
        own = [_ballot(ballot, one) for one in cast.parties for side in one.ballots.values() for ballot in side]
        return {"ballots": [one for one in own if one["politician"] == _slug(entry)] if entry.politician_id else []}
    whole = entry.source_type == SourceType.VOTE_QUESTION
    meant = [one for one in cast.parties if whole or (one.party and one.party.pk == entry.party_id)]
    return {"parties": [_party_vote(one) for one in meant]}


def _slug(entry: Entry) -> str:
    return entry.politician.slug if entry.politician else ""


def _ballot(ballot: Any, one: PartyTally) -> Values:
    return {
        "name": ballot.name,
        "politician": ballot.politician.slug if ballot.politician else "",
        "party": one.party.name if one.party else one.name,
        "vote": ballot.vote,
        "teller": ballot.teller,
        "proxy": ballot.proxy,
    }


def _party_vote(one: PartyTally) -> Values:
    return {
        "party": one.party.name if one.party else one.name,
        "code": one.party.code if one.party else "",
        "ayes": one.ayes,
        "noes": one.noes,
        "abstentions": one.abstentions,
    }


def _politician(person: Politician) -> Values:
    terms = person.terms.select_related("party", "riding", "chamber")
    return {"politician": person.slug, "name": person.name, "terms": [_term(term) for term in terms]}


def _term(term: Term) -> Values:
    return {
        "chamber": term.chamber.name,
        "party": term.party.name if term.party else "",
        "riding": term.riding.name if term.riding else "",
        "state": term.state or (term.riding.state if term.riding else ""),
        "from": term.start,
        "to": term.end,
    }


def _committee(committee: Committee) -> Values:
    return {
        "name": committee.name,
        "name_fr": committee.name_fr,
        "acronym": committee.acronym,
        "meetings": committee.meetings.count(),
        "reports": committee.reports.count(),
    }


def _meeting(meeting: CommitteeMeeting) -> Values:
    return {
        "committee": f"{meeting.committee.parliament_id}-{meeting.committee.slug}",
        "session": meeting.session.code if meeting.session else "",
        "number": meeting.number,
        "date": meeting.date,
        "title": meeting.title,
        "sittings": [sitting.key for sitting in meeting.sittings().select_related("chamber")],
    }


def _report(report: CommitteeReport) -> Values:
    return {
        "committee": f"{report.committee.parliament_id}-{report.committee.slug}",
        "session": report.session.code if report.session else "",
        "number": report.number,
        "title": report.title,
        "presented": report.presented,
    }


def _party(party: Party) -> Values:
    return {"code": party.code, "name": party.name, "name_fr": party.name_fr, "aliases": party.aliases}


def _election(election: Election) -> Values:
    return {
        "name": election.name,
        "date": election.date,
        "by_election": election.by_election,
        "candidacies": election.candidacies.count(),
    }


def _candidacy(one: Candidacy) -> Values:
    return {
        "election": one.election.key,
        "name": one.name,
        "politician": _person(one.politician),
        "party": one.party.name if one.party else "",
        "riding": one.riding.name if one.riding else "",
        "votes": one.votes,
        "elected": one.elected,
    }


def _session(session: Session) -> Values:
    return {"number": session.number, "part": session.part, "start": session.start, "end": session.end}


def _riding(riding: Riding) -> Values:
    terms = Term.objects.filter(riding=riding).select_related("politician", "party", "riding", "chamber")
    members = [{"politician": term.politician.slug, "name": term.politician.name, **_term(term)} for term in terms]
    return {"name": riding.name, "name_fr": riding.name_fr, "state": riding.state, "members": members}


def _person(person: Politician | None) -> str:
    return person.slug if person else ""


_DIVISION = (Division, ("sitting__chamber", "about__session"), _vote)
# For each kind: its table, the relations to select, and the function that makes its values.
_READ: Mapping[SourceType, tuple[type[Model], tuple[str, ...], Callable[[Any], Values]]] = {
    SourceType.BILL: (Bill, ("session", "sponsor"), _bill),
    SourceType.VOTE_QUESTION: _DIVISION,
    SourceType.VOTE_PARTY: _DIVISION,
    SourceType.VOTE_MEMBER: _DIVISION,
    SourceType.POLITICIAN: (Politician, (), _politician),
    SourceType.COMMITTEE: (Committee, (), _committee),
    SourceType.COMMITTEE_MEETING: (CommitteeMeeting, ("committee", "session"), _meeting),
    SourceType.COMMITTEE_REPORT: (CommitteeReport, ("committee", "session"), _report),
    SourceType.PARTY: (Party, (), _party),
    SourceType.ELECTION: (Election, (), _election),
    SourceType.CANDIDACY: (Candidacy, ("election", "party", "riding", "politician"), _candidacy),
    SourceType.SESSION: (Session, (), _session),
    SourceType.RIDING: (Riding, (), _riding),
}
