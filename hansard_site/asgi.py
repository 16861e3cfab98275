"""The ASGI application that a server such as uvicorn runs."""

import logging
import os
import threading

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")

_pages = get_asgi_application()

# The settings must be ready before the tools are imported.
from hansard_site.mcp_http import McpGate, Receive, Scope, Send, serves  # noqa: E402
from hansard_site.warming import load_models  # noqa: E402

_mcp = McpGate()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Django's pages and API, and beside them the MCP server under /mcp, whose life is the process's."""
    if scope["type"] == "lifespan":
        threading.Thread(target=load_models, name="load-models", daemon=True).start()
        await _mcp.application(scope, receive, send)
    elif scope["type"] == "http" and serves(scope["path"]):
        await _mcp(scope, receive, send)
    else:
        await _pages(scope, receive, send)  # type: ignore[arg-type]


logging.getLogger("speeches.ask").setLevel(logging.INFO)
