"""The page of a scheme: the state of its bylaws, and the chat. People who do not belong to the scheme get 404."""

import logging
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from guardian.access import scheme_scope, schemes_of
from guardian.accounts import members_only
from guardian.chat.answer import DISCLAIMER, Delta, Event, Finished, QuestionError
from guardian.chat.ask import answer, ask, check_question
from guardian.chat.examples import example_questions
from guardian.chat.receipts import (
    arrange_blocks,
    begin,
    conversation_of,
    conversations_of,
    keep,
    present_messages,
    question_before,
)
from guardian.models import Bylaw, Conversation, Message
from guardian.reading import documents_shown
from rag.answering.events import SourcesSoFar, Status
from rag.serving.languages import in_the_readers_language, language_of, pieces_in_language
from rag.serving.limits import TooManyError, count_ask
from rag.serving.streaming import event_line, event_stream
from rag.text.plain import plain

logger = logging.getLogger(__name__)

_LONGEST_REASON = 1000


@in_the_readers_language
@require_safe
def schemes_page(request: HttpRequest) -> HttpResponse:
    """The schemes that the visitor belongs to. Whoever is not signed in is told what this is, and leads on to `next`
    from there."""
    if not request.user.is_authenticated:
        wanted = request.GET.get("next", "")
        after = wanted if url_has_allowed_host_and_scheme(wanted, None) else request.path
        context = {"next": after, "signup_open": settings.SIGNUP_OPEN, "founding_open": settings.SCHEMES_OPEN}
        return render(request, "guardian/welcome.html", context)
    schemes = schemes_of(visitor(request))
    if len(schemes) == 1 and "all" not in request.GET:
        return redirect(schemes[0])
    return render(request, "guardian/schemes.html", {"schemes": schemes, "founding_open": settings.SCHEMES_OPEN})


@in_the_readers_language
@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def scheme_page(request: HttpRequest, slug: str, conversation_id: UUID | None = None) -> HttpResponse:
    """The state of the bylaws and a conversation. The form posts here without JavaScript; with it, the answer is
    streamed."""
    user = visitor(request)
    if request.method != "POST":
        return _page(request, slug, conversation_id)
    question = request.POST.get("question", "")
    try:
        check_question(question)
        with scheme_scope(user, slug):
            before = question_before(_own(user, str(conversation_id or "")))
        count_ask(request)
        message = _keep_answer(user, slug, answer(user, slug, question, before), str(conversation_id or ""))
    except (QuestionError, TooManyError) as error:
        status = 429 if isinstance(error, TooManyError) else 422
        return _page(request, slug, conversation_id, error=str(error), status=status)
    address = reverse("guardian:conversation", args=[slug, message.conversation_id])
    return redirect(f"{address}#a-{message.pk}")


