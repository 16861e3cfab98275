"""Who owns a conversation: a signed-in user or a browser session. Nobody else can see it."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from speeches.models import Answer, Conversation
from speeches.questions.receipts import title_of

_SHOWN = 100
# The session key that holds a visitor's id. Signing in changes the session's own key.
_VISITOR = "visitor"


def conversations_of(request: HttpRequest) -> list[Conversation]:
    """The requester's latest conversations, newest first."""
    return list(_own(request)[:_SHOWN])


def _own(request: HttpRequest) -> QuerySet[Conversation]:
    if request.user.is_authenticated:
        return Conversation.objects.filter(user=request.user)
    visitor = _visitor(request)
    return Conversation.objects.filter(session=visitor, user=None) if visitor else Conversation.objects.none()


def _visitor(request: HttpRequest) -> str:
    """The id of a visitor who is not signed in: the first key of their session; "" if they have none."""
    return str(request.session.get(_VISITOR) or request.session.session_key or "")


def hand_over(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Give a visitor's conversations to the user who signs in."""
    if visitor := request.session.pop(_VISITOR, ""):
        Conversation.objects.filter(session=visitor, user=None).update(user=user, session="")


def conversation_of(request: HttpRequest, key: UUID) -> Conversation:
    """The requester's conversation with this key. Raises Http404 if it does not exist or is somebody else's."""
    found = _own(request).filter(pk=key).first()
    if found is None:
        raise Http404("There is no such conversation.")
    return found


def answer_of(request: HttpRequest, key: UUID) -> Answer:
    """An answer in one of the requester's conversations. Raises Http404."""
    answer = Answer.objects.select_related("conversation").filter(pk=key).first()
    if answer is None or answer.conversation_id is None:
        raise Http404("There is no such answer.")
    conversation_of(request, answer.conversation_id)
    return answer


def begin(request: HttpRequest, question: str) -> Conversation:
    """Start a conversation, titled with its first question."""
    if request.user.is_authenticated:
        return Conversation.objects.create(user=request.user, title=title_of(question))
    if not request.session.session_key:
        request.session.create()
    visitor = request.session[_VISITOR] = _visitor(request)
    return Conversation.objects.create(session=visitor, title=title_of(question))
