"""Parsed files into the record. A sitting goes in whole or not at all; the same file twice changes nothing."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import connection, transaction
from django.utils.text import slugify

from rag.chunks.models import EmbeddingModel
from speeches.formats import records
from speeches.formats.records import Parsed, RecordError
from speeches.ingestion.directory import Directory
from speeches.ingestion.summary import Summary
from speeches.ingestion.writing import Placed, source_hash, write_speeches
from speeches.models import Ballot, Chamber, Debate, Division, Parliament, Party, Session, Sitting, Speech

# Where single speeches go whose chamber no parliament knows and for which no parliament was named.
OTHER_PARLIAMENT = "other"


@dataclass(frozen=True, slots=True)
class Options:
    """How to store: what to call the file in errors, whether changed text replaces, which parliament is meant."""

    file: str
    update: bool = False
    parliament: str = ""


def store(parsed: Parsed, model: EmbeddingModel, options: Options) -> Summary:
    """Write all that is new in one transaction; what is there already is counted, what differs is reported."""
    summary = Summary(errors=list(parsed.errors))
    with transaction.atomic():
        _lock()
        if parsed.parliament is not None:
            options = replace(options, parliament=_introduce(parsed.parliament).pk)
        for sitting in parsed.sittings:
            summary += _store_sitting(sitting, model, options)
        if parsed.speeches:
            summary += _store_speeches(parsed.speeches, model, options)
    return summary


def _lock() -> None:
    """One file at a time, until its transaction ends: two must not make one person, or one speech, twice."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('speeches_store'))")


def _store_sitting(record: records.Sitting, model: EmbeddingModel, options: Options) -> Summary:
    parliament = _parliament(record.parliament)
    chamber = _chamber(record.chamber, parliament)
    sitting = Sitting.objects.filter(chamber=chamber, date=record.date).first()
    known = _known(speech.id for speech in record.speeches)
    foreign = sorted(key for key, found in known.items() if found.parliament != parliament.pk)
    if foreign:
        reason = f"{foreign[0]} is a speech of another parliament in the record. Nothing of this file went in."
        return Summary(errors=[RecordError(options.file, None, reason)])
    # Speeches that came singly, from CSV or JSON, stand under no heading; they are not this file's to replace.
    there = set(sitting.speeches.exclude(debate=None).values_list("pk", flat=True)) if sitting else set()
    changed = [speech.id for speech in record.speeches if _differs(speech, known)]
    gone = there - {speech.id for speech in record.speeches}
    if sitting and there and not changed and not gone:
        return Summary(duplicates_skipped=len(record.speeches))
    if sitting and there and not options.update:
        return _refused(record, [*changed, *sorted(gone)], options)
    if sitting:
        sitting.debates.all().delete()
        sitting.divisions.all().delete()
    Speech.objects.filter(pk__in=there | set(known)).delete()
    return _write_sitting(record, parliament, chamber, model)


def _refused(record: records.Sitting, changed: Sequence[str], options: Options) -> Summary:
    """A sitting that is there otherwise: nothing of it goes in, and the difference is told."""
    examples = ", ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
    reason = (
        f"The sitting of {record.date} ({record.chamber}) is in the record otherwise: {len(changed)} of "
        f"{len(record.speeches)} speeches differ ({examples}). Nothing was changed; use --update to replace it."
    )
    skipped = len(record.speeches) - len(set(changed) & {speech.id for speech in record.speeches})
    return Summary(duplicates_skipped=skipped, errors=[RecordError(options.file, None, reason)])


def _write_sitting(record: records.Sitting, parliament: Parliament, chamber: Chamber, model: EmbeddingModel) -> Summary:
    session = None
    if record.session is not None:
        session, _ = Session.objects.get_or_create(parliament=parliament, number=record.session)
    sitting, _ = Sitting.objects.update_or_create(
        chamber=chamber,
        date=record.date,
        defaults={"session": session, "proof": record.proof, "source_url": record.source_url},
    )
    directory = Directory(parliament)
    debates = _write_debates(record.debates, sitting)
    placed = [
        Placed(speech, chamber, sitting, None if speech.debate is None else debates[speech.debate], speech.title)
        for speech in record.speeches
    ]
    chunks = write_speeches(placed, directory, model)
    _write_divisions(record.divisions, sitting, debates, directory)
    return Summary(speeches_processed=len(placed), chunks_created=chunks)


def _write_debates(headings: Sequence[records.Debate], sitting: Sitting) -> list[Debate]:
    debates: list[Debate] = []
    for depth in range(1 + max((_depth(headings, index) for index in range(len(headings))), default=0)):
        if depth == 0:
            debates = [
                Debate(
                    sitting=sitting,
                    position=heading.position,
                    title=heading.title,
                    type=heading.type,
                    page=heading.page,
                    bill=heading.bill,
                    text=heading.text,
                )
                for heading in headings
            ]
        level = [index for index in range(len(headings)) if _depth(headings, index) == depth]
        for index in level:
            parent = headings[index].parent
            debates[index].parent = None if parent is None else debates[parent]
        Debate.objects.bulk_create([debates[index] for index in level])
    return debates


def _depth(headings: Sequence[records.Debate], index: int) -> int:
    parent = headings[index].parent
    return 0 if parent is None else 1 + _depth(headings, parent)


