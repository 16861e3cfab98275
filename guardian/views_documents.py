"""A scheme's documents: upload, state, the whole bylaw, pages as pictures, the original file."""

import hashlib
from pathlib import Path
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_POST, require_safe

from guardian.access import Visitor, name_of, scheme_scope
from guardian.accounts import members_only
from guardian.chat.answer import DISCLAIMER
from guardian.documents.errors import DocumentError
from guardian.documents.picture import draw
from guardian.ingestion.upload import UploadError, content_of, date_of, delete, put_in_force, retry, take
from guardian.models import Bylaw, BylawFile, BylawPage, Event, Scheme
from guardian.reading import Row, documents_shown, outline_of, rows_of
from guardian.tasks import ring
from guardian.views import visitor
from rag.retrieval.cache import remember
from rag.serving.languages import in_the_readers_language
from rag.text.spans import Span

_ONE_FILE = _("Several files are several documents. Leave the name out, or choose one file.")
_SAME_IN_FORCE = _("{name} is the same file as {other}, which is in force already.")
_SAME_BEING_READ = _("{name} is the same file as {other}, which is being read already.")
_HOUR = 3600
_WIDTHS = {"normal": 1000, "large": 1800}
_LONGEST_SEARCH = 100


@in_the_readers_language
@members_only
@require_POST
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in files: a version of the document named, or, of several files, a document each. Responds with the list of
    documents, or redirects to the page."""
    told: list[str] = []
    files = request.FILES.getlist("file")
    named = request.POST.get("title", "").strip()
    if named and len(files) > 1:
        return _list(request, slug, [gettext(_ONE_FILE)], status=422 if request.htmx else None)  # type: ignore[attr-defined]
    with scheme_scope(visitor(request), slug) as scheme:
        if not scheme.role.may_upload:
            return _refusal(gettext("Only owner-admins and the committee upload."))
        for file in files:
            suggested = Path(str(file.name or "")).stem if len(files) > 1 else ""
            told += _take_upload(scheme, file, request, named, suggested)
    if not files:
        told = [gettext("Choose a PDF first.")]
    return _list(request, slug, told, status=200 if request.htmx else None)  # type: ignore[attr-defined]


@in_the_readers_language
@members_only
@require_safe
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of bylaws and their progress; the page polls it while one is unfinished."""
    return _list(request, slug, [], status=200)


@in_the_readers_language
@members_only
@require_POST
def change(request: HttpRequest, slug: str, bylaw_id: UUID) -> HttpResponse:
    """Delete a version, put one in force from a day, or retry a failed one."""
    with scheme_scope(visitor(request), slug) as scheme:
        bylaw = _bylaw(bylaw_id)
        if not scheme.role.may_upload:
            return _refusal(gettext("Only owner-admins and the committee do this."))
        action = request.POST.get("action", "")
        if action == "delete":
            delete(bylaw)
            messages.success(request, gettext("The version is deleted."))
        elif action == "again":
            _restore(scheme, bylaw, request)
        elif action == "retry" and retry(bylaw):
            ring_after_commit(bylaw)
        elif action == "date" and bylaw.standing not in ("in force", "coming"):
            messages.error(request, gettext("Only a version that has been read and not replaced can be dated."))
        elif action == "date":
            try:
                put_in_force(bylaw, day := date_of(request.POST.get("effective_from", "")))
                told = gettext("“{title}” ({file}) is in force from {day}.")
                told = told.format(title=bylaw.title, file=bylaw.file_name, day=date_format(day, "j F Y"))
                messages.success(request, told)
            except UploadError as error:
                messages.error(request, str(error))
    return redirect(scheme)


@in_the_readers_language
@members_only
@require_safe
def document(request: HttpRequest, slug: str, bylaw_id: UUID) -> HttpResponse:
    """The whole bylaw for reading, with its sections, a search box, and the passage that the reader came for."""
    with scheme_scope(visitor(request), slug) as scheme:
        bylaw = _bylaw(bylaw_id)
        if bylaw.status != Bylaw.Status.READY:
            raise Http404("There is no such document.")
        query = request.GET.get("q", "").strip()[:_LONGEST_SEARCH]
        rows: list[Row] = rows_of(bylaw, _span(request), query)
        context = {
            "scheme": scheme,
            "bylaw": bylaw,
            "rows": rows,
            "outline": outline_of(bylaw),
            "query": query,
            "found": sum(row.hits for row in rows),
            "disclaimer": gettext(DISCLAIMER),
        }
        return render(request, "guardian/document.html", context)


@in_the_readers_language
@members_only
@require_safe
def page(request: HttpRequest, slug: str, bylaw_id: UUID, number: int) -> HttpResponse:
    """One page as a picture with a passage marked, zoom, and links to the neighbouring pages."""
    with scheme_scope(visitor(request), slug) as scheme:
        bylaw = _bylaw(bylaw_id)
        found = _page(bylaw, number)
        span, large = _span(request), request.GET.get("size") == "large"
        width = _WIDTHS["large" if large else "normal"]

        def address(name: str, other: int, size: str) -> str:
            """The URL of a page or its picture, with the same passage marked."""
            marked = f"from={span.start}&to={span.end}&" if span else ""
            return f"{reverse(name, args=[slug, bylaw.pk, other])}?{marked}size={size}"

        size = "large" if large else "normal"
        context = {
            "scheme": scheme, "bylaw": bylaw, "number": number, "span": span, "large": large,
            "image": address("api:read_page", number, size), "width": width,
            "height": round(width * found.height / found.width),
            "before": address("guardian:page", number - 1, size), "after": address("guardian:page", number + 1, size),
            "larger": address("guardian:page", number, "large"), "smaller": address("guardian:page", number, "normal"),
        }  # fmt: skip
        return render(request, "guardian/page.html", context)


