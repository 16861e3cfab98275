"""Ingestion over HTTP. Endpoints only translate."""

import re
from typing import Annotated, Any

from django.conf import settings
from django.http import Http404, HttpRequest
from ninja import File, Query, Router, Schema, UploadedFile
from ninja.errors import HttpError

from rag.keys.auth import KeyWithScope
from rag.serving.schemas import ProblemOut
from speeches import tasks
from speeches.formats import FORMATS
from speeches.ingestion.embedding import pending_count
from speeches.ingestion.jobs import OtherContentError, create_job, embed_jobs, progress, run_job
from speeches.models import IngestJob

router = Router(tags=["ingestion"])

# Up to this many chunks are embedded before the response, so that a small file is searchable by meaning at once; bigger
# files are left to the workers.
_EMBED_AT_ONCE = 256
_LONGEST_KEY = 200


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


@router.post(
    "/ingest",
    auth=KeyWithScope("ingest"),
    response={201: IngestOut, 401: ProblemOut, 403: ProblemOut, 413: ProblemOut, 422: ProblemOut},
    summary="Bring a file into the record",
)
def ingest_file(
    request: HttpRequest,
    file: Annotated[UploadedFile | None, File()] = None,
    format: Annotated[str, Query(description=f"One of {', '.join(FORMATS)}; detected when empty.")] = "",
    update: Annotated[bool, Query(description="Replace what is there with other words.")] = False,
    parliament: Annotated[str, Query(description="For CSV and JSON: whose chambers are meant.")] = "",
) -> tuple[int, dict[str, Any]]:
    """A file as multipart `file`, or the JSON itself as the body. It can be found by its words at once;
    a big one by its meaning when the workers have embedded it (`GET /ingest/{id}`)."""
    if format and format not in FORMATS:
        raise HttpError(422, f"format is “{format}”; choose one of {', '.join(FORMATS)}.")
    if not re.fullmatch(r"[a-z0-9-]{0,20}", parliament):
        raise HttpError(422, "parliament is a code of small letters, digits and dashes, 20 at most, such as au.")
    content, name = _read_upload(request, file)
    return 201, _brought_in(request, content, name, format, update=update, parliament=parliament)


@router.post(
    "/index",
    auth=KeyWithScope("ingest"),
    response={201: IngestOut, 401: ProblemOut, 403: ProblemOut, 413: ProblemOut, 422: ProblemOut},
    summary="Index passages that are cut already",
)
def index_passages(
    request: HttpRequest,
    file: Annotated[UploadedFile | None, File()] = None,
    update: Annotated[bool, Query(description="Replace what is there with other words.")] = False,
) -> tuple[int, dict[str, Any]]:
    """Passages as a JSON list, under `documents`, or a line each: `id, country, date, text` and what is known besides.
    An `embedding` is taken as it is where its `embedding_model` is the one that searches."""
    content, name = _read_upload(request, file)
    return 201, _brought_in(request, content, name, "prepared", update=update, parliament="")


def _brought_in(
    request: HttpRequest, content: bytes, name: str, format_: str, *, update: bool, parliament: str
) -> dict[str, Any]:
    """The result of ingesting a file. A file sent again with the same `Idempotency-Key` is not ingested again."""
    sent = request.headers.get("Idempotency-Key", "").strip()
    if len(sent) > _LONGEST_KEY:
        raise HttpError(422, f"Idempotency-Key has more than {_LONGEST_KEY} characters.")
    same = f"{request.auth.pk}:{request.path}:{sent}" if sent else ""  # type: ignore[attr-defined]
    try:
        job = create_job(content, name, format_=format_, update=update, parliament=parliament, request=same)
    except OtherContentError:
        raise HttpError(422, "This Idempotency-Key was sent with another file or parameters. Use a new one.") from None
    run_job(job)
    job.refresh_from_db()
    if job.status == IngestJob.Status.EMBEDDING:
        if pending_count() <= _EMBED_AT_ONCE:
            embed_jobs()
            job.refresh_from_db()
        else:
            tasks.ring()
    return progress(job)


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


def _read_upload(request: HttpRequest, file: UploadedFile | None) -> tuple[bytes, str]:
    if file is not None and (file.size or 0) > settings.UPLOAD_LIMIT_BYTES:
        limit = settings.UPLOAD_LIMIT_BYTES // 1024 // 1024
        raise HttpError(413, f"The file is larger than {limit} MB. Split it, or raise UPLOAD_LIMIT_MB.")
    if file is None and (request.content_type or "").startswith("multipart/"):
        raise HttpError(422, "The request holds no file. Send it as multipart field `file`.")
    content = file.read() if file is not None else request.body
    if not content.strip():
        raise HttpError(422, 'Send a file as multipart field `file`, or JSON {"speeches": [...]} as the body.')
    return content, (file.name if file is not None else None) or "request.json"
