"""Whose conversation it is: one of a signed-in user, or of a browser's session; nobody else's can be seen."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from speeches.models import Answer, Conversation
from speeches.questions.receipts import title_of

_SHOWN = 100


def conversations_of(request: HttpRequest) -> list[Conversation]:
    """The latest conversations of whoever asks, newest first."""
    return list(_own(request)[:_SHOWN])


def _own(request: HttpRequest) -> QuerySet[Conversation]:
    if request.user.is_authenticated:
        return Conversation.objects.filter(user=request.user)
    key = request.session.session_key
    return Conversation.objects.filter(session=key, user=None) if key else Conversation.objects.none()


def conversation_of(request: HttpRequest, key: UUID) -> Conversation:
    """Any of them. Raises Http404 for another's, as for one that never was."""
    found = _own(request).filter(pk=key).first()
    if found is None:
        raise Http404("There is no such conversation.")
    return found


def answer_of(request: HttpRequest, key: UUID) -> Answer:
    """An answer in a conversation of whoever asks. Raises Http404."""
    answer = Answer.objects.select_related("conversation").filter(pk=key).first()
    if answer is None or answer.conversation_id is None:
        raise Http404("There is no such answer.")
    conversation_of(request, answer.conversation_id)
    return answer


def begin(request: HttpRequest, question: str) -> Conversation:
    """A new conversation, called after its first question."""
    if request.user.is_authenticated:
        return Conversation.objects.create(user=request.user, title=title_of(question))
    if not request.session.session_key:
        request.session.create()
    return Conversation.objects.create(session=request.session.session_key or "", title=title_of(question))
