"""Stores the members, offices and committees that a day's record lists, and the meetings of committees."""

from django.utils.text import slugify

from speeches.formats import records
from speeches.formats.names import slug_or_hash
from speeches.ingestion.directory import Directory
from speeches.models import Chamber, Committee, CommitteeMeeting, CommitteeSeat, Office, Parliament, Session, Speech


def note_members(record: records.Sitting, chamber: Chamber, directory: Directory) -> None:
    """Notes that everyone on the day's list of members sat for that party and riding on that day."""
    for person in record.members:
        politician = directory.politician(person)
        if politician is not None:
            directory.note_term(politician, chamber, person, record.date)
    directory.save()


def note_offices(record: records.Sitting, directory: Directory) -> None:
    """Notes that everyone on the day's lists of offices held the office on that day."""
    for one in record.offices:
        politician = directory.politician(one.person)
        if politician is not None:
            end = one.end or one.start
            directory.note_office(politician, one.title, Office.Source.PRINTED, one.start, end, record.language)
    directory.save()


def write_committees(record: records.Sitting, directory: Directory) -> None:
    """Writes who sat on which committee on the day."""
    for listed in record.committees:
        committee = _find_translation(listed, record.language)
        if committee is not None:
            continue
        committee = committee_called(listed.name, directory.parliament)
        committee.seats.filter(date=record.date).delete()
        CommitteeSeat.objects.bulk_create(
            CommitteeSeat(
                committee=committee,
                politician=directory.politician(seat.person),
                name=seat.name,
                role=seat.role,
                position=position,
                date=record.date,
                speech_id=listed.speech or None,
            )
            for position, seat in enumerate(listed.members)
        )


def seats_differ(record: records.Sitting) -> bool:
    """Whether the record already has one of the file's lists, with other names."""
    for listed in record.committees:
        there = CommitteeSeat.objects.filter(speech_id=listed.speech, committee__slug=committee_slug(listed.name))
        stored = list(there.order_by("position").values_list("name", "role")) if listed.speech else []
        if stored and stored != [(seat.name, seat.role) for seat in listed.members]:
            return True
    return False


def _find_translation(listed: records.CommitteeList, language: str) -> Committee | None:
    """The committee whose list is in the record already, from the print in the other language. Adds this language's
    name."""
    printed = Speech.objects.filter(pk=listed.speech).exclude(source_key="").first() if listed.speech else None
    if printed is None:
        return None
    seat = (
        CommitteeSeat.objects.filter(speech__source_key=printed.source_key)
        .exclude(speech__language=language)
        .select_related("committee")
        .first()
    )
    if seat is None:
        return None
    committee = seat.committee
    if language == "fr":
        committee.name_fr = committee.name_fr or listed.name
    else:
        committee.name_fr, committee.name = committee.name_fr or committee.name, listed.name
    committee.save()
    return committee


def note_meeting(record: records.Sitting, room: Chamber, session: Session | None) -> None:
    """Notes the committee meeting that a sitting records."""
    if record.meeting is None:
        return
    committee = committee_called(room.name, room.parliament)
    committee.name_fr, committee.acronym, committee.chamber = room.name_fr, record.meeting.acronym, room
    committee.save()
    CommitteeMeeting.objects.update_or_create(
        committee=committee,
        session=session,
        number=int(record.meeting.number or 0),
        defaults={"date": record.date},
    )


def committee_called(name: str, parliament: Parliament) -> Committee:
    """The committee of that name, made if it is new. Its slug leaves out "Standing Committee on" and the like."""
    committee, _ = Committee.objects.get_or_create(
        parliament=parliament, slug=committee_slug(name), defaults={"name": name}
    )
    if len(name) > len(committee.name):
        committee.name = name
        committee.save(update_fields=["name"])
    return committee


def committee_slug(name: str) -> str:
    """A slug that is the same for "Veterans Affairs" and "Standing Committee on Veterans Affairs".

    >>> committee_slug("Standing Committee on Veterans Affairs")
    'veterans-affairs'
    """
    words = slugify(name).removeprefix("standing-").removeprefix("committee-on-").removeprefix("the-")
    return words[:120] or f"committee-{slug_or_hash(name)}"
