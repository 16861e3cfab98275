"""The record's part of the JSON API. An endpoint only translates."""

import datetime
import re
from typing import Annotated, Any

from django.conf import settings
from django.http import Http404, HttpRequest
from ninja import File, Query, Router, Schema, UploadedFile
from ninja.errors import HttpError
from pydantic import Field

from rag.keys.auth import KeyWithScope
from rag.serving.schemas import ProblemOut
from speeches import tasks
from speeches.formats.detect import PARSERS
from speeches.ingestion.ingest import embed_all
from speeches.ingestion.jobs import close_jobs, create_job, progress, run_job
from speeches.models import Chunk, IngestJob, Speech
from speeches.search.engine import SearchRequest, search
from speeches.search.filters import Filters, to_date

router = Router(tags=["record"])

# A small file is searchable by meaning when the answer comes; a big one is left to the workers.
_EMBED_AT_ONCE = 256
_CONTEXT_SPEECHES = 2


class SearchParameters(Schema):
    """Everything that a search can be narrowed by. Empty parameters are ignored."""

    q: str = Field(
        "", description='Words, a question, "exact phrases", -exclusions, and filters such as `party:labor`.'
    )
    country: str = ""
    chamber: str = Field("", description="A chamber's name, such as `House of Representatives` or `Senate`.")
    party: str = Field("", description="A party's code or name, such as `ALP` or `Labor`.")
    speaker: str = Field("", description="A member in any spelling, such as `Mr Katter` or `KATTER, Bob MP`.")
    state: str = ""
    electorate: str = ""
    topics: list[str] = Field([], description="Topic tags; a passage with any of them is found.")
    debate_type: str = ""
    language: str = ""
    source_type: str = ""
    date_from: str = Field("", description="The first day, such as `2021-10-19`.")
    date_to: str = Field("", description="The last day, such as `2021-12-01`.")
    top_k: int = Field(10, description="How many passages, 1 to 50.")
    mode: str = Field("hybrid", description="`hybrid`, `meaning` or `words`.")

    def request(self) -> SearchRequest:
        """The search that the parameters ask for. Raises SearchError."""
        return SearchRequest(
            query=self.q,
            filters=Filters(
                country=self.country.strip(),
                chamber=self.chamber.strip(),
                party=self.party.strip(),
                speaker=self.speaker.strip(),
                state=self.state.strip(),
                electorate=self.electorate.strip(),
                topics=tuple(topic.strip() for topic in self.topics if topic.strip()),
                debate_type=self.debate_type.strip(),
                language=self.language.strip(),
                source_type=self.source_type.strip(),
                date_from=to_date(self.date_from, "date_from"),
                date_to=to_date(self.date_to, "date_to"),
            ),
            top_k=self.top_k,
            mode=self.mode or "hybrid",
        )


class HitOut(Schema):
    """A passage. `highlights` are `[start, end)` in the excerpt."""

    speech_id: str
    chunk_index: int
    source_type: str
    title: str
    speaker: str
    party: str
    party_code: str
    chamber: str
    state: str
    electorate: str
    date: datetime.date
    excerpt: str
    highlights: list[tuple[int, int]]
    relevance_score: float = Field(description="In [0, 1]: at 0.7, about 7 in 10 such passages are relevant.")
    hansard_reference: str
    topic_tags: list[str]
    themes: Any = None
    entities: Any = None
    policy_areas: Any = None
    communications_utility: Any = None
    source_url: str
    url: str
    start: int
    end: int
    kind: str
    main_speaker: str
    debate_type: str


class FacetOut(Schema):
    value: str
    label: str
    count: int


class SearchOut(Schema):
    query: str
    took_ms: float
    mode: str
    found: int
    spoken_by: str
    notes: list[str]
    results: list[HitOut]
    facets: dict[str, list[FacetOut]]


class PartOut(Schema):
    """A stretch of `full_text` in one voice. The words begin at `words_start`, after the printed name."""

    kind: str
    speaker: str
    start: int
    end: int
    words_start: int
    time: str | None = None


class ContextOut(Schema):
    speech_id: str
    speaker: str
    title: str
    full_text: str


class SpeechOut(Schema):
    speech_id: str
    title: str
    speaker: str
    role: str
    party: str
    party_code: str
    chamber: str
    parliament: str
    state: str
    electorate: str
    date: datetime.date
    time: str | None
    kind: str
    debate_type: str
    language: str
    page: str
    hansard_reference: str
    topic_tags: list[str]
    transcript_quality: str
    word_count: int
    source_url: str
    url: str
    full_text: str
    parts: list[PartOut]
    metadata: dict[str, Any]
    context_before: list[ContextOut]
    context_after: list[ContextOut]


class ErrorOut(Schema):
    file: str
    line: int | None
    reason: str


class IngestOut(Schema):
    id: str
    file_name: str
    status: str
    speeches_processed: int
    chunks_created: int
    vectors_stored: int
    duplicates_skipped: int
    errors: list[ErrorOut]
    processing_time_seconds: float


@router.get("/search", response={200: SearchOut, 422: ProblemOut}, summary="Search the record")
def search_record(request: HttpRequest, parameters: Annotated[SearchParameters, Query()]) -> dict[str, Any]:
    """Passages by meaning and by words, best first, with counts for each filter."""
    found = search(parameters.request())
    return {
        "query": found.query,
        "took_ms": found.took_ms,
        "mode": found.mode,
        "found": found.found,
        "spoken_by": found.spoken_by,
        "notes": list(found.notes),
        "results": [hit.as_dict() for hit in found.results],
        "facets": found.facets,
    }


