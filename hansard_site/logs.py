"""Log lines with request ids: each request has an id that follows it through web and worker."""

import json
import logging
import re
import time
import uuid
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

_CURRENT: ContextVar[str] = ContextVar("request_id", default="")
_SOUND = re.compile(r"[\w-]{8,64}\Z", re.ASCII)
_HEADER = "request_id"
access = logging.getLogger("hansard_site.access")


class JsonLines(logging.Formatter):
    """Formats each record as a line of JSON, with the id of its request."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": _CURRENT.get(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps({key: value for key, value in line.items() if value != ""}, ensure_ascii=False)


class RequestId(MiddlewareMixin):
    """Gives each request an id, the caller's own if it is well-formed, and logs how the request ended."""

    def process_request(self, request: HttpRequest) -> None:
        brought = request.headers.get("X-Request-ID", "")
        _CURRENT.set(brought if _SOUND.match(brought) else uuid.uuid4().hex)
        request.begun = time.perf_counter()  # type: ignore[attr-defined]
        request.id = _CURRENT.get()  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        number = getattr(request, "id", "")
        response["X-Request-ID"] = number
        taken = (time.perf_counter() - getattr(request, "begun", time.perf_counter())) * 1000
        # Logs neither search terms nor full paths, only the URL pattern: an invitation's address lets people in.
        path = f"/{match.route}" if (match := request.resolver_match) else request.path
        facts = {"method": request.method, "path": path, "status": response.status_code, "ms": round(taken, 1)}
        access.info("%s %s %s", request.method, path, response.status_code, extra={"facts": facts})
        return response


@before_task_publish.connect
def _send_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and _CURRENT.get():
        headers[_HEADER] = _CURRENT.get()


@task_prerun.connect
def _take_up(task: Any = None, **_: Any) -> None:
    # From a broker, the headers become fields of the request. Run in place, they stay in `headers`.
    brought = getattr(task.request, _HEADER, None) or (task.request.headers or {}).get(_HEADER)
    _CURRENT.set(str(brought or f"task-{task.request.id}"))


@task_postrun.connect
def _lay_down(**_: Any) -> None:
    _CURRENT.set("")
