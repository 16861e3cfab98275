"""Counts what a caller does in a minute."""

import pytest
from django.core.cache import cache
from django.test import RequestFactory, override_settings

from rag.serving.limits import TooManyError, count, count_ask


def test_what_is_left_goes_down_to_nothing() -> None:
    found = [count("somebody", 2) for _ in range(3)]
    assert [one.remaining for one in found] == [1, 0, 0]
    assert [one.exceeded for one in found] == [False, False, True]
    assert 0 < found[0].reset <= 60
    assert not count("another", 2).exceeded


def test_a_count_that_redis_lost_meanwhile_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cache.add

    def lost(key: str, value: int, timeout: int) -> None:
        real(key, value, timeout=timeout)
        cache.delete(key)

    with monkeypatch.context() as redis:
        redis.setattr(cache, "add", lost)
        assert count("somebody", 2).remaining == 1
    assert [count("somebody", 2).exceeded for _ in range(2)] == [False, True]


@override_settings(ASKS_PER_MINUTE=1)
def test_questions_past_the_limit_say_how_long_to_wait() -> None:
    request = RequestFactory().get("/")
    count_ask(request)
    with pytest.raises(TooManyError, match="Wait") as error:
        count_ask(request)
    assert 0 < error.value.wait <= 60
