"""The root of the JSON API: its errors, and the routers of both applications."""

import logging
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from guardian.access import SealBrokenError
from guardian.api import router as guardian_router
from hansard_site.problems import problem
from rag.serving.limits import TooManyError
from rag.serving.paging import PagingError
from speeches.api import router as speeches_router
from speeches.search.errors import SearchError


class Api(NinjaAPI):
    """The API, with an OpenAPI document that describes errors as they are sent."""

    def get_openapi_schema(self, *args: Any, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(*args, **kwargs)
        for operations in schema["paths"].values():
            for operation in operations.values():
                _tell_errors(operation["responses"], "requestBody" in operation)
        return schema


def _tell_errors(responses: dict[int, Any], has_body: bool) -> None:
    """Describes errors as problem+json. Unreadable parameters and too many requests may be answered everywhere."""
    everywhere = [HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.TOO_MANY_REQUESTS]
    for status, told in responses.items():
        if int(status) >= 400 and (content := told.get("content", {}).pop("application/json", None)):
            told["content"][_PROBLEM] = content
    for status in [*everywhere, HTTPStatus.BAD_REQUEST] if has_body else everywhere:
        schema = {"$ref": "#/components/schemas/ProblemOut"}
        responses.setdefault(status.value, {"description": status.phrase, "content": {_PROBLEM: {"schema": schema}}})


_PROBLEM = "application/problem+json"

api = Api(
    title="Hansard",
    version="1",
    description=(
        "Search the parliamentary record, read a speech, bring new files in. Quotations are verbatim: an excerpt is "
        "always a span of `full_text`. Errors are problem+json (RFC 9457) and say what to mend."
    ),
    urls_namespace="api",
)
api.add_router("", speeches_router)
api.add_router("", guardian_router)


@api.exception_handler(SearchError)
def _search_error(request: HttpRequest, error: SearchError) -> HttpResponse:
    return problem(422, error.message, errors=[{"field": error.field, "message": error.message}])


@api.exception_handler(PagingError)
def _paging_error(request: HttpRequest, error: PagingError) -> HttpResponse:
    return problem(422, str(error), errors=[{"field": error.name, "message": str(error)}])


@api.exception_handler(ValidationError)
def _validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [
        {"field": ".".join(str(step) for step in found["loc"][1:]) or str(found["loc"][0]), "message": found["msg"]}
        for found in error.errors
    ]
    detail = "; ".join(f"{found['field']}: {found['message']}" for found in errors)
    return problem(422, detail, errors=errors)


@api.exception_handler(AuthenticationError)
def _authentication_error(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    response = problem(401, "An API key is needed. Send it as `Authorization: Bearer <key>`.")
    response["WWW-Authenticate"] = 'Bearer realm="api"'
    return response


@api.exception_handler(TooManyError)
def _too_many(request: HttpRequest, error: TooManyError) -> HttpResponse:
    response = problem(429, str(error))
    response["Retry-After"] = str(error.wait)
    return response


@api.exception_handler(SealBrokenError)
def _seal_broken(request: HttpRequest, error: SealBrokenError) -> HttpResponse:
    logging.getLogger(__name__).error("%s", error)
    return problem(503, "Bylaws are not served until the site's database is set up as its documents say.")


# The library's message for a body that it cannot parse.
_NOT_JSON = "Cannot parse request body"


@api.exception_handler(HttpError)
def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    detail = "The body is not JSON." if str(error) == _NOT_JSON else str(error)
    return problem(error.status_code, detail)


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem(404, str(error) or "There is nothing under this address.")


@csrf_exempt
def nothing_here(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answers a path under /api/ that is not an endpoint."""
    return problem(404, "There is no such endpoint. /api/v1/docs lists them all.")
