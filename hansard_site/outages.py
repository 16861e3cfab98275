"""Answers a request after a failure that it did not cause: the database is away, or there is a bug."""

import sys

from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from hansard_site.problems import problem

# Seconds after which to try again.
_WAIT = 5
_PROGRAMS = ("/api/", "/mcp")


def broken(request: HttpRequest) -> HttpResponse:
    """Answers a request that raised an error: 503 if the database did not answer in time, else 500.

    Needs neither the database nor the reader's session.
    """
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError):
        detail = "The record cannot be reached just now. Nothing is lost; try again in a few seconds."
        response = trouble(request.path, 503, "Back in a moment", detail)
        response["Retry-After"] = str(_WAIT)
        return response
    if isinstance(error, ValueError | DataError) and "NUL" in str(error):
        return trouble(request.path, 422, "This cannot be read", "The request holds a NUL character. Take it out.")
    detail = "It has been noted. Try again in a minute; nothing of yours is lost."
    return trouble(request.path, 500, "Something went wrong on our side", detail)


def trouble(path: str, status: int, title: str, detail: str, field: str = "") -> HttpResponse:
    """Returns an error: for a program as problem+json, for a reader as a page that needs no database. `field` names the
    request's faulty field, if there is one."""
    if path.startswith(_PROGRAMS):
        return problem(status, detail, **({"errors": [{"field": field, "message": detail}]} if field else {}))
    response = HttpResponse(render_to_string("trouble.html", {"title": title, "detail": detail}), status=status)
    response["Cache-Control"] = "no-store"
    return response
