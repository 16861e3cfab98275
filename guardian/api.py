"""The scheme endpoints of the JSON API. An endpoint only translates; `guardian.access` controls who may enter."""

import logging
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date, datetime, time
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from ninja import File, Form, Router, Schema
from ninja.errors import HttpError
from ninja.files import UploadedFile
from ninja.security import SessionAuth
from pydantic import Field

from guardian.access import Visitor, scheme_scope
from guardian.chat.answer import Delta, Event, Finished, QuestionError
from guardian.chat.ask import answer, ask, check_question
from guardian.chat.receipts import as_dict, begin, keep, question_before
from guardian.ingestion.upload import UploadError, delete, take
from guardian.models import Bylaw, Conversation, Message
from guardian.tasks import ring
from guardian.views_documents import picture_response
from rag.answering.events import SourcesSoFar, Status
from rag.keys.auth import AnyKey
from rag.keys.models import ApiKey
from rag.serving.limits import count_ask
from rag.serving.schemas import ProblemOut
from rag.serving.streaming import event_line, event_stream

logger = logging.getLogger(__name__)
# Callers need a key bound to the scheme or a signed-in member. With neither they get 401; strangers get 404.


class Member(SessionAuth):
    """A signed-in user. Without a session cookie there is no CSRF check, since there is nobody to protect."""

    def __call__(self, request: HttpRequest) -> Any:
        return super().__call__(request) if settings.SESSION_COOKIE_NAME in request.COOKIES else None


router = Router(tags=["bylaws"], auth=[AnyKey(), Member()])

_REFUSED = {401: ProblemOut, 404: ProblemOut}


class BylawOut(Schema):
    """A version of a document. `pages` and `sections` are numbers, known once it is `ready`."""

    id: UUID
    title: str = Field(description="The document; its versions share it.")
    effectiveFrom: date = Field(description="The first day on which this version is in force.")  # noqa: N815
    fileName: str  # noqa: N815
    status: str = Field(description="`processing`, `ready` or `failed`.")
    stage: str = Field(description="While processing: `queued`, `reading` or `embedding`.")
    pagesRead: int  # noqa: N815
    errorMessage: str  # noqa: N815
    active: bool = Field(description="Whether it is in force today.")
    createdAt: datetime  # noqa: N815
    processedAt: datetime | None  # noqa: N815
    replacedAt: datetime | None = Field(  # noqa: N815
        description="The beginning of the day from which a later version is in force."
    )
    pages: int | None
    sections: int | None
    hiddenWords: int = Field(description="Words of the file that no page shows; they are left out.")  # noqa: N815
    sentencesToMachines: int = Field(  # noqa: N815
        description="Sentences that seem to speak to a program; they are never cited as a rule."
    )


class BylawQuestionIn(Schema):
    """A question; `conversation_id` from an earlier answer goes on with its conversation."""

    question: str = Field(description="At most 2,000 characters.")
    conversation_id: UUID | None = None


class BylawSentenceOut(Schema):
    text: str
    citations: list[int]
    lead: str = Field(description="The section and the page of a verbatim sentence.")
    stem: str = Field(description="What leads into the list that the sentence is an item of, verbatim.")
    verbatim: bool


class BylawSourceOut(Schema):
    """A cited section; `highlights` are `[start, end)` in `quote`, `start` and `end` in the document's text."""

    n: int
    bylaw_id: UUID
    document: str
    effective_from: date = Field(description="The day from which the cited version is in force.")
    file_name: str
    section: str
    stem: str
    page: int
    quote: str
    start: int
    end: int
    highlights: list[tuple[int, int]]
    url: str
    page_url: str
    page_image_url: str


class BylawAnswerOut(Schema):
    id: str
    conversation_id: str
    question: str
    found: bool
    answer: str
    sentences: list[BylawSentenceOut]
    sources: list[BylawSourceOut]
    related: list[dict[str, Any]] = Field(description="Where nothing answers: the nearest sections, no answer.")
    readings: list[str] = Field(description="The sections between which a vague question does not choose.")
    dropped_sentences: int
    notes: list[str]
    model: str
    took_ms: float
    disclaimer: str