@in_the_readers_language
@members_only
@require_POST
def stream(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """Stream the answer to a question as rendered pieces of the page."""
    user = visitor(request)
    key = request.POST.get("conversation", "")
    try:
        with scheme_scope(user, slug):
            before = question_before(_own(user, key))
        events = ask(user, slug, request.POST.get("question", ""), before)
        count_ask(request)
    except QuestionError as error:
        return HttpResponse(str(error), status=422, content_type="text/plain")
    except TooManyError as error:
        return HttpResponse(str(error), status=429, content_type="text/plain")
    return event_stream(pieces_in_language(_pieces(events, request, user, slug, key), language_of(request)))


@in_the_readers_language
@members_only
@require_POST
def change_conversation(request: HttpRequest, slug: str, conversation_id: UUID) -> HttpResponse:
    """Rename, share or delete one of the visitor's own conversations."""
    with scheme_scope(visitor(request), slug) as scheme:
        conversation = conversation_of(visitor(request), conversation_id, own=True)
        action = request.POST.get("action", "")
        if action == "delete":
            conversation.delete()
            return redirect(scheme)
        if action == "rename" and (title := plain(request.POST.get("title", ""))):
            conversation.title = title[:120]
        if action in ("share", "unshare"):
            conversation.shared = action == "share"
        conversation.save(update_fields=["title", "shared"])
    return redirect("guardian:conversation", slug, conversation_id)


@in_the_readers_language
@members_only
@require_POST
def rate(request: HttpRequest, slug: str, message_id: UUID) -> HttpResponse:
    """Rate an answer with thumbs up or down and a reason."""
    rating = {"up": Message.Rating.UP, "down": Message.Rating.DOWN}.get(request.POST.get("rating", ""))
    with scheme_scope(visitor(request), slug):
        message = Message.objects.select_related("conversation").filter(pk=message_id).first()
        if message is None or message.conversation.user_id != visitor(request).pk:
            raise Http404("There is no such answer.")
        if rating is None:
            return HttpResponse("rating is up or down.", status=422, content_type="text/plain")
        message.rating, message.reason = rating, plain(request.POST.get("reason", ""))[:_LONGEST_REASON]
        message.save(update_fields=["rating", "reason"])
    if request.headers.get("Accept", "").startswith("application/json"):
        return HttpResponse(status=204)
    return redirect(f"{reverse('guardian:conversation', args=[slug, message.conversation_id])}#a-{message.pk}")


def visitor(request: HttpRequest) -> User:
    """The signed-in user; `login_required` guarantees that there is one."""
    return cast(User, request.user)


def _page(
    request: HttpRequest, slug: str, conversation_id: UUID | None, *, error: str = "", status: int = 200
) -> HttpResponse:
    user = visitor(request)
    with scheme_scope(user, slug) as scheme:
        conversation = conversation_of(user, conversation_id) if conversation_id else None
        context = {
            "scheme": scheme,
            **documents_shown(),
            "conversation": conversation,
            "own": conversation is None or conversation.user_id == user.pk,
            "conversations": conversations_of(user),
            "answers": present_messages(list(conversation.messages.all())) if conversation else [],
            "examples": [] if conversation else example_questions(Bylaw.objects.in_force()),
            "question": request.POST.get("question", request.GET.get("q", "")),
            "disclaimer": gettext(DISCLAIMER),
            "error": error,
        }
        return render(request, "guardian/scheme.html", context, status=status)


def _own(user: User, key: str) -> Conversation | None:
    """The visitor's own conversation that a form names, or None. Inside the scheme's scope. Raises Http404."""
    if not key:
        return None
    try:
        return conversation_of(user, UUID(key), own=True)
    except ValueError:
        raise Http404("There is no such conversation.") from None


def _keep_answer(user: User, slug: str, finished: Finished, key: str) -> Message:
    with scheme_scope(user, slug) as scheme:
        return keep(finished, _own(user, key) or begin(scheme, finished.question, user))


def _pieces(events: Iterator[Event], request: HttpRequest, user: User, slug: str, key: str) -> Iterator[str]:
    """Each event in the form that the page expects: words for the status, HTML for the answer so far."""
    sentences: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
    try:
        for event in events:
            if isinstance(event, Finished):
                yield event_line("done", _done_event(event, request, user, slug, key))
            elif isinstance(event, SourcesSoFar):
                sources = event.sources
            elif isinstance(event, Delta):
                sentences.append(asdict(event.sentence))
                so_far = arrange_blocks({"sentences": sentences, "sources": sources, "id": "now"})
                yield event_line("delta", {"html": render_to_string("guardian/_sentences.html", {"answer": so_far})})
            elif isinstance(event, Status):
                yield event_line("status", {"message": event.message})
    except QuestionError as error:
        yield event_line("error", {"message": str(error)})
    except Http404:
        yield event_line("error", {"message": gettext("You do not belong to this scheme any more.")})
    except Exception:
        logger.exception("An answer broke off")
        yield event_line("error", {"message": gettext("The answer broke off. Ask again.")})


def _done_event(finished: Finished, request: HttpRequest, user: User, slug: str, key: str) -> dict[str, str]:
    with scheme_scope(user, slug) as scheme:
        message = keep(finished, _own(user, key) or begin(scheme, finished.question, user))
        (shown,) = present_messages([message])
        values = {"answer": shown, "own": True, "scheme": scheme}
        # The request gives the forms of the answer their token.
        html = render_to_string("guardian/_answer.html", values, request)
    url = reverse("guardian:conversation", args=[slug, message.conversation_id])
    return {"html": html, "url": url, "conversation": str(message.conversation_id)}
