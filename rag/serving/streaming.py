"""Runs a generator in its own thread and streams its items from an asynchronous server."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import connections
from django.http import StreamingHttpResponse

T = TypeVar("T")

_END = object()


async def run_in_thread(items: Iterator[T]) -> AsyncIterator[T]:
    """Yields the items as they come. One thread runs the generator throughout, so it keeps one database connection,
    which is closed at the end. If the reader leaves, the generator is closed."""
    loop = asyncio.get_running_loop()
    executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="stream")
    try:
        while (item := await loop.run_in_executor(executor, next, items, _END)) is not _END:
            yield item  # type: ignore[misc]
    finally:
        executor.submit(_close, items)
        executor.shutdown(wait=False)


def _close(items: Iterator[object]) -> None:
    try:
        getattr(items, "close", lambda: None)()
    finally:
        connections.close_all()


async def encode_lines(lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Encodes the lines of a stream as bytes."""
    async for line in lines:
        yield line.encode()


def event_line(name: str, value: dict[str, Any]) -> str:
    """Formats a server-sent event."""
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def event_stream(lines: Iterator[str]) -> StreamingHttpResponse:
    """Streams server-sent events and tells proxies not to buffer them."""
    response = StreamingHttpResponse(encode_lines(run_in_thread(lines)), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