@router.get("/schemes/{slug}/bylaws", response={200: list[BylawOut], **_REFUSED}, summary="The bylaws of a scheme")
def list_bylaws(request: HttpRequest, slug: str) -> list[dict[str, Any]]:
    """All that were uploaded, newest first."""
    with scheme_scope(_visitor(request), slug):
        return [_bylaw_values(bylaw) for bylaw in Bylaw.objects.dated().defer("text", "outline")]


@router.post(
    "/schemes/{slug}/bylaws",
    response={200: BylawOut, 201: BylawOut, 403: ProblemOut, 413: ProblemOut, 422: ProblemOut, **_REFUSED},
    summary="Upload bylaws",
)
def upload_bylaws(
    request: HttpRequest,
    slug: str,
    file: File[UploadedFile],
    title: Form[str] = "",
    effective_from: Form[str] = "",
) -> tuple[int, dict[str, Any]]:
    """A PDF. It is `processing` at once; ask again until it is `ready` or `failed`. The same file twice is answered
    with 200 and the version that it is already. `title` says of which document it is a version, and may be left out
    while the scheme has one; it is in force from `effective_from`, an ISO date, or from today."""
    if (file.size or 0) > settings.BYLAW_LIMIT_BYTES:
        raise HttpError(413, f"The file has more than {settings.BYLAW_LIMIT_BYTES // 1024 // 1024} MB.")
    visitor = _visitor(request)
    with scheme_scope(visitor, slug) as scheme:
        if not scheme.role.may_upload:
            raise HttpError(403, "Uploading needs a key with the scope “ingest”, or a member of the committee.")
        user = None if isinstance(visitor, ApiKey) else cast(Any, visitor)
        try:
            bylaw, new = take(
                scheme, file.read(), str(file.name or ""), user, title=title, effective_from=effective_from
            )
        except UploadError as error:
            raise HttpError(422, str(error)) from error
        if new:
            transaction.on_commit(lambda: ring(bylaw))
        return 201 if new else 200, _bylaw_values(_bylaw(bylaw.pk))


@router.get("/schemes/{slug}/bylaws/{uuid:bylaw_id}", response={200: BylawOut, **_REFUSED}, summary="One bylaw")
def read_bylaw(request: HttpRequest, slug: str, bylaw_id: UUID) -> dict[str, Any]:
    """How far it is, or what it holds."""
    with scheme_scope(_visitor(request), slug):
        return _bylaw_values(_bylaw(bylaw_id))


@router.delete(
    "/schemes/{slug}/bylaws/{uuid:bylaw_id}",
    response={204: None, 403: ProblemOut, **_REFUSED},
    summary="Delete a bylaw",
)
def delete_bylaw(request: HttpRequest, slug: str, bylaw_id: UUID) -> tuple[int, None]:
    """Its file, its text and its chunks go; answers given keep what they quoted. If it was in force, the version before
    it is again."""
    with scheme_scope(_visitor(request), slug) as scheme:
        bylaw = _bylaw(bylaw_id)
        if not scheme.role.may_upload:
            raise HttpError(403, "Deleting needs a key with the scope “ingest”, or a member of the committee.")
        delete(bylaw)
    return 204, None


@router.get(
    "/schemes/{slug}/bylaws/{uuid:bylaw_id}/pages/{int:number}.png",
    response={200: bytes, **_REFUSED},
    summary="A page as a picture",
)
def read_page(request: HttpRequest, slug: str, bylaw_id: UUID, number: int) -> HttpResponse:
    """PNG. With `from` and `to`, offsets in the document's text, that passage is marked; `size=large` is larger."""
    return picture_response(request, _visitor(request), slug, bylaw_id, number)


