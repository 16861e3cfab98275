"""How often one address may ask for what costs much."""

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from rag.retrieval.cache import guarded


class TooManyError(Exception):
    """Somebody asks too often; the message says when to come back."""


def count_ask(request: HttpRequest) -> None:
    """Count a question of this minute. Raises TooManyError past ASKS_PER_MINUTE; with Redis away nobody is counted."""
    key = f"asks:{_address(request)}"

    def count() -> int:
        cache.add(key, 0, timeout=60)
        return int(cache.incr(key))

    if (guarded(count) or 0) > settings.ASKS_PER_MINUTE:
        raise TooManyError(f"More than {settings.ASKS_PER_MINUTE} questions a minute came from here. Wait a minute.")


def _address(request: HttpRequest) -> str:
    """Who asks. Behind a proxy it is the address that the proxy itself saw, the last one that it names."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return forwarded.split(",")[-1].strip() or str(request.META.get("REMOTE_ADDR", ""))
