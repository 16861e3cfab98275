"""Smaller pages over the line."""

import zlib
from collections.abc import AsyncIterator
from typing import cast

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

# What zlib calls a gzip stream of the widest window.
_GZIP = 31


class Compress(GZipMiddleware):
    """Compresses whole responses, and pages that are sent piece by piece. Other streams go out as they come."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.streaming:
            return super().process_response(request, response)
        if isinstance(response, StreamingHttpResponse) and response.is_async and _is_page(response):
            patch_vary_headers(response, ("Accept-Encoding",))
            if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
                response.streaming_content = compressed(cast(AsyncIterator[bytes], response.streaming_content))
                response.headers["Content-Encoding"] = "gzip"
        return response


def _is_page(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


async def compressed(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """One gzip stream, of which each piece can be read as soon as it is there. Django's own makes a stream of each
    piece, of which browsers read the first."""
    stream = zlib.compressobj(wbits=_GZIP)
    async for piece in pieces:
        yield stream.compress(piece) + stream.flush(zlib.Z_SYNC_FLUSH)
    yield stream.flush()
