"""The JSON API's limit: so many requests a minute for each key, and for each address without one."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from hansard_site.problems import problem
from rag.keys.models import ApiKey
from rag.serving.limits import Allowance, address_of, count

_PATH = "/api/"


class Throttle(MiddlewareMixin):
    """Counts requests to the API, refuses those past the limit, and tells how many are left."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not request.path.startswith(_PATH) or request.method == "OPTIONS":
            return None
        allowed = _allowance(request)
        request.allowance = allowed  # type: ignore[attr-defined]
        if not allowed.exceeded:
            return None
        return problem(429, f"More than {allowed.limit} requests a minute. Wait {allowed.reset} seconds.")

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        allowed: Allowance | None = getattr(request, "allowance", None)
        if allowed:
            response["RateLimit-Limit"] = str(allowed.limit)
            response["RateLimit-Remaining"] = str(allowed.remaining)
            response["RateLimit-Reset"] = str(allowed.reset)
            if response.status_code == 429 and not response.has_header("Retry-After"):
                response["Retry-After"] = str(allowed.reset)
        return response


def _allowance(request: HttpRequest) -> Allowance:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    # A made-up key must not open a fresh count, so only a real one has its own.
    key = ApiKey.objects.answering_to(token.strip()) if scheme.lower() == "bearer" and token else None
    if key is not None:
        return count(f"key:{key.pk}", settings.API_PER_MINUTE_WITH_KEY)
    return count(f"address:{address_of(request)}", settings.API_PER_MINUTE)
