"""Accounts as the site wants them: who may sign up, and how guessing at a password is slowed without locking its owner
out."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from guardian.access import invitation_under

# Where the session keeps the digest of the invitation that somebody came with.
INVITATION = "invitation"
# The cookie of a browser in which an account was signed in to before, for a year.
_DEVICE, _YEAR = "device", 365 * 24 * 3600
_BETWEEN = "\n"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What allauth asks us."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Anybody may sign up, or with SIGNUP_OPEN off those alone who were invited."""
        return bool(settings.SIGNUP_OPEN or invitation_under(request.session.get(INVITATION, "")))

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **how: Any) -> HttpResponse:
        """After signing in the browser is known as one of the account's."""
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
        """What failed attempts at an account are counted under. A browser in which its owner signed in before has a
        count of its own, so that whoever guesses elsewhere does not lock the owner out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        login = str(credentials.get("email") or credentials.get("username") or "").lower()
        known = request.get_signed_cookie(_DEVICE, "", max_age=_YEAR) or ""
        device, *names = known.split(_BETWEEN)
        return f"{key}:{device}" if login in names else key
