"""Brings entries in line with the tables: writes those that are new or changed, and removes those that are gone."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from rag.chunks.index import create_meaning_index
from rag.chunks.models import EmbeddingModel
from rag.chunks.postings import Posting, Postings
from rag.text.spans import Span
from speeches.ingestion.copying import copy_in, copy_rows
from speeches.ingestion.embedding import model_for
from speeches.ingestion.entries.bodies import (
    bill_drafts,
    committee_drafts,
    election_drafts,
    meeting_drafts,
    report_drafts,
    session_drafts,
)
from speeches.ingestion.entries.drafts import Draft, chunk_spans, hash_of, make_keys_unique
from speeches.ingestion.entries.people import party_drafts, politician_drafts, riding_drafts
from speeches.ingestion.entries.votes import VOTES, vote_drafts, vote_markers
from speeches.ingestion.entries.wording import WORDING
from speeches.ingestion.lock import lock_writing
from speeches.ingestion.writing import AVERAGE_LENGTH
from speeches.models import PRINTED, TOLD, Entry, EntryChunk, Parliament, SourceType
from speeches.search.version import corpus_changed

_DRAFTED: tuple[Callable[[Parliament, str], Iterator[Draft]], ...] = (
    bill_drafts,
    session_drafts,
    committee_drafts,
    meeting_drafts,
    report_drafts,
    election_drafts,
    politician_drafts,
    party_drafts,
    riding_drafts,
)
_BATCH = 2000
_COLUMNS = (
    "entry_id", "model_id", "index", "start", "end", "header", "language", "parliament_id", "chamber_id",
    "politician_id", "party_id", "bill_id", "date", "kind", "state", "electorate", "debate_type", "topics",
    "source_type", "terms", "weights",
)  # fmt: skip


def refresh_entries() -> int:
    """Bring the entries of every parliament in line with its tables. Returns how many were written or removed."""
    changed = 0
    for parliament in Parliament.objects.all():
        if not _has_records(parliament):
            continue
        # First of all, because no index can be made while rows wait for the end of a transaction.
        create_meaning_index(EntryChunk._meta.db_table, model_for(parliament))
        with transaction.atomic():
            # One process at a time, and never while a file is being stored.
            lock_writing()
            changed += _refresh_records(parliament) + _refresh_votes(parliament)
    if changed:
        corpus_changed()
    return changed


def _has_records(parliament: Parliament) -> bool:
    """Whether anything of a parliament was ingested. Its parties come with the installation and do not count."""
    tables = (parliament.politicians, parliament.bills, parliament.ridings, parliament.committees, parliament.elections)
    return any(rows.exists() for rows in tables) or parliament.sessions.exists()


def _refresh_records(parliament: Parliament) -> int:
    known = dict(
        Entry.objects.filter(parliament=parliament).exclude(source_type__in=VOTES).values_list("pk", "source_hash")
    )
    languages = [language for language in parliament.languages if language in WORDING]
    drafts = make_keys_unique(draft for drafted in _DRAFTED for one in languages for draft in drafted(parliament, one))
    wanted = {draft.id: draft for draft in drafts}
    fresh = [draft for key, draft in wanted.items() if known.get(key) != draft.source_hash]
    gone = [key for key in known if key not in wanted]
    _take_out(Q(pk__in=[*gone, *(draft.id for draft in fresh)]))
    _write(fresh, parliament)
    return len(gone) + len(fresh)


def _refresh_votes(parliament: Parliament) -> int:
    """There are many votes and they do not change by themselves: only those with changed facts are written again."""
    first = parliament.languages[0]
    entries = Entry.objects.filter(parliament=parliament, source_type=SourceType.VOTE_QUESTION, language=first)
    known = dict(entries.values_list("key", "source_hash"))
    wanted = vote_markers(parliament)
    fresh = {key for key, (_, marker) in wanted.items() if known.get(key) != hash_of(f"{marker} {first}")}
    gone = known.keys() - wanted.keys()
    for key in gone | (fresh & known.keys()):
        of_the_vote = Q(key=key) | Q(key__startswith=f"{key}/")
        _take_out(Q(parliament=parliament, source_type__in=VOTES) & of_the_vote)
    rows = {wanted[key][0] for key in fresh}
    return len(gone) + _write(make_keys_unique(vote_drafts(parliament, rows, wanted)), parliament)


def _take_out(condition: Q) -> None:
    entries = Entry.objects.filter(condition)
    EntryChunk.objects.filter(entry__in=entries.values("pk")).delete()
    entries.delete()


def _write(drafts: Iterable[Draft], parliament: Parliament) -> int:
    """Write entries with their chunks. Returns how many entries."""
    model, count = model_for(parliament), 0
    drafts = iter(drafts)
    while batch := [draft.entry(parliament) for draft in itertools.islice(drafts, _BATCH)]:
        copy_in(batch)
        _write_chunks(batch, model)
        count += len(batch)
    return count


def _write_chunks(entries: Sequence[Entry], model: EmbeddingModel) -> None:
    drafts: list[tuple[Entry, int, str, Span]] = []
    with Postings(AVERAGE_LENGTH) as postings:
        for entry in entries:
            for index, (header, span) in enumerate(chunk_spans(entry)):
                postings.ask(entry.language, header, span.of(entry.text))
                drafts.append((entry, index, header, span))
        _copy_chunks(drafts, postings.collect(), model)


def _copy_chunks(
    drafts: Iterable[tuple[Entry, int, str, Span]], postings: Iterable[Posting], model: EmbeddingModel
) -> None:
    rows: Iterator[tuple[Any, ...]] = (
        (
            entry.pk,
            model.pk,
            index,
            *span,
            header,
            entry.language,
            entry.parliament_id,
            entry.chamber_id,
            entry.politician_id,
            entry.party_id,
            entry.bill_id,
            entry.date,
            PRINTED if entry.printed else TOLD,
            entry.state,
            entry.electorate,
            "",
            [],
            entry.source_type,
            *posting,
        )
        for (entry, index, header, span), posting in zip(drafts, postings, strict=True)
    )
    copy_rows(EntryChunk._meta.db_table, _COLUMNS, rows)