def _write_divisions(
    votes: Sequence[records.Division], sitting: Sitting, debates: Sequence[Debate], directory: Directory
) -> None:
    divisions = Division.objects.bulk_create(
        Division(
            sitting=sitting,
            debate=None if vote.debate is None else debates[vote.debate],
            position=vote.position,
            time=vote.time,
            question=vote.question,
            result=vote.result,
            ayes=vote.ayes,
            noes=vote.noes,
        )
        for vote in votes
    )
    Ballot.objects.bulk_create(
        Ballot(
            division=division,
            name=ballot.name,
            politician=directory.voter(ballot.name),
            vote=ballot.vote,
            teller=ballot.teller,
        )
        for division, vote in zip(divisions, votes, strict=True)
        for ballot in vote.ballots
    )


def _store_speeches(speeches: Sequence[records.Speech], model: EmbeddingModel, options: Options) -> Summary:
    """Single speeches: each new one goes in, each known one is counted, each changed one reported or replaced."""
    summary = Summary()
    known = _known(speech.id for speech in speeches)
    for code, group in _by_parliament(speeches, options).items():
        parliament = _parliament(code)
        fresh: dict[str, records.Speech] = {}
        for speech in group:
            there = known.get(speech.id)
            if there and there.parliament != parliament.pk:
                reason = (
                    f"{speech.id} is a speech of another parliament ({there.parliament}). Give it an id of its own."
                )
                summary.errors.append(RecordError(options.file, None, reason))
            elif not _differs(speech, known) or _same(fresh.get(speech.id), speech):
                summary.duplicates_skipped += 1
            elif (there or speech.id in fresh) and not options.update:
                reason = f"{speech.id} is in the record otherwise. Nothing was changed; use --update to replace it."
                summary.errors.append(RecordError(options.file, None, reason))
            else:
                fresh[speech.id] = speech
        Speech.objects.filter(pk__in=fresh).delete()
        placed = _placed(list(fresh.values()), parliament)
        summary.speeches_processed += len(placed)
        summary.chunks_created += write_speeches(placed, Directory(parliament), model)
    return summary


def _by_parliament(speeches: Iterable[records.Speech], options: Options) -> dict[str, list[records.Speech]]:
    groups: dict[str, list[records.Speech]] = {}
    for speech in speeches:
        chamber = Chamber.objects.called(speech.chamber, options.parliament or None)
        code = chamber.parliament_id if chamber else options.parliament or OTHER_PARLIAMENT
        groups.setdefault(code, []).append(speech)
    return groups


def _placed(speeches: Sequence[records.Speech], parliament: Parliament) -> list[Placed]:
    """Single speeches on their sittings, each behind those that the day has already."""
    placed: list[Placed] = []
    sittings: dict[tuple[int, object], Sitting] = {}
    last: dict[int, int] = {}
    for speech in speeches:
        chamber = _chamber(speech.chamber, parliament)
        key = (chamber.pk, speech.date)
        if key not in sittings:
            sittings[key], _ = Sitting.objects.get_or_create(chamber=chamber, date=speech.date)
            newest = sittings[key].speeches.order_by("-position").values_list("position", flat=True).first()
            last[sittings[key].pk] = newest or 0
        sitting = sittings[key]
        last[sitting.pk] += 1
        placed.append(Placed(replace(speech, position=last[sitting.pk]), chamber, sitting, heading=speech.title))
    return placed


@dataclass(frozen=True, slots=True)
class _Known:
    """A speech that is in the record: whose, and the hash of all that its source said of it."""

    parliament: str
    digest: str


def _known(ids: Iterable[str]) -> dict[str, _Known]:
    rows = Speech.objects.filter(pk__in=list(ids)).values_list("pk", "parliament_id", "source_hash")
    return {key: _Known(parliament, digest) for key, parliament, digest in rows}


def _differs(speech: records.Speech, known: dict[str, _Known]) -> bool:
    return speech.id not in known or known[speech.id].digest != source_hash(speech)


def _same(one: records.Speech | None, other: records.Speech) -> bool:
    return one is not None and source_hash(one) == source_hash(other)


def _parliament(code: str) -> Parliament:
    """The parliament of a code, made if it is new."""
    parliament, _ = Parliament.objects.get_or_create(
        code=slugify(code)[:20] or OTHER_PARLIAMENT,
        defaults={"name": "Other parliaments" if code == OTHER_PARLIAMENT else code.title()},
    )
    return parliament


def _introduce(facts: records.ParliamentFacts) -> Parliament:
    """The parliament that a file introduces, with its parties. What is known already keeps its name."""
    parliament = _parliament(facts.code)
    if parliament.name == facts.code.title():
        parliament.name, parliament.country = facts.name, facts.country
        parliament.save()
    for party in facts.parties:
        Party.objects.get_or_create(
            parliament=parliament,
            code=party.code,
            defaults={"name": party.name, "aliases": list(party.aliases), "colour": party.colour},
        )
    return parliament


def _chamber(name: str, parliament: Parliament) -> Chamber:
    chamber = Chamber.objects.called(name, parliament.pk)
    if chamber is None:
        base = slugify(name)[:40] or "chamber"
        taken = set(parliament.chambers.values_list("slug", flat=True))
        slugs = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        slug = next(slug for slug in slugs if slug not in taken)
        chamber = Chamber.objects.create(parliament=parliament, slug=slug, name=name, short_name=name)
    return chamber
