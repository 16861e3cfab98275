"""Who calls a tool of the MCP server, and what the call may do."""

from dataclasses import dataclass

from django.conf import settings
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_http_request

from rag.keys.models import ApiKey
from rag.serving.limits import count

STATE = "hansard_caller"


@dataclass(frozen=True, slots=True)
class Caller:
    """A key, or nobody in particular; `site` is our address as the caller knows it, and `local` says that the server is
    the caller's own process."""

    key: ApiKey | None
    address: str
    site: str
    local: bool = False


def current_caller() -> Caller:
    """Who makes the call that is being served. On stdio it is whoever started the process, with the key in MCP_KEY."""
    try:
        request = get_http_request()
    except RuntimeError:
        key = ApiKey.objects.opening(settings.MCP_KEY) if settings.MCP_KEY else None
        return Caller(key, "stdio", settings.SITE_URL.rstrip("/"), local=True)
    caller = request.scope[STATE]
    assert isinstance(caller, Caller)
    return caller


def absolute(url: str) -> str:
    """An address of ours as the caller can open it."""
    return f"{current_caller().site}{url}" if url.startswith("/") else url


def count_question(caller: Caller) -> None:
    """Count a question of this minute. Raises ToolError past ASKS_PER_MINUTE."""
    asker = f"key:{caller.key.pk}" if caller.key else caller.address
    allowed = count(f"ask:{asker}", settings.ASKS_PER_MINUTE)
    if allowed.exceeded and not caller.local:
        raise ToolError(f"More than {allowed.limit} questions a minute. Wait {allowed.reset} seconds, then ask again.")
