"""Fetches a file from a site: slowly, under a name, with retries, and only if the file has changed."""

import time
from dataclasses import dataclass

import httpx
from django.conf import settings

AGENT = "hansard-record (a searchable copy of the official record; asks slowly)"
_TRIES = 3
# The most that a site may send. The longest day is 3 MB.
_MOST_BYTES = 64 * 1024 * 1024


class FetchError(Exception):
    """The site did not give the file; the message holds its answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A site's answer. `content` is None if the file has not changed or does not exist."""

    content: bytes | None
    missing: bool = False
    etag: str = ""
    modified: str = ""


class PoliteClient:
    """Sends one request at a time, with a pause between requests."""

    def __init__(self) -> None:
        timeout = httpx.Timeout(settings.FETCH_TIMEOUT_SECONDS)
        self._client = httpx.Client(headers={"User-Agent": AGENT}, timeout=timeout, follow_redirects=True)
        self._next = 0.0

    def __enter__(self) -> "PoliteClient":
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def get(self, url: str, etag: str = "", modified: str = "") -> Answer:
        """The file at an address, without content if it has not changed. Raises FetchError after three tries."""
        headers = {"If-None-Match": etag, "If-Modified-Since": modified}
        problem = ""
        for attempt in range(_TRIES):
            self._wait(attempt)
            try:
                return self._once(url, {name: value for name, value in headers.items() if value})
            except httpx.HTTPError as error:
                problem = str(error) or type(error).__name__
        raise FetchError(f"{url}: {problem}")

    def _wait(self, attempt: int) -> None:
        """Pauses between two requests, longer before each further try."""
        pause = self._next - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        self._next = time.monotonic() + settings.FETCH_PAUSE_SECONDS * (attempt + 1)

    def _once(self, url: str, headers: dict[str, str]) -> Answer:
        with self._client.stream("GET", url, headers=headers) as response:
            if response.status_code == httpx.codes.NOT_MODIFIED:
                return Answer(None)
            if response.status_code in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
                return Answer(None, missing=True)
            response.raise_for_status()
            content = b""
            for piece in response.iter_bytes():
                content += piece
                if len(content) > _MOST_BYTES:
                    raise FetchError(f"{url}: more than {_MOST_BYTES // 1024 // 1024} MB; no day is that long.")
            return Answer(
                content, etag=response.headers.get("ETag", ""), modified=response.headers.get("Last-Modified", "")
            )
