"""The text of a page, whether it comes whole or in pieces."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any


def body_of(response: Any) -> str:
    """The text of a response of the test client."""
    if not response.streaming:
        return str(response.content.decode())

    async def read(pieces: AsyncIterator[bytes]) -> bytes:
        return b"".join([piece async for piece in pieces])

    return asyncio.run(read(response.streaming_content)).decode()
