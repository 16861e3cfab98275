"""Compresses responses."""

import zlib
from collections.abc import AsyncIterator
from typing import cast

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

# zlib's code for a gzip stream with the widest window.
_GZIP = 31


class Compress(GZipMiddleware):
    """Compresses whole responses, and pages that are streamed. Other streams stay uncompressed."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.streaming:
            return super().process_response(request, response)
        if isinstance(response, StreamingHttpResponse) and response.is_async and _is_page(response):
            patch_vary_headers(response, ("Accept-Encoding",))
            if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
                response.streaming_content = compress_pieces(cast(AsyncIterator[bytes], response.streaming_content))
                response.headers["Content-Encoding"] = "gzip"
        return response


def _is_page(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


async def compress_pieces(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yields one gzip stream whose pieces can each be read at once. Django's own version makes a separate stream of
    each piece, and browsers read only the first."""
    stream = zlib.compressobj(wbits=_GZIP)
    async for piece in pieces:
        yield stream.compress(piece) + stream.flush(zlib.Z_SYNC_FLUSH)
    yield stream.flush()