@router.post(
    "/schemes/{slug}/ask",
    response={200: BylawAnswerOut, 403: ProblemOut, 422: ProblemOut, 429: ProblemOut, **_REFUSED},
    summary="Ask the bylaws",
)
def ask_bylaws(request: HttpRequest, slug: str, asked: BylawQuestionIn) -> Any:
    """An answer of sentences, each with its sections, or none. With `Accept: text/event-stream` it comes as events:
    `status`, `sources` (all cited so far), `delta` (a checked sentence), `done` (the whole answer), `error`."""
    visitor = _visitor(request)
    try:
        check_question(asked.question)
        with scheme_scope(visitor, slug):
            before = question_before(_conversation(visitor, asked.conversation_id))
        count_ask(request)
        if "text/event-stream" in request.headers.get("Accept", ""):
            events = ask(visitor, slug, asked.question, before)
            return event_stream(_lines(events, visitor, slug, asked.conversation_id))
        finished = answer(visitor, slug, asked.question, before)
    except QuestionError as error:
        raise HttpError(422, str(error)) from error
    return _keep_answer(finished, visitor, slug, asked.conversation_id)


def _visitor(request: HttpRequest) -> Visitor:
    """The caller: a key, or a signed-in user."""
    who = getattr(request, "auth", None)
    return who if isinstance(who, ApiKey) else request.user


def _bylaw(bylaw_id: UUID) -> Bylaw:
    found = Bylaw.objects.dated().filter(pk=bylaw_id).first()
    if found is None:
        raise Http404(f"The scheme has no bylaw with the id {bylaw_id}.")
    return found


def _conversation(visitor: Visitor, key: UUID | None) -> Conversation | None:
    """The visitor's own conversation with this id; the keys of a scheme share theirs. Inside the scheme's scope. Raises
    Http404."""
    if key is None:
        return None
    whose = Q(user=None) if isinstance(visitor, ApiKey) else Q(user=visitor.pk)
    found = Conversation.objects.filter(whose, pk=key).first()
    if found is None:
        raise Http404(f"No conversation has the id {key}. Leave it out to begin one.")
    return found


def _keep_answer(finished: Finished, visitor: Visitor, slug: str, key: UUID | None) -> dict[str, Any]:
    with scheme_scope(visitor, slug) as scheme:
        user = None if isinstance(visitor, ApiKey) else cast(Any, visitor)
        conversation = _conversation(visitor, key) or begin(scheme, finished.question, user)
        message: Message = keep(finished, conversation)
        return as_dict(message)


def _lines(events: Iterator[Event], visitor: Visitor, slug: str, key: UUID | None) -> Iterator[str]:
    try:
        for event in events:
            if isinstance(event, Finished):
                yield event_line("done", _keep_answer(event, visitor, slug, key))
            elif isinstance(event, SourcesSoFar):
                yield event_line("sources", {"sources": event.sources})
            elif isinstance(event, Delta):
                yield event_line("delta", asdict(event.sentence))
            elif isinstance(event, Status):
                yield event_line("status", asdict(event))
    except QuestionError as error:
        yield event_line("error", {"field": "question", "detail": str(error)})
    except Http404:
        yield event_line("error", {"field": "", "detail": "There is no such scheme."})
    except Exception:
        logger.exception("An answer broke off")
        yield event_line("error", {"field": "", "detail": "The answer broke off. Ask again."})


def _bylaw_values(bylaw: Bylaw) -> dict[str, Any]:
    return {
        "id": bylaw.pk,
        "title": bylaw.title,
        "effectiveFrom": bylaw.effective_from,
        "fileName": bylaw.file_name,
        "status": bylaw.status,
        "stage": bylaw.stage if bylaw.status == Bylaw.Status.PROCESSING else "",
        "pagesRead": bylaw.pages_read,
        "errorMessage": bylaw.error_message,
        "active": bylaw.standing == "in force",
        "createdAt": bylaw.created_at,
        "processedAt": bylaw.processed_at,
        "replacedAt": bylaw.replaced_on and timezone.make_aware(datetime.combine(bylaw.replaced_on, time.min)),
        "pages": bylaw.page_count,
        "sections": bylaw.section_count,
        "hiddenWords": bylaw.hidden_words,
        "sentencesToMachines": len(bylaw.to_machines),
    }