def picture_response(request: HttpRequest, who: Visitor, slug: str, bylaw_id: UUID, number: int) -> HttpResponse:
    """A page of a bylaw as PNG, for a member's browser or a key. Access is checked before the cache is read."""
    width = _WIDTHS.get(request.GET.get("size", "normal"), _WIDTHS["normal"])
    span = _span(request)
    with scheme_scope(who, slug) as scheme:
        bylaw = _bylaw(bylaw_id)
        found = _page(bylaw, number)
        boxes = found.as_text().boxes(span) if span else []
        content = BylawFile.objects.get(pk=bylaw.pk).shown
    marks = hashlib.sha256(repr(boxes).encode()).hexdigest()[:16]
    key = f"guardian:{scheme.pk}:{bylaw.pk}:page:{number}:{width}:{marks}"
    try:
        picture = remember(key, _HOUR, lambda: draw(content, number, width, boxes))
    except DocumentError as error:
        raise Http404("This page cannot be shown.") from error
    return HttpResponse(picture, content_type="image/png")


@members_only
@require_safe
def original(request: HttpRequest, slug: str, bylaw_id: UUID) -> HttpResponse:
    """Download the file as uploaded."""
    with scheme_scope(visitor(request), slug) as scheme:
        bylaw = _bylaw(bylaw_id)
        Event.objects.create(
            scheme=scheme, actor=name_of(visitor(request)), action=Event.Action.OPENED, what=bylaw.file_name
        )
        content = bytes(BylawFile.objects.get(pk=bylaw.pk).content)
    name = bylaw.file_name if bylaw.file_name.lower().endswith(".pdf") else f"{bylaw.file_name}.pdf"
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _take_upload(
    scheme: Scheme, file: UploadedFile[bytes], request: HttpRequest, title: str, suggested: str
) -> list[str]:
    name = str(file.name or "")
    effective_from = request.POST.get("effective_from", "")
    try:
        bylaw, new = take(
            scheme,
            content_of(file),
            name,
            visitor(request),
            title=title,
            suggested=suggested,
            effective_from=effective_from,
        )
    except UploadError as error:
        return [gettext("{name}: {error}").format(name=name, error=error)]
    if not new:
        ready = bylaw.status == Bylaw.Status.READY
        text = gettext(_SAME_IN_FORCE if ready else _SAME_BEING_READ)
        return [text.format(name=name, other=bylaw.file_name)]
    ring_after_commit(bylaw)
    return []


def _restore(scheme: Scheme, bylaw: Bylaw, request: HttpRequest) -> None:
    """Take a replaced version in once more, as a version of its own, so that nothing changes what was in force when."""
    content, day = bytes(BylawFile.objects.get(pk=bylaw.pk).content), request.POST.get("effective_from", "")
    try:
        again, new = take(scheme, content, bylaw.file_name, visitor(request), title=bylaw.title, effective_from=day)
    except UploadError as error:
        messages.error(request, str(error))
        return
    if not new:
        messages.info(request, gettext("The version is in force already."))
        return
    ring_after_commit(again)
    messages.success(request, gettext("The file is read once more, and in force from the day that you gave."))


def ring_after_commit(bylaw: Bylaw) -> None:
    """Wake a worker once the bylaw's row is committed and visible to it."""
    transaction.on_commit(lambda: ring(bylaw))


def _list(request: HttpRequest, slug: str, told: list[str], status: int | None) -> HttpResponse:
    with scheme_scope(visitor(request), slug) as scheme:
        context = {"scheme": scheme, "told": told, **documents_shown()}
        if status is None:
            for line in told:
                messages.error(request, line)
            return redirect(scheme)
        return render(request, "guardian/_bylaws.html", context, status=status)


def _refusal(told: str) -> HttpResponse:
    return HttpResponse(told, status=403, content_type="text/plain")


def _bylaw(bylaw_id: UUID) -> Bylaw:
    """A version of a document of the open scheme. Raises Http404."""
    found = Bylaw.objects.dated().filter(pk=bylaw_id).first()
    if found is None:
        raise Http404("There is no such document.")
    return found


def _page(bylaw: Bylaw, number: int) -> BylawPage:
    """A page of a bylaw of the open scheme. Raises Http404."""
    found = BylawPage.objects.filter(bylaw=bylaw, number=number).first() if number < 2**31 else None
    if found is None:
        raise Http404("There is no such page.")
    return found


def _span(request: HttpRequest) -> Span | None:
    try:
        start, end = int(request.GET["from"]), int(request.GET["to"])
    except (KeyError, ValueError):
        return None
    return Span(start, end) if 0 <= start < end < 2**31 else None
