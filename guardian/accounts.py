"""Account rules of the site: who may sign up, and how password guessing is slowed without locking the owner out."""

import functools
from collections.abc import Callable
from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import get_random_string

from guardian.access import invitation_under, schemes_of

# Session key for the digest of the invitation that a visitor arrived with.
INVITATION = "invitation"
# Name and lifetime (one year, in seconds) of the cookie that marks a browser in which an account was signed in to.
_DEVICE, _YEAR = "device", 365 * 24 * 3600
_BETWEEN = "\n"
_OF_MAIL_SENT = "account/messages/email_confirmation_sent.txt"

View = Callable[..., HttpResponseBase]


def members_only(view: View) -> View:
    """Decorator for a page of members. Whoever is not signed in is told what schemes are, and goes on to the page after
    signing in; to their schemes, if they had sent a form."""

    @functools.wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        schemes = reverse("guardian:schemes")
        after = request.get_full_path() if request.method in ("GET", "HEAD") else schemes
        return redirect_to_login(after, schemes)

    return seen


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Our answers to allauth's hooks."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this visitor may sign up: anybody, or only invited people if SIGNUP_OPEN is off."""
        return bool(settings.SIGNUP_OPEN or invitation_under(request.session.get(INVITATION, "")))

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Members arrive at their schemes, everybody else at the record."""
        return str(reverse("guardian:schemes") if schemes_of(cast(User, request.user)) else reverse("search"))

    get_signup_redirect_url = get_login_redirect_url

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *told: Any, **more: Any
    ) -> None:
        """Tell the visitor something, but never of mail that this site does not send."""
        if settings.EMAIL_HOST or message_template != _OF_MAIL_SENT:
            super().add_message(request, level, message_template, *told, **more)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **how: Any) -> HttpResponse:
        """Set a signed cookie that marks the browser as one of the account's."""
        response: HttpResponse = super().post_login(request, user, **how)
        names = {user.get_username().lower(), str(getattr(user, "email", "")).lower()}
        response.set_signed_cookie(
            _DEVICE,
            _BETWEEN.join([get_random_string(16), *sorted(names)]),
            max_age=_YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The cache key that counts failed sign-ins. A browser in which the owner signed in before has its own count,
        so that somebody who guesses elsewhere cannot lock the owner out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        login = str(credentials.get("email") or credentials.get("username") or "").lower()
        known = request.get_signed_cookie(_DEVICE, "", max_age=_YEAR) or ""
        device, *names = known.split(_BETWEEN)
        return f"{key}:{device}" if login in names else key
