"""Stores a file's facts about a parliament at large: its sessions, ridings, members and their terms."""

import datetime
from collections.abc import Iterable
from dataclasses import replace

from django.db import connection
from django.utils import timezone

from speeches.formats import records
from speeches.ingestion.directory import Directory
from speeches.ingestion.identity import unite
from speeches.ingestion.voters import link_printed, link_voters
from speeches.models import LIST_HOLDS, Office, Parliament, Riding, Session
from speeches.models.people import riding_key


def store_facts(facts: records.ParliamentFacts, parliament: Parliament) -> int:
    """Writes the facts that are new and returns how many. Parties are created with the parliament."""
    written = sum(_store_session(one, parliament) for one in facts.sessions)
    written += _store_ridings(facts.ridings, parliament)
    written += _store_members(facts.members, parliament)
    written += _store_offices(facts.offices, parliament)
    return written


def _save_facts(directory: Directory) -> int:
    """Writes what a list tells about people, and looks again for the owners of ballots under their names. Returns the
    number of offices written."""
    offices = directory.save()
    link_voters(directory.parliament)
    unite(directory.parliament)
    link_printed(directory.parliament, Directory(directory.parliament, directory.news))
    _fill_seats(directory.parliament)
    return offices


# Speeches stored before a list told for whom their speaker sat that day.
_SEATED = """
UPDATE speeches_speech s SET party_id = t.party_id, riding_id = coalesce(s.riding_id, t.riding_id) FROM speeches_term t
WHERE s.parliament_id = %s AND s.party_id IS NULL AND t.politician_id = s.politician_id AND t.listed
    AND t.party_id IS NOT NULL AND s.date BETWEEN t.start AND t."end" + CASE WHEN t.open THEN %s ELSE 0 END
"""
_SEATED_CHUNKS = """
UPDATE speeches_chunk c SET party_id = t.party_id FROM speeches_term t
WHERE c.parliament_id = %s AND c.party_id IS NULL AND t.politician_id = c.politician_id AND t.listed
    AND t.party_id IS NOT NULL AND c.date BETWEEN t.start AND t."end" + CASE WHEN t.open THEN %s ELSE 0 END
"""


def _fill_seats(parliament: Parliament) -> None:
    """Gives speeches without a party the party for which a list shows their speaker on that day."""
    with connection.cursor() as cursor:
        for update in (_SEATED, _SEATED_CHUNKS):
            cursor.execute(update, [parliament.pk, LIST_HOLDS.days])


def _store_session(facts: records.SessionFacts, parliament: Parliament) -> int:
    session, made = Session.objects.get_or_create(parliament=parliament, number=facts.number, part=facts.part)
    if made or (session.start, session.end) != (facts.start, facts.end):
        session.start, session.end = facts.start or session.start, facts.end or session.end
        session.save()
    return int(made)


def _store_ridings(facts: tuple[records.RidingFacts, ...], parliament: Parliament) -> int:
    known = {key: riding for riding in parliament.ridings.all() for key in riding.keys()}
    made = 0
    for one in facts:
        riding = known.get(riding_key(one.name))
        if riding is None:
            riding = Riding(parliament=parliament, name=one.name)
            made += 1
        riding.name_fr, riding.state = riding.name_fr or one.name_fr, riding.state or one.state
        riding.source_id = riding.source_id or one.source_id
        riding.save()
        known.update(dict.fromkeys(riding.keys(), riding))
    return made


def _store_offices(facts: tuple[records.OfficeFacts, ...], parliament: Parliament) -> int:
    directory, last = Directory(parliament), _last_day(facts)
    for one in facts:
        politician = directory.politician(one.person)
        if politician is not None:
            end = one.end or max(one.start, last)
            directory.note_office(politician, one.title, Office.Source.PEOPLE, one.start, end, open_=one.end is None)
    return _save_facts(directory)


def _last_day(facts: Iterable[records.MemberFacts | records.OfficeFacts]) -> datetime.date:
    """The last day in a list that is not in the future."""
    today = timezone.localdate()
    days = [day for one in facts for day in (one.start, one.end) if day is not None and day <= today]
    return max(days, default=datetime.date.min)


def _store_members(facts: tuple[records.MemberFacts, ...], parliament: Parliament) -> int:
    directory = Directory(parliament)
    chambers = {chamber.slug: chamber for chamber in parliament.chambers.all()}
    before = parliament.politicians.count()
    ridings = dict(parliament.ridings.exclude(source_id="").values_list("source_id", "name"))
    if not ridings and any(one.riding_id for one in facts):
        raise records.FormatError(
            "The members sit for ridings that are named by their keys only: ingest ridings.json first, then this file."
        )
    list_end = _last_day(facts)
    for one in facts:
        person = replace(one.person, electorate=ridings.get(one.riding_id, "")) if one.riding_id else one.person
        politician, chamber = directory.politician(person), chambers.get(one.chamber)
        if politician is not None and chamber is not None and one.start is not None:
            last = one.end or max(one.start, list_end)
            directory.note_seat(politician, chamber, person, one.start, last, open_=one.end is None)
    directory.note_last_words()
    _save_facts(directory)
    return parliament.politicians.count() - before