@router.get("/speeches/{path:speech_id}", response={200: SpeechOut, 404: ProblemOut}, summary="Read a speech")
def read_speech(request: HttpRequest, speech_id: str, include_context: bool = False) -> dict[str, Any]:
    """Everything stored of a speech; its text is verbatim, interjections in their place."""
    related = ("party", "chamber", "riding", "parliament")
    speech = Speech.objects.select_related(*related).filter(pk=speech_id).first()
    if speech is None:
        raise Http404(f"No speech has the id “{speech_id}”. Ids come from /search.")
    return {
        "speech_id": speech.pk,
        "title": speech.title,
        "speaker": speech.speaker,
        "role": speech.role,
        "party": speech.party.name if speech.party else "",
        "party_code": speech.party.code if speech.party else "",
        "chamber": speech.chamber.name,
        "parliament": speech.parliament.name,
        "state": speech.state,
        "electorate": speech.riding.name if speech.riding else "",
        "date": speech.date,
        "time": speech.time.isoformat("minutes") if speech.time else None,
        "kind": speech.kind,
        "debate_type": speech.debate_type,
        "language": speech.language,
        "page": speech.page,
        "hansard_reference": speech.reference,
        "topic_tags": speech.topics,
        "transcript_quality": speech.transcript_quality,
        "word_count": speech.word_count,
        "source_url": speech.source_url,
        "url": speech.get_absolute_url(),
        "full_text": speech.text,
        "parts": speech.parts,
        "metadata": speech.metadata,
        "context_before": _context(speech, before=True) if include_context else [],
        "context_after": _context(speech, before=False) if include_context else [],
    }


@router.post(
    "/ingest",
    auth=KeyWithScope("ingest"),
    response={201: IngestOut, 401: ProblemOut, 403: ProblemOut, 413: ProblemOut, 422: ProblemOut},
    summary="Bring a file into the record",
)
def ingest_file(
    request: HttpRequest,
    file: Annotated[UploadedFile | None, File()] = None,
    format: Annotated[str, Query(description=f"One of {', '.join(PARSERS)}; detected when empty.")] = "",
    update: Annotated[bool, Query(description="Replace what is there with other words.")] = False,
    parliament: Annotated[str, Query(description="For CSV and JSON: whose chambers are meant.")] = "",
) -> tuple[int, dict[str, Any]]:
    """A file as multipart `file`, or the JSON itself as the body. It can be found by its words at once;
    a big one by its meaning when the workers have embedded it (`GET /ingest/{id}`)."""
    if format and format not in PARSERS:
        raise HttpError(422, f"format is “{format}”; choose one of {', '.join(PARSERS)}.")
    if not re.fullmatch(r"[a-z0-9-]{0,20}", parliament):
        raise HttpError(422, "parliament is a code of small letters, digits and dashes, 20 at most, such as au.")
    content, name = _uploaded(request, file)
    job = create_job(content, name, format_=format, update=update, parliament=parliament)
    run_job(job)
    job.refresh_from_db()
    if job.status == IngestJob.Status.EMBEDDING:
        if Chunk.objects.pending().count() <= _EMBED_AT_ONCE:
            embed_all()
            close_jobs()
            job.refresh_from_db()
        else:
            tasks.ring()
    return 201, progress(job)


@router.get(
    "/ingest/{uuid:job_id}",
    auth=KeyWithScope("ingest"),
    response={200: IngestOut, 401: ProblemOut, 403: ProblemOut, 404: ProblemOut},
    summary="How far a file has come",
)
def ingest_status(request: HttpRequest, job_id: Any) -> dict[str, Any]:
    """Status and counts of a file brought in before."""
    job = IngestJob.objects.defer("content").filter(pk=job_id).first()
    if job is None:
        raise Http404(f"No ingestion has the id {job_id}.")
    return progress(job)


def _uploaded(request: HttpRequest, file: UploadedFile | None) -> tuple[bytes, str]:
    if file is not None and (file.size or 0) > settings.UPLOAD_LIMIT_BYTES:
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        raise HttpError(413, f"The file is larger than {limit} MB. Split it, or raise UPLOAD_LIMIT_MB.")
    if file is None and (request.content_type or "").startswith("multipart/"):
        raise HttpError(422, "The request holds no file. Send it as multipart field `file`.")
    content = file.read() if file is not None else request.body
    if not content.strip():
        raise HttpError(422, 'Send a file as multipart field `file`, or JSON {"speeches": [...]} as the body.')
    return content, (file.name if file is not None else None) or "request.json"


def _context(speech: Speech, *, before: bool) -> list[dict[str, Any]]:
    """The speeches next to this one on the same day, in the order of the day."""
    day = Speech.objects.filter(sitting_id=speech.sitting_id)
    near = (
        day.filter(position__lt=speech.position).order_by("-position")
        if before
        else day.filter(position__gt=speech.position).order_by("position")
    )[:_CONTEXT_SPEECHES]
    found = [
        {"speech_id": other.pk, "speaker": other.speaker, "title": other.title, "full_text": other.text}
        for other in near
    ]
    return found[::-1] if before else found
