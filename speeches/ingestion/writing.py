"""Writes speeches and their chunks to their tables, many rows at a time."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rag.chunks.models import EmbeddingModel
from rag.chunks.postings import Posting, Postings
from speeches.formats import records
from speeches.formats.frame import frame_of
from speeches.formats.names import own_office
from speeches.ingestion.chunking import ChunkDraft, Voice, chunk_drafts
from speeches.ingestion.copying import copy_in, copy_rows
from speeches.ingestion.directory import Directory
from speeches.models import Chamber, Chunk, Debate, Office, Parliament, Sitting, SourceType, Speech

# Average number of words in a chunk with its header, over fourteen days of the House: a constant in BM25's length norm.
AVERAGE_LENGTH = 65

# Characters of speeches written at a time: more than one day has, yet few enough for all their rows to fit in memory.
_TOGETHER = 4_000_000
_COLUMNS = (
    "speech_id", "model_id", "index", "start", "end", "header", "language", "parliament_id", "chamber_id",
    "politician_id", "party_id", "date", "kind", "state", "electorate", "debate_type", "topics", "source_type",
    "terms", "weights",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlacedSpeech:
    """A parsed speech, with the rows that it belongs to."""

    record: records.Speech
    chamber: Chamber
    sitting: Sitting
    debate: Debate | None = None
    heading: str = ""


def write_speeches(placed: Sequence[PlacedSpeech], directory: Directory, model: EmbeddingModel) -> int:
    """Write speeches with their chunks. Returns the number of chunks. The caller holds a transaction."""
    chunks = sum(_write_group(group, directory, model) for group in _groups(placed))
    _take_vectors(placed, model)
    return chunks


def _groups(placed: Iterable[PlacedSpeech]) -> Iterator[list[PlacedSpeech]]:
    group: list[PlacedSpeech] = []
    size = 0
    for item in placed:
        if size + len(item.record.text) > _TOGETHER and group:
            yield group
            group, size = [], 0
        group.append(item)
        size += len(item.record.text)
    if group:
        yield group


def _write_group(placed: Sequence[PlacedSpeech], directory: Directory, model: EmbeddingModel) -> int:
    speeches: list[Speech] = []
    drafts: list[tuple[Speech, ChunkDraft]] = []
    with Postings(AVERAGE_LENGTH) as postings:
        for item in placed:
            speech = _speech(item, directory)
            speeches.append(speech)
            for draft in chunk_drafts(speech, item.record, item.chamber, _voices(item.record, directory), item.heading):
                postings.ask(speech.language, draft.header, draft.body)
                drafts.append((speech, draft))
        copy_in(speeches)
        directory.save()
        _copy_chunks(drafts, postings.collect(), model)
    return len(drafts)


def _take_vectors(placed: Sequence[PlacedSpeech], model: EmbeddingModel) -> None:
    """Store the vectors that a source brings, if they come from this model and the text is one chunk."""
    for item in placed:
        name, vector = item.record.vector or ("", ())
        length = math.sqrt(sum(value * value for value in vector))
        if name != model.name or len(vector) != model.dimensions or not length or not math.isfinite(length):
            continue
        chunks = Chunk.objects.filter(speech_id=item.record.id, model=model)
        if chunks.count() == 1:
            chunks.update(embedding=[value / length for value in vector])


def _copy_chunks(
    drafts: Iterable[tuple[Speech, ChunkDraft]], postings: Iterable[Posting], model: EmbeddingModel
) -> None:
    rows = (
        (
            speech.pk,
            model.pk,
            draft.index,
            draft.span.start,
            draft.span.end,
            draft.header,
            speech.language,
            speech.parliament_id,
            speech.chamber_id,
            draft.politician.pk if draft.politician else None,
            draft.party.pk if draft.party else None,
            speech.date,
            draft.kind,
            draft.state,
            draft.electorate,
            speech.debate_type,
            speech.topics,
            SourceType.HANSARD,
            *posting,
        )
        for (speech, draft), posting in zip(drafts, postings, strict=True)
    )
    copy_rows(Chunk._meta.db_table, _COLUMNS, rows)


def _speech(item: PlacedSpeech, directory: Directory) -> Speech:
    record, person = item.record, directory.add_seat(item.record.person, item.record.date)
    politician = directory.politician(person)
    if politician is not None:
        directory.note_term(politician, item.chamber, person, record.date)
        if (office := own_office(record.role)) and not politician.witness:
            directory.note_office(politician, office, Office.Source.LABEL, record.date, record.date, record.language)
    return Speech(
        id=record.id,
        parliament=directory.parliament,
        chamber=item.chamber,
        sitting=item.sitting,
        debate=item.debate,
        position=record.position,
        date=record.date,
        time=record.time,
        kind=record.kind,
        politician=politician,
        speaker=politician.name if politician else person.name,
        role=record.role,
        party=directory.party(person.party),
        riding=(riding := directory.riding(person)),
        state=person.state or (riding.state if riding else ""),
        title=record.title,
        text=record.text,
        parts=[_part(part, directory) for part in record.parts],
        page=record.page,
        language=record.language,
        debate_type=record.debate_type,
        reference=record.reference,
        source_url=record.source_url,
        topics=list(record.topics),
        transcript_quality=record.transcript_quality,
        metadata=json.loads(json.dumps(dict(record.metadata), default=str)),
        source_hash=record.digest,
        source_key=record.source_key,
        paragraphs=[[one.id, one.start, one.end, one.floor] for one in record.paragraphs],
        word_count=len(record.text.split()),
        written=_is_written(item, directory.parliament),
    )


def _is_written(item: PlacedSpeech, parliament: Parliament) -> bool:
    """Whether a speech stands under a heading for what is put in writing. What its source calls an intervention was
    spoken even there."""
    if item.debate is None or "intervention_type" in item.record.metadata:
        return False
    return frame_of(parliament.code).is_written([one.title for one in item.debate.path()], item.debate.piece)


def _part(part: records.Part, directory: Directory) -> dict[str, object]:
    politician = directory.politician(part.person)
    return {
        "kind": part.kind.value,
        "speaker": politician.name if politician else part.speaker,
        "politician": politician.pk if politician else None,
        "start": part.start,
        "end": part.end,
        "words_start": part.words_start,
        "time": part.time.isoformat("minutes") if part.time else None,
        **({"set_apart": [[span.start, span.end] for span in part.set_apart]} if part.set_apart else {}),
    }


def _voices(record: records.Speech, directory: Directory) -> list[Voice]:
    people = [directory.add_seat(part.person, record.date) if part.person else None for part in record.parts]
    return [
        Voice(
            politician=directory.politician(person),
            party=directory.party(person.party) if person else None,
            state=directory.state(person),
            electorate=person.electorate if person else "",
        )
        for person in people
    ]
