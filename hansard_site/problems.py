"""Errors as RFC 9457 describes them."""

from http import HTTPStatus
from typing import Any

from django.http import JsonResponse


def problem(status: int, detail: str, **more: Any) -> JsonResponse:
    """Returns an error as problem+json. `detail` says what to fix."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return JsonResponse(body, status=status, content_type="application/problem+json")
