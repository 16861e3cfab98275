"""Parsed files into the record. A sitting goes in whole or not at all; the same file twice changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import connection, transaction
from django.utils.text import slugify

from rag.chunks.models import EmbeddingModel
from speeches.formats import records
from speeches.formats.records import Parsed, RecordError
from speeches.ingestion.directory import Directory
from speeches.ingestion.summary import Summary
from speeches.ingestion.writing import Placed, text_hash, write_speeches
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
        if parsed.parliament is not None:
            options = replace(options, parliament=_introduce(parsed.parliament).pk)
        for sitting in parsed.sittings:
            summary += _store_sitting(sitting, model, options)
        if parsed.speeches:
            summary += _store_speeches(parsed.speeches, model, options)
    return summary


def _store_sitting(record: records.Sitting, model: EmbeddingModel, options: Options) -> Summary:
    parliament = _locked_parliament(record.parliament)
    chamber = _chamber(record.chamber, parliament)
    known = _known_hashes(speech.id for speech in record.speeches)
    sitting = Sitting.objects.filter(chamber=chamber, date=record.date).first()
    changed = [speech.id for speech in record.speeches if known.get(speech.id) != text_hash(speech.text)]
    if sitting and known and not changed:
        return Summary(duplicates_skipped=len(record.speeches))
    if sitting and known and not options.update:
        return _refused(record, known, changed, options)
    if sitting:
        sitting.delete()
    Speech.objects.filter(pk__in=list(known)).delete()
    return _write_sitting(record, parliament, chamber, model)


def _refused(record: records.Sitting, known: dict[str, str], changed: Sequence[str], options: Options) -> Summary:
    """A sitting that is there with other words: nothing of it goes in, and the difference is told."""
    examples = ", ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
    reason = (
        f"The sitting of {record.date} ({record.chamber}) is in the record with other words: {len(changed)} of "
        f"{len(record.speeches)} speeches differ ({examples}). Nothing was changed; use --update to replace it."
    )
    return Summary(
        duplicates_skipped=len(record.speeches) - len(changed), errors=[RecordError(options.file, None, reason)]
    )


def _write_sitting(record: records.Sitting, parliament: Parliament, chamber: Chamber, model: EmbeddingModel) -> Summary:
    session = None
    if record.session is not None:
        session, _ = Session.objects.get_or_create(parliament=parliament, number=record.session)
    sitting = Sitting.objects.create(
        chamber=chamber, date=record.date, session=session, proof=record.proof, source_url=record.source_url
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
    known = _known_hashes(speech.id for speech in speeches)
    fresh: dict[str, records.Speech] = {}
    for speech in speeches:
        same = known.get(speech.id) == text_hash(speech.text) or (
            speech.id in fresh and fresh[speech.id].text == speech.text
        )
        if same:
            summary.duplicates_skipped += 1
        elif (speech.id in known or speech.id in fresh) and not options.update:
            reason = f"{speech.id} is in the record with another text. Nothing was changed; use --update to replace it."
            summary.errors.append(RecordError(options.file, None, reason))
        else:
            fresh[speech.id] = speech
    Speech.objects.filter(pk__in=[key for key in fresh if key in known]).delete()
    for parliament, group in _by_parliament(fresh.values(), options).items():
        placed = _placed(group, _locked_parliament(parliament))
        summary.speeches_processed += len(placed)
        summary.chunks_created += write_speeches(placed, Directory(placed[0].chamber.parliament), model)
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


def _known_hashes(ids: Iterable[str]) -> dict[str, str]:
    return dict(Speech.objects.filter(pk__in=list(ids)).values_list("pk", "text_hash"))


def _locked_parliament(code: str) -> Parliament:
    """The parliament, made if it is new, for this transaction alone: two files must not make one person twice."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('speeches_store_' || %s))", [code])
    parliament, _ = Parliament.objects.get_or_create(
        code=slugify(code), defaults={"name": "Other parliaments" if code == OTHER_PARLIAMENT else code.title()}
    )
    return parliament


def _introduce(facts: records.ParliamentFacts) -> Parliament:
    """The parliament that a file introduces, with its parties. What is known already keeps its name."""
    parliament = _locked_parliament(facts.code)
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
        chamber = Chamber.objects.create(parliament=parliament, slug=slugify(name)[:50], name=name, short_name=name)
    return chamber
