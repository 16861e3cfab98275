"""Administrators prove who they are twice: by their password, and by a code of an app on their phone."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def SecondFactor(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:  # noqa: N802
    """Lead an administrator without a second factor to the page that sets one up; signing in asks for it ever after."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            return await sync_to_async(_led_away)(request) or await get_response(request)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        return _led_away(request) or get_response(request)

    return synchronous


def _led_away(request: HttpRequest) -> HttpResponse | None:
    if not settings.ADMIN_SECOND_FACTOR or not request.path.startswith(reverse("admin:index")):
        return None
    user = request.user
    if not (user.is_authenticated and user.is_staff) or is_mfa_enabled(user):
        return None
    messages.info(request, "Administration asks for a second factor. Set one up here, then go back to it.")
    return HttpResponseRedirect(f"{reverse('mfa_activate_totp')}?next={request.path}")
