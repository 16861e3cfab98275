"""A record of any kind as its tables have it: the typed values behind an entry of the search."""

from collections.abc import Callable, Mapping
from typing import Any

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
    """What the tables say of an entry's record, by name; empty if it went meanwhile."""
    return _READ[SourceType(entry.source_type)](entry)


def _bill(entry: Entry) -> Values:
    bill = Bill.objects.select_related("session", "sponsor").filter(pk=entry.record).first()
    if bill is None:
        return {}
    return {
        "number": bill.number,
        "session": bill.session.code if bill.session else "",
        "title": bill.title,
        "title_fr": bill.title_fr,
        "short_title": bill.short_title,
        "status": bill.status,
        "introduced": bill.introduced,
        "sponsor": _person(bill.sponsor),
        "votes": [vote.key for vote in Division.objects.filter(about=bill).select_related("sitting__chamber")],
    }


def _vote(entry: Entry) -> Values:
    vote = Division.objects.select_related("sitting__chamber", "about__session").filter(pk=entry.record).first()
    if vote is None:
        return {}
    values: Values = {
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
    cast = tally(vote)
    if entry.source_type == SourceType.VOTE_MEMBER:
        own = [_ballot(ballot, one) for one in cast.parties for side in one.ballots.values() for ballot in side]
        values["ballots"] = [one for one in own if one["politician"] == _slug(entry)] if entry.politician_id else []
    elif entry.source_type == SourceType.VOTE_PARTY:
        values["parties"] = [_party_vote(one) for one in cast.parties if one.party and one.party.pk == entry.party_id]
    else:
        values["parties"] = [_party_vote(one) for one in cast.parties]
    return values


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


def _politician(entry: Entry) -> Values:
    person = Politician.objects.filter(pk=entry.record).first()
    if person is None:
        return {}
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


def _committee(entry: Entry) -> Values:
    committee = Committee.objects.filter(pk=entry.record).first()
    if committee is None:
        return {}
    return {
        "name": committee.name,
        "name_fr": committee.name_fr,
        "acronym": committee.acronym,
        "meetings": committee.meetings.count(),
        "reports": committee.reports.count(),
    }


def _meeting(entry: Entry) -> Values:
    meeting = CommitteeMeeting.objects.select_related("committee", "session").filter(pk=entry.record).first()
    if meeting is None:
        return {}
    return {
        "committee": f"{meeting.committee.parliament_id}-{meeting.committee.slug}",
        "session": meeting.session.code if meeting.session else "",
        "number": meeting.number,
        "date": meeting.date,
        "title": meeting.title,
        "sittings": [sitting.key for sitting in meeting.sittings().select_related("chamber")],
    }


def _report(entry: Entry) -> Values:
    report = CommitteeReport.objects.select_related("committee", "session").filter(pk=entry.record).first()
    if report is None:
        return {}
    return {
        "committee": f"{report.committee.parliament_id}-{report.committee.slug}",
        "session": report.session.code if report.session else "",
        "number": report.number,
        "title": report.title,
        "presented": report.presented,
    }


def _party(entry: Entry) -> Values:
    party = Party.objects.filter(pk=entry.record).first()
    if party is None:
        return {}
    return {"code": party.code, "name": party.name, "name_fr": party.name_fr, "aliases": party.aliases}


def _election(entry: Entry) -> Values:
    election = Election.objects.filter(pk=entry.record).first()
    if election is None:
        return {}
    return {
        "name": election.name,
        "date": election.date,
        "by_election": election.by_election,
        "candidacies": election.candidacies.count(),
    }


def _candidacy(entry: Entry) -> Values:
    one = Candidacy.objects.select_related("election", "party", "riding", "politician").filter(pk=entry.record).first()
    if one is None:
        return {}
    return {
        "election": one.election.key,
        "name": one.name,
        "politician": _person(one.politician),
        "party": one.party.name if one.party else "",
        "riding": one.riding.name if one.riding else "",
        "votes": one.votes,
        "elected": one.elected,
    }


def _session(entry: Entry) -> Values:
    session = Session.objects.filter(pk=entry.record).first()
    if session is None:
        return {}
    return {"number": session.number, "part": session.part, "start": session.start, "end": session.end}


def _riding(entry: Entry) -> Values:
    riding = Riding.objects.filter(pk=entry.record).first()
    if riding is None:
        return {}
    terms = Term.objects.filter(riding=riding).select_related("politician", "party", "riding", "chamber")
    members = [{"politician": term.politician.slug, "name": term.politician.name, **_term(term)} for term in terms]
    return {"name": riding.name, "name_fr": riding.name_fr, "state": riding.state, "members": members}


def _person(person: Politician | None) -> str:
    return person.slug if person else ""


_READ: Mapping[SourceType, Callable[[Entry], Values]] = {
    SourceType.BILL: _bill,
    SourceType.VOTE_QUESTION: _vote,
    SourceType.VOTE_PARTY: _vote,
    SourceType.VOTE_MEMBER: _vote,
    SourceType.POLITICIAN: _politician,
    SourceType.COMMITTEE: _committee,
    SourceType.COMMITTEE_MEETING: _meeting,
    SourceType.COMMITTEE_REPORT: _report,
    SourceType.PARTY: _party,
    SourceType.ELECTION: _election,
    SourceType.CANDIDACY: _candidacy,
    SourceType.SESSION: _session,
    SourceType.RIDING: _riding,
}
