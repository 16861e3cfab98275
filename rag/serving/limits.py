"""Limits what one caller may do per minute."""

import ipaddress
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext

from rag.keys.models import ApiKey

_WINDOW = 60


class TooManyError(Exception):
    """A caller is over a limit. The message says when to come back, and `wait` in how many seconds."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller may still do this minute: the `limit`, how many calls are `remaining`, and the seconds until
    `reset`."""

    limit: int
    remaining: int
    reset: int
    exceeded: bool


def count(caller: str, limit: int) -> Allowance:
    """Counts one action of a caller in this minute."""
    minute, into = divmod(int(time.time()), _WINDOW)
    key = f"count:{caller}:{minute}"
    cache.add(key, 0, timeout=2 * _WINDOW)
    try:
        done = int(cache.incr(key))
    except ValueError:
        # Redis was emptied or ran short of memory in between, so the count restarts.
        cache.set(key, 1, timeout=2 * _WINDOW)
        done = 1
    return Allowance(limit, max(limit - done, 0), _WINDOW - into, done > limit)


def count_ask(request: HttpRequest) -> None:
    """Counts a question against this minute's limit. Raises TooManyError past ASKS_PER_MINUTE."""
    allowed = count(f"ask:{_asker(request)}", settings.ASKS_PER_MINUTE)
    if allowed.exceeded:
        message = gettext("More than {limit} questions a minute came from here. Wait {seconds} seconds.")
        raise TooManyError(message.format(limit=allowed.limit, seconds=allowed.reset), allowed.reset)


def _asker(request: HttpRequest) -> str:
    """Identifies the asker by key or user, wherever they are: a building of neighbours may share one address."""
    key = getattr(request, "auth", None)
    if isinstance(key, ApiKey):
        return f"key:{key.pk}"
    user = getattr(request, "user", None)
    return f"user:{user.pk}" if user and user.is_authenticated else address_of(request)


def address_of(request: HttpRequest) -> str:
    """Returns the address of the client. Behind a proxy it is the one that `hansard_site.gate` determined."""
    return address_key(str(request.META.get("REMOTE_ADDR", "")))


def address_key(address: str) -> str:
    """Returns the key under which an address is counted: for IPv6 its network, because one household has billions of
    addresses.

    >>> address_key("192.0.2.7"), address_key("2001:db8:0:1:2:3:4:5")
    ('192.0.2.7', '2001:db8:0:1::/64')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else address
