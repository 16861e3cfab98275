"""A generator runs in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from rag.serving.streaming import encode_lines, run_in_thread


def test_it_runs_in_one_thread_and_comes_item_by_item() -> None:
    threads: list[int] = []

    def items() -> Iterator[str]:
        for item in "abc":
            threads.append(threading.get_ident())
            yield item

    async def read() -> list[bytes]:
        return [item async for item in encode_lines(run_in_thread(items()))]

    assert asyncio.run(read()) == [b"a", b"b", b"c"]
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()


def test_a_reader_who_leaves_closes_it() -> None:
    closed = threading.Event()

    def items() -> Iterator[int]:
        try:
            yield 1
            yield 2
        finally:
            closed.set()

    async def read_one() -> None:
        stream = run_in_thread(items())
        assert await anext(stream) == 1
        await stream.aclose()  # type: ignore[attr-defined]

    asyncio.run(read_one())
    assert closed.wait(5)


def test_its_errors_reach_the_reader() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise LookupError("gone")

    async def read() -> list[int]:
        return [item async for item in run_in_thread(items())]

    with pytest.raises(LookupError, match="gone"):
        asyncio.run(read())
