"""Real clients of the MCP server, over stdio and over HTTP, for tests."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

from tests.browser import test_database_url

ROOT = Path(__file__).resolve().parent.parent
T = TypeVar("T")
Session = Client[Any]


def over_stdio(folder: Path | None = None, **variables: str) -> Session:
    """A client of a `manage.py mcp` of its own, over the test database, started in `folder`."""
    env = {**os.environ, "DATABASE_URL": test_database_url(), "FASTMCP_LOG_LEVEL": "CRITICAL", **variables}
    command = [str(ROOT / "manage.py"), "mcp"]
    return Client(StdioTransport(sys.executable, command, env=env, cwd=str(folder or ROOT), keep_alive=False))


def over_http(site: str, key: str = "", **headers: str) -> Session:
    """A client of the site's `/mcp`."""
    bearer = {"Authorization": f"Bearer {key}"} if key else {}
    return Client(StreamableHttpTransport(f"{site}/mcp", headers={**bearer, **headers}))


def during(client: Session, work: Callable[[Session], Awaitable[T]]) -> T:
    """Runs some work with a connected client and returns its result."""

    async def connected() -> T:
        async with client:
            return await work(client)

    return asyncio.run(connected())


def call_tool(client: Session, tool: str, **arguments: Any) -> Any:
    """Calls a tool once and returns its result as plain values. Raises fastmcp's ToolError."""

    async def call(session: Session) -> Any:
        found = await session.call_tool(tool, arguments)
        content = found.structured_content or {}
        return content["result"] if set(content) == {"result"} else content

    return during(client, call)


def refusal_of(client: Session, tool: str, **arguments: Any) -> str:
    """The message of a call that is refused. Fails if it is not refused."""

    async def call(session: Session) -> str:
        found = await session.call_tool(tool, arguments, raise_on_error=False)
        assert found.is_error, found
        return "".join(getattr(block, "text", "") for block in found.content)

    return during(client, call)
