"""The pages that answer questions: the chat and its receipts."""

import logging
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rag.answering.events import SourcesSoFar
from rag.serving.languages import in_the_readers_language, language_of, pieces_in_language
from rag.serving.limits import TooManyError, count_ask
from rag.serving.streaming import event_line, event_stream
from rag.text.plain import plain
from speeches.models import Answer, Chamber, Conversation, Party
from speeches.questions.answer import AskRequest, Delta, Event, Finished
from speeches.questions.ask import answer, ask
from speeches.questions.check import check_question
from speeches.questions.conversations import answer_of, begin, conversation_of, conversations_of
from speeches.questions.examples import example_questions
from speeches.questions.present import present_answer, present_values
from speeches.questions.receipts import going_on, keep, title_of
from speeches.search.errors import SearchError
from speeches.search.version import corpus_version
from speeches.views.addresses import filters_from
from speeches.views.frames import chosen_parliament, shown_codes

logger = logging.getLogger(__name__)

_LONGEST_REASON = 1000


@in_the_readers_language
@require_http_methods(["GET", "HEAD", "POST"])
def chat_page(request: HttpRequest, conversation_id: UUID | None = None) -> HttpResponse:
    """A conversation, or an empty page to start one. The form posts here without JavaScript; with it, the answer is
    streamed."""
    conversation = conversation_of(request, conversation_id) if conversation_id else None
    if request.method == "POST":
        try:
            asked = _ask_request(request, conversation)
            check_question(asked)
            count_ask(request)
            finished = answer(asked)
        except (SearchError, TooManyError) as error:
            return _chat(
                request, conversation, error=str(error), status=429 if isinstance(error, TooManyError) else 422
            )
        kept = keep(finished, conversation or begin(request, finished.question))
        return redirect(f"{reverse('conversation', args=[kept.conversation_id])}#a-{kept.pk}")
    return _chat(request, conversation)


@in_the_readers_language
@require_POST
def chat_stream(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Stream the answer to a question as rendered pieces of the page."""
    key = request.POST.get("conversation", "")
    try:
        conversation = conversation_of(request, _uuid(key)) if key else None
        asked = _ask_request(request, conversation)
        events = ask(asked)
        count_ask(request)
    except SearchError as error:
        return HttpResponse(str(error), status=422, content_type="text/plain")
    except TooManyError as error:
        return HttpResponse(str(error), status=429, content_type="text/plain")
    conversation = conversation or begin(request, asked.question)
    return event_stream(pieces_in_language(_pieces(events, conversation), language_of(request)))


@require_POST
def rename(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """Rename a conversation."""
    conversation = conversation_of(request, conversation_id)
    if title := plain(request.POST.get("title", "")):
        conversation.title = title_of(title)
        conversation.save(update_fields=["title"])
    return redirect("conversation", conversation_id)


@require_POST
def delete(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """Delete a conversation and its receipts."""
    conversation_of(request, conversation_id).delete()
    return redirect("chat")


@require_POST
def rate(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """Rate an answer with thumbs up or down and a reason."""
    rated = answer_of(request, answer_id)
    rating = {"up": Answer.Rating.UP, "down": Answer.Rating.DOWN}.get(request.POST.get("rating", ""))
    if rating is None:
        return HttpResponse("rating is up or down.", status=422, content_type="text/plain")
    rated.rating, rated.reason = rating, plain(request.POST.get("reason", ""))[:_LONGEST_REASON]
    rated.save(update_fields=["rating", "reason"])
    if request.headers.get("Accept", "").startswith("application/json"):
        return HttpResponse(status=204)
    return redirect(f"{reverse('conversation', args=[rated.conversation_id])}#a-{rated.pk}")


@in_the_readers_language
@require_safe
def receipt(request: HttpRequest, answer_id: UUID) -> HttpResponse:
    """An answer as given, for anybody who has its URL, with what has changed since."""
    kept = get_object_or_404(Answer, pk=answer_id)
    return render(request, "speeches/receipt.html", {"answer": present_answer(kept)})


def _chat(
    request: HttpRequest, conversation: Conversation | None, *, error: str = "", status: int = 200
) -> HttpResponse:
    shown = shown_codes(request)
    context = {
        "conversation": conversation,
        "conversations": conversations_of(request),
        "answers": [present_answer(one) for one in conversation.answers.all()] if conversation else [],
        "examples": [] if conversation else example_questions(shown, language_of(request), corpus_version()),
        "chambers": Chamber.objects.filter(parliament__in=shown, sittings__isnull=False).distinct(),
        "parties": Party.objects.filter(parliament__in=shown, term__isnull=False)
        .select_related("parliament")
        .distinct(),
        "form": request.POST,
        "error": error,
    }
    return render(request, "speeches/chat.html", context, status=status)


def _ask_request(request: HttpRequest, conversation: Conversation | None) -> AskRequest:
    filters = filters_from(request.POST)
    filters = filters if filters.country else replace(filters, country=chosen_parliament(request))
    asked = AskRequest(request.POST.get("question", ""), filters, vote=plain(request.POST.get("vote", "")))
    # The answer whose vote was chosen.
    key = request.POST.get("again", "")
    return going_on(asked, conversation, answer_of(request, _uuid(key)) if key else None)


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Http404("There is no such conversation.") from None


def _pieces(events: Iterator[Event], conversation: Conversation) -> Iterator[str]:
    """Each event in the form that the page expects: words for the status, HTML for the answer so far."""
    sentences: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
    try:
        for event in events:
            if isinstance(event, Finished):
                kept = keep(event, conversation)
                url = reverse("conversation", args=[conversation.pk])
                html = render_to_string(
                    "speeches/_answer.html", {"answer": present_answer(kept), "own": True, "conversation": conversation}
                )
                yield event_line("done", {"html": html, "url": url, "conversation": str(conversation.pk)})
            elif isinstance(event, SourcesSoFar):
                sources = event.sources
            elif isinstance(event, Delta):
                sentences.append(asdict(event.sentence))
                so_far = present_values({"sentences": sentences, "sources": sources, "id": "now"})
                html = render_to_string("speeches/_sentences.html", {"answer": so_far})
                yield event_line("delta", {"html": html})
            else:
                yield event_line("status", {"message": event.message})
    except SearchError as error:
        yield event_line("error", {"message": error.message})
    except Exception:
        logger.exception("An answer broke off")
        yield event_line("error", {"message": gettext("The answer broke off. Ask again.")})
