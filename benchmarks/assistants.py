"""Times fifty simultaneous searches over MCP and over the JSON API, alternating in one run."""

import asyncio
import time
from collections.abc import Awaitable
from contextlib import AsyncExitStack

import httpx
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from benchmarks import corpus
from benchmarks.serving import serve
from benchmarks.table import median, p95, print_table

_SIZE, _ROUNDS, _AT_ONCE = 10_000, 5, 50


def run() -> None:
    """Serves a record, queries it both ways in turns, and prints medians, p95 and their ratio."""
    corpus.build(_SIZE)
    asked = corpus.questions()[:_AT_ONCE]
    with serve() as site:
        taken = asyncio.run(_time_both(site, asked))
    rows = [(name, median(values), p95(values)) for name, values in taken.items()]
    print_table(f"{_AT_ONCE} searches at once, milliseconds each", ("by", "median", "p95"), rows)
    api, mcp = rows[0][2], rows[1][2]
    print(f"\nMCP p95 / API p95 = {mcp:.0f} / {api:.0f} = {mcp / api:.2f}")


async def _time_both(site: str, asked: list[str]) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {"JSON API": [], "MCP": []}
    async with httpx.AsyncClient(base_url=site, timeout=120) as api, AsyncExitStack() as stack:
        clients = [Client(StreamableHttpTransport(f"{site}/mcp")) for _ in asked]
        sessions = [await stack.enter_async_context(client) for client in clients]
        for number in range(_ROUNDS + 1):
            plain = [_time_call(_by_api(api, question)) for question in asked]
            first = await asyncio.gather(*plain)
            tools = [_time_call(_by_mcp(sessions[place], question)) for place, question in enumerate(asked)]
            second = await asyncio.gather(*tools)
            # The first round fills the caches of a freshly started process.
            if number:
                taken["JSON API"] += first
                taken["MCP"] += second
    return taken


async def _time_call(work: Awaitable[None]) -> float:
    started = time.perf_counter()
    await work
    return (time.perf_counter() - started) * 1000


async def _by_api(client: httpx.AsyncClient, question: str) -> None:
    found = await client.get("/api/v1/search", params={"q": question})
    assert found.status_code == 200, found.text


async def _by_mcp(client: Client[StreamableHttpTransport], question: str) -> None:
    found = await client.call_tool("search_speeches", {"query": question})
    assert not found.is_error
