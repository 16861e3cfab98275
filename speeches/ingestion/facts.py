"""What a file says of a parliament at large: its sessions, ridings, members and their terms."""

from dataclasses import replace

from speeches.formats import records
from speeches.ingestion.directory import Directory
from speeches.models import Chamber, Parliament, Riding, Session
from speeches.models.people import riding_key


def store_facts(facts: records.ParliamentFacts, parliament: Parliament) -> int:
    """Write the facts that are new; returns how many. Parties were introduced with the parliament."""
    written = sum(_store_session(one, parliament) for one in facts.sessions)
    written += _store_ridings(facts.ridings, parliament)
    written += _store_members(facts.members, parliament)
    return written


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


def _store_members(facts: tuple[records.MemberFacts, ...], parliament: Parliament) -> int:
    chamber = Chamber.objects.called("house", parliament.pk)
    if chamber is None or not facts:
        return 0
    directory = Directory(parliament)
    before = parliament.politicians.count()
    ridings = dict(parliament.ridings.exclude(source_id="").values_list("source_id", "name"))
    if not ridings and any(one.riding_id for one in facts):
        raise records.FormatError(
            "The members sit for ridings that are named by their keys only: ingest ridings.json first, then this file."
        )
    for one in facts:
        politician = directory.politician(replace(one.person, electorate=ridings.get(one.riding_id, "")))
        if politician is not None and one.start is not None:
            person = replace(one.person, electorate=ridings.get(one.riding_id, ""))
            directory.note_term(politician, chamber, person, one.start)
            directory.note_term(politician, chamber, person, one.end or one.start)
    directory.save()
    return parliament.politicians.count() - before
