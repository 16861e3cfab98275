"""Makes entries of bills, sessions, elections, and committees with their meetings and reports."""

from collections.abc import Iterator

from django.urls import reverse

from rag.text.dates import format_date
from speeches.formats.names import slug_or_hash
from speeches.ingestion.entries.drafts import Draft, days, sentences
from speeches.ingestion.entries.wording import WORDING
from speeches.models import (
    Candidacy,
    Committee,
    CommitteeMeeting,
    CommitteeReport,
    CommitteeSeat,
    Election,
    Parliament,
    Session,
    SourceType,
)
from speeches.reading.naming import bill_label, name_of, title_of


def bill_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Bills: their own text if the record has it, else what is known about them."""
    say = WORDING[language]
    for bill in parliament.bills.select_related("session", "parliament", "sponsor"):
        title, name = title_of(bill, language), bill_label(bill, language)
        short = "" if bill.short_title in ("", title) else bill.short_title
        session = say["session"].format(code=bill.session.code) if bill.session else ""
        told = sentences(
            name,
            title if title != name else "",
            short,
            session,
            say["sponsor"].format(name=bill.sponsor.name) if bill.sponsor else "",
            say["introduced"].format(day=format_date(bill.introduced, language)) if bill.introduced else "",
            say["status"].format(status=bill.status) if bill.status else "",
        )
        printed = bill.text_fr if language == "fr" else bill.text
        yield Draft(
            source_type=SourceType.BILL,
            key=bill.key,
            record=bill.pk,
            language=language,
            title=" – ".join(filter(None, [name, short or (title if title != name else "")])),
            header=" | ".join(filter(None, [name, short or title, session])) if printed else "",
            text=printed or told,
            printed=bool(printed),
            told=told if printed else "",
            date=bill.introduced,
            bill_id=bill.pk,
            politician_id=bill.sponsor_id,
            url=bill.get_absolute_url(),
            source_url=bill.source_url,
        )


def session_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Sessions, with the days between which they sat."""
    for session in Session.objects.filter(parliament=parliament):
        title = f"{parliament.name}, {WORDING[language]['session'].format(code=session.code).lower()}"
        yield Draft(
            source_type=SourceType.SESSION,
            key=f"{parliament.pk}-{session.code}",
            record=session.pk,
            language=language,
            title=title,
            text=sentences(title, days(session.start, session.end, language)),
            date=session.start,
            url=session.get_absolute_url(),
        )


def committee_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Committees, with the members on their latest list."""
    say = WORDING[language]
    for committee in Committee.objects.filter(parliament=parliament):
        name = name_of(committee, language)
        newest = committee.seats.order_by("-date").values_list("date", flat=True).first()
        seats = list(committee.seats.filter(date=newest).exclude(role=CommitteeSeat.Role.ASSOCIATE)) if newest else []
        chair = next((seat.name for seat in seats if seat.role == CommitteeSeat.Role.CHAIR), "")
        members = ", ".join(seat.name for seat in seats)
        listed = say["members"].format(day=format_date(newest, language), names=members) if newest and members else ""
        yield Draft(
            source_type=SourceType.COMMITTEE,
            key=f"{parliament.pk}-{committee.slug}",
            record=committee.pk,
            language=language,
            title=name,
            text=sentences(
                f"{name} ({committee.acronym})" if committee.acronym else name,
                say["committee"].format(parliament=parliament.name),
                say["chair"].format(name=chair) if chair else "",
                listed,
            ),
            chamber_id=committee.chamber_id,
            url=committee.get_absolute_url(),
        )


def meeting_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """The meetings of committees."""
    rows = CommitteeMeeting.objects.filter(committee__parliament=parliament).select_related("committee", "session")
    for meeting in rows:
        committee = meeting.committee
        name = WORDING[language]["meeting"].format(number=meeting.number, committee=name_of(committee, language))
        yield Draft(
            source_type=SourceType.COMMITTEE_MEETING,
            key=meeting.key,
            record=meeting.pk,
            language=language,
            title=name,
            text=sentences(name, format_date(meeting.date, language), meeting.title),
            date=meeting.date,
            chamber_id=committee.chamber_id,
            url=meeting.get_absolute_url(),
        )


def report_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Committee reports: their own text if the record has it, else what is known about them."""
    say = WORDING[language]
    rows = CommitteeReport.objects.filter(committee__parliament=parliament).select_related("committee", "session")
    for report in rows:
        name = say["report"].format(number=report.number, committee=name_of(report.committee, language))
        presented = say["presented"].format(day=format_date(report.presented, language)) if report.presented else ""
        title = title_of(report, language)
        printed = report.text_fr if language == "fr" else report.text
        told = sentences(name, title, presented)
        yield Draft(
            source_type=SourceType.COMMITTEE_REPORT,
            key=report.key,
            record=report.pk,
            language=language,
            title=f"{name}: {title}",
            header=f"{name} | {title}" if printed else "",
            text=printed or told,
            printed=bool(printed),
            told=told if printed else "",
            date=report.presented,
            chamber_id=report.committee.chamber_id,
            url=report.get_absolute_url(),
            source_url=report.source_url,
        )


def election_drafts(parliament: Parliament, language: str) -> Iterator[Draft]:
    """Elections. In English also their candidacies, which differ only by names."""
    say = WORDING[language]
    for election in Election.objects.filter(parliament=parliament):
        kind = say["by_election" if election.by_election else "election"].format(
            day=format_date(election.date, language)
        )
        rows = list(election.candidacies.select_related("party", "riding"))
        yield Draft(
            source_type=SourceType.ELECTION,
            key=election.key,
            record=election.pk,
            language=language,
            title=election.name,
            text=sentences(election.name, kind, parliament.name, say["number"].format(count=len(rows)) if rows else ""),
            date=election.date,
            url=election.get_absolute_url(),
        )
        if language == "en":
            yield from (_candidacy(one, election) for one in rows)


def _candidacy(one: Candidacy, election: Election) -> Draft:
    say = WORDING["en"]
    riding = one.riding.name if one.riding else ""
    return Draft(
        source_type=SourceType.CANDIDACY,
        key=f"{election.key}/{slug_or_hash(one.name)}",
        record=one.pk,
        title=f"{one.name}, {election.name}",
        text=sentences(
            say["candidate"].format(name=one.name, riding=riding) if riding else one.name,
            one.party.name if one.party else "",
            election.name,
            say["votes"].format(votes=one.votes) if one.votes is not None else "",
            say["elected"] if one.elected else "",
        ),
        date=election.date,
        politician_id=one.politician_id,
        party_id=one.party_id,
        electorate=riding,
        state=one.riding.state if one.riding else "",
        url=f"{reverse('election', args=[election.key])}#c{one.pk}",
    )
