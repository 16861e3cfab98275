"""Speeches and their chunks into their tables, many rows at a time."""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import connection

from rag.chunks.models import EmbeddingModel
from speeches.formats import records
from speeches.ingestion.chunking import Voice, chunk_drafts
from speeches.ingestion.directory import Directory
from speeches.models import Chamber, Chunk, Debate, Sitting, Speech

# Words in a chunk and its header, on average over fourteen days of the House: the constant in BM25's length norm.
AVERAGE_LENGTH = 65

_STAGING = """
CREATE TEMPORARY TABLE IF NOT EXISTS staged_chunk (
    speech_id text, model_id bigint, index integer, "start" integer, "end" integer, header text, body text,
    language text, parliament_id text, chamber_id bigint, politician_id bigint, party_id bigint, date date,
    kind text, state text, electorate text, debate_type text, topics text[]
) ON COMMIT DELETE ROWS
"""
_FROM_STAGING = f"""
INSERT INTO speeches_chunk (speech_id, model_id, index, "start", "end", header, language, parliament_id, chamber_id,
    politician_id, party_id, date, kind, state, electorate, debate_type, topics, source_type, terms, weights)
SELECT speech_id, model_id, index, "start", "end", header, language, parliament_id, chamber_id,
    politician_id, party_id, date, kind, state, electorate, debate_type, topics, 'hansard', p.terms, p.weights
FROM staged_chunk, rag_postings(('rag_' || language)::regconfig, header || E'\\n' || body, {AVERAGE_LENGTH}) AS p
"""
_COLUMNS = (
    'speech_id, model_id, index, "start", "end", header, body, language, parliament_id, chamber_id, '
    "politician_id, party_id, date, kind, state, electorate, debate_type, topics"
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A speech as parsed, with the rows that it hangs on."""

    record: records.Speech
    chamber: Chamber
    sitting: Sitting
    debate: Debate | None = None
    heading: str = ""


def source_hash(record: records.Speech) -> str:
    """A hash of all that a source says of a speech, but for its place among the others of the day."""
    told = repr(replace(record, position=0, debate=None))
    # What older files do not have leaves their hashes as they were.
    for more in (record.source_key, record.paragraphs, record.bills):
        told += repr(more) if more else ""
    return hashlib.sha256(told.encode()).hexdigest()


def write_speeches(placed: Sequence[Placed], directory: Directory, model: EmbeddingModel) -> int:
    """Write speeches with their chunks; returns the number of chunks. The caller holds a transaction."""
    speeches = [_speech(item, directory) for item in placed]
    Speech.objects.bulk_create(speeches, batch_size=500)
    directory.save()
    chunks = _write_all(speeches, placed, directory, model)
    _take_vectors(placed, model)
    return chunks


def _write_all(
    speeches: Sequence[Speech], placed: Sequence[Placed], directory: Directory, model: EmbeddingModel
) -> int:
    # Voices may bring in a riding or a party, which cannot be written while rows are copied in.
    voices = [_voices(item.record, directory) for item in placed]
    return write_chunks(
        (
            (speech, item.chamber, heard, item.heading)
            for speech, item, heard in zip(speeches, placed, voices, strict=True)
        ),
        model,
    )


def _take_vectors(placed: Sequence[Placed], model: EmbeddingModel) -> None:
    """The vectors that a source brings, where they are this model's and the text is one chunk."""
    for item in placed:
        name, vector = item.record.vector or ("", ())
        length = math.sqrt(sum(value * value for value in vector))
        if name != model.name or len(vector) != model.dimensions or not length or not math.isfinite(length):
            continue
        chunks = Chunk.objects.filter(speech_id=item.record.id, model=model)
        if chunks.count() == 1:
            chunks.update(embedding=[value / length for value in vector])


def write_chunks(items: Iterable[tuple[Speech, Chamber, list[Voice], str]], model: EmbeddingModel) -> int:
    """Cut speeches into chunks for a model's index and COPY them in."""
    count = 0
    with connection.cursor() as cursor:
        cursor.execute(_STAGING)
        with cursor.copy(f"COPY staged_chunk ({_COLUMNS}) FROM STDIN") as copy:
            for speech, chamber, voices, heading in items:
                for draft in chunk_drafts(speech, chamber, voices, heading):
                    copy.write_row(
                        (
                            speech.pk,
                            model.pk,
                            draft.index,
                            draft.span.start,
                            draft.span.end,
                            draft.header,
                            draft.body,
                            speech.language,
                            speech.parliament_id,
                            chamber.pk,
                            draft.politician.pk if draft.politician else None,
                            draft.party.pk if draft.party else None,
                            speech.date,
                            draft.kind,
                            draft.state,
                            draft.electorate,
                            speech.debate_type,
                            speech.topics,
                        )
                    )
                    count += 1
        cursor.execute(_FROM_STAGING)
        cursor.execute("TRUNCATE staged_chunk")
    return count


def _speech(item: Placed, directory: Directory) -> Speech:
    record, person = item.record, item.record.person
    politician = directory.politician(person)
    if politician is not None:
        directory.note_term(politician, item.chamber, person, record.date)
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
        source_hash=source_hash(record),
        source_key=record.source_key,
        paragraphs=[[one.id, one.start, one.end, one.floor] for one in record.paragraphs],
        word_count=len(record.text.split()),
    )


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
    }


def _voices(record: records.Speech, directory: Directory) -> list[Voice]:
    return [
        Voice(
            politician=directory.politician(part.person),
            party=directory.party(part.person.party) if part.person else None,
            state=directory.state(part.person),
            electorate=part.person.electorate if part.person else "",
        )
        for part in record.parts
    ]
