"""Two-factor sign-in for administrators: a password, and a code from an app on their phone."""

import base64
import hashlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from asgiref.sync import iscoroutinefunction, sync_to_async
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rag.serving.languages import language_of, speaking

# The session's mark for sign-in with a second factor, and the key for whose factor was set up in the session.
_METHOD, _SET_UP = "mfa", "second_factor_of"
# The views that ask for a code.
_ASKING = ("mfa_authenticate", "mfa_reauthenticate")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts the secrets of second factors, so that neither a backup nor the administration shows them."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> Fernet:
    key = hashlib.sha256(b"second factor:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


@receiver(authenticator_added)
def note_set_up(request: HttpRequest, user: User, authenticator: Authenticator, **more: Any) -> None:
    """Notes that this session set up a second factor: its user has just shown a code. Their other sessions have not."""
    if authenticator.type == Authenticator.Type.TOTP:
        request.session[_SET_UP] = user.pk


@sync_and_async_middleware
def SecondFactor(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:  # noqa: N802
    """Lets only sessions with a second factor into the administration and the pages that change a second factor.

    Sends an administrator without a second factor to its setup, and others to where its code is asked for.
    """
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            away = await sync_to_async(_redirect_if_guarded)(request) if _is_guarded(request.path) else None
            return away or await get_response(request)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        away = _redirect_if_guarded(request) if _is_guarded(request.path) else None
        return away or get_response(request)

    return synchronous


def _is_administration(path: str) -> bool:
    return path.startswith(reverse("admin:index"))


def _is_guarded(path: str) -> bool:
    """Whether a path belongs to the administration, or to the pages that change a second factor."""
    return _is_administration(path) or (path.startswith(reverse("mfa_index")) and path not in map(reverse, _ASKING))


def _redirect_if_guarded(request: HttpRequest) -> HttpResponse | None:
    """Returns a redirect for a request to a guarded path, or None if it may pass."""
    if not request.user.is_authenticated:
        return None
    administration = _is_administration(request.path)
    if is_mfa_enabled(request.user):
        asks = not administration or (request.user.is_staff and settings.ADMIN_SECOND_FACTOR)
        return (
            _redirect_to("mfa_reauthenticate", request, _("Give a code first."))
            if asks and not _is_opened_by(request)
            else None
        )
    if administration and request.user.is_staff and settings.ADMIN_SECOND_FACTOR:
        return _redirect_to(
            "mfa_activate_totp", request, _("Administration asks for a second factor. Set one up here.")
        )
    return None


def _is_opened_by(request: HttpRequest) -> bool:
    """Whether a second-factor code was given in this session."""
    records = get_authentication_records(request, request.user)
    return request.session.get(_SET_UP) == request.user.pk or any(one.get("method") == _METHOD for one in records)


def _redirect_to(name: str, request: HttpRequest, words: str) -> HttpResponse:
    # The administration, from which this may lead away, is English; the page that it leads to is the reader's.
    with speaking(language_of(request)):
        words = gettext(words)
    waiting = messages.get_messages(request)
    told = words in {str(one) for one in waiting}
    # The messages were only inspected here; keep them for display.
    waiting.used = False  # type: ignore[union-attr]
    if not told:
        messages.info(request, words)
    return HttpResponseRedirect(f"{reverse(name)}?{urlencode({'next': request.get_full_path()})}")
