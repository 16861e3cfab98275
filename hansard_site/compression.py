"""Smaller pages over the line."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Compress(GZipMiddleware):
    """Compresses whole responses; a stream goes out as it comes, or its events would wait in the compressor."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
