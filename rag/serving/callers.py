"""The caller of an MCP tool, and what the call may do."""

from dataclasses import dataclass

from django.conf import settings
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_http_request

from rag.keys.models import ApiKey
from rag.serving.limits import count

STATE = "hansard_caller"


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller with or without a key. `site` is our address as the caller knows it. `local` says that the server is the
    caller's own process."""

    key: ApiKey | None
    address: str
    site: str
    local: bool = False


def current_caller() -> Caller:
    """Returns the caller of the current call. On stdio that is whoever started the process, with the key in MCP_KEY."""
    try:
        request = get_http_request()
    except RuntimeError:
        key = ApiKey.objects.opening(settings.MCP_KEY) if settings.MCP_KEY else None
        return Caller(key, "stdio", settings.SITE_URL.rstrip("/"), local=True)
    caller = request.scope[STATE]
    assert isinstance(caller, Caller)
    return caller


def absolute(url: str) -> str:
    """Returns one of our URLs in a form that the caller can open."""
    return f"{current_caller().site}{url}" if url.startswith("/") else url


def count_question(caller: Caller) -> None:
    """Counts a question against this minute's limit. Raises ToolError past ASKS_PER_MINUTE."""
    asker = f"key:{caller.key.pk}" if caller.key else caller.address
    allowed = count(f"ask:{asker}", settings.ASKS_PER_MINUTE)
    if allowed.exceeded and not caller.local:
        raise ToolError(f"More than {allowed.limit} questions a minute. Wait {allowed.reset} seconds, then ask again.")
