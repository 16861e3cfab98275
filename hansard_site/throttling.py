"""Limits requests per minute: to the API by key, or by address without one; to the pages by address."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from hansard_site.outages import trouble
from rag.keys.models import ApiKey
from rag.serving.limits import Allowance, address_of, count

_API = "/api/"


class Throttle(MiddlewareMixin):
    """Counts requests, refuses those over the limit, and tells programs how many are left."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.method == "OPTIONS":
            return None
        allowed = _allowance(request)
        request.allowance = allowed  # type: ignore[attr-defined]
        if not allowed.exceeded:
            return None
        detail = f"More than {allowed.limit} requests a minute. Wait {allowed.reset} seconds."
        return trouble(request.path, 429, "Too many requests", detail)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        allowed: Allowance | None = getattr(request, "allowance", None)
        if allowed and request.path.startswith(_API):
            response["RateLimit-Limit"] = str(allowed.limit)
            response["RateLimit-Remaining"] = str(allowed.remaining)
            response["RateLimit-Reset"] = str(allowed.reset)
        if allowed and response.status_code == 429 and not response.has_header("Retry-After"):
            response["Retry-After"] = str(allowed.reset)
        return response


def _allowance(request: HttpRequest) -> Allowance:
    if not request.path.startswith(_API):
        return count(f"page:{address_of(request)}", settings.PAGES_PER_MINUTE)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    # Only a real key gets a count of its own; a made-up key must not open a fresh one.
    key = ApiKey.objects.answering_to(token.strip()) if scheme.lower() == "bearer" and token else None
    if key is not None:
        # The key is the caller even if the endpoint asks for none.
        request.auth = key  # type: ignore[attr-defined]
        return count(f"key:{key.pk}", settings.API_PER_MINUTE_WITH_KEY)
    return count(f"address:{address_of(request)}", settings.API_PER_MINUTE)
