"""Stores parsed files. A sitting goes in whole or not at all; the same file twice changes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db import transaction

from speeches.formats import records
from speeches.formats.derived_fields import WorkedOut
from speeches.formats.records import RecordError
from speeches.ingestion.directory import Directory
from speeches.ingestion.embedding import model_for
from speeches.ingestion.facts import store_facts
from speeches.ingestion.known import differs, known_speeches, same
from speeches.ingestion.lock import lock_writing
from speeches.ingestion.options import Options
from speeches.ingestion.places import OTHER_PARLIAMENT, chamber_of, guess_chamber, introduce, parliament_of
from speeches.ingestion.sittings import store_sitting
from speeches.ingestion.summary import Summary
from speeches.ingestion.typed import store_typed
from speeches.ingestion.writing import PlacedSpeech, write_speeches
from speeches.models import Chamber, Parliament, Sitting, Speech


def store(parsed: WorkedOut, options: Options) -> Summary:
    """Write all that is new in one transaction. What is there already is counted, what differs is reported."""
    summary = Summary(errors=list(parsed.errors))
    with transaction.atomic():
        lock_writing()
        if parsed.parliament is not None:
            parliament = introduce(parsed.parliament)
            options = replace(options, parliament=parliament.pk)
            summary.records_stored += store_facts(parsed.parliament, parliament)
        for sitting in parsed.sittings:
            summary += store_sitting(sitting, options)
        if parsed.rows:
            summary += store_typed(parsed.rows, options)
        if parsed.speeches:
            summary += _store_speeches(parsed.speeches, options)
    return summary


def _store_speeches(speeches: Sequence[records.Speech], options: Options) -> Summary:
    """Store single speeches: each new one goes in, each known one is counted, each changed one reported or replaced."""
    summary = Summary()
    known = known_speeches(speech.id for speech in speeches)
    for code, group in _group_by_parliament(speeches, options, summary).items():
        parliament = parliament_of(code)
        fresh: dict[str, records.Speech] = {}
        for speech in group:
            there = known.get(speech.id)
            if there and there.parliament != parliament.pk:
                reason = (
                    f"{speech.id} is a speech of another parliament ({there.parliament}). Give it an id of its own."
                )
                summary.errors.append(RecordError(options.file, None, reason))
            elif not differs(speech, known) or same(fresh.get(speech.id), speech):
                summary.duplicates_skipped += 1
            elif (there or speech.id in fresh) and not options.update:
                reason = f"{speech.id} is in the record otherwise. Nothing was changed; use --update to replace it."
                summary.errors.append(RecordError(options.file, None, reason))
            else:
                fresh[speech.id] = speech
        Speech.objects.filter(pk__in=fresh).delete()
        placed = _place_speeches(list(fresh.values()), parliament)
        summary.speeches_processed += len(placed)
        summary.chunks_created += write_speeches(placed, Directory(parliament), model_for(parliament))
    return summary


def _group_by_parliament(
    speeches: Iterable[records.Speech], options: Options, summary: Summary
) -> dict[str, list[records.Speech]]:
    """Group speeches by the code of their parliament. Speeches of a misspelt chamber become errors in the summary."""
    groups: dict[str, list[records.Speech]] = {}
    misspelt: dict[str, str] = {}
    codes: dict[str, str] = {}
    for speech in speeches:
        name = speech.chamber
        if name not in codes:
            chamber = Chamber.objects.find_by_name(name, options.parliament or None)
            codes[name] = chamber.parliament_id if chamber else options.parliament or OTHER_PARLIAMENT
            if chamber is None and (meant := guess_chamber(name, options.parliament)):
                misspelt[name] = _misspelt(name, meant, options)
        if name in misspelt:
            summary.errors.append(RecordError(options.file, None, f"{speech.id}: {misspelt[name]}"))
        else:
            groups.setdefault(codes[name], []).append(speech)
    return groups


def _misspelt(name: str, meant: Chamber, options: Options) -> str:
    otherwise = "" if options.parliament else " For a chamber of another parliament name that (--parliament CODE)."
    return f"no chamber is called “{name}”. If “{meant}” is meant, write it so.{otherwise}"


def _place_speeches(speeches: Sequence[records.Speech], parliament: Parliament) -> list[PlacedSpeech]:
    """Place single speeches in their sittings, each after those that the day has already."""
    placed: list[PlacedSpeech] = []
    sittings: dict[tuple[int, object, str], Sitting] = {}
    last: dict[int, int] = {}
    for speech in speeches:
        chamber = chamber_of(speech.chamber, parliament)
        key = (chamber.pk, speech.date, speech.language)
        if key not in sittings:
            sittings[key], _ = Sitting.objects.get_or_create(
                chamber=chamber, date=speech.date, language=_edition(chamber, speech)
            )
            newest = sittings[key].speeches.order_by("-position").values_list("position", flat=True).first()
            last[sittings[key].pk] = newest or 0
        sitting = sittings[key]
        last[sitting.pk] += 1
        placed.append(PlacedSpeech(replace(speech, position=last[sitting.pk]), chamber, sitting, heading=speech.title))
    return placed


def _edition(chamber: Chamber, speech: records.Speech) -> str:
    """The language of the record that a single speech goes into: its own if the parliament prints it, else English."""
    return speech.language if speech.language in chamber.parliament.languages else "en"
