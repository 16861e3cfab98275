"""The ASGI application that a server such as uvicorn runs."""

import logging
import os
import threading

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansard_site.settings")
# Somebody waits for the answer, so the database gets seconds, not minutes.
os.environ.setdefault("SERVES_REQUESTS", "true")

_pages = get_asgi_application()

# The settings must be ready before the tools are imported.
from hansard_site.gate import Gate, Receive, Scope, Send  # noqa: E402
from hansard_site.mcp_http import McpGate, serves  # noqa: E402
from hansard_site.warming import load_models  # noqa: E402

_mcp = McpGate()


async def _application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serves Django's pages and API, and the MCP server under /mcp, which lives as long as the process."""
    if scope["type"] == "lifespan":
        threading.Thread(target=load_models, name="load-models", daemon=True).start()
        await _mcp.application(scope, receive, send)
    elif scope["type"] == "http" and serves(scope["path"]):
        await _mcp(scope, receive, send)
    else:
        await _pages(scope, receive, send)  # type: ignore[arg-type]


application = Gate(_application)
logging.getLogger("speeches.ask").setLevel(logging.INFO)
