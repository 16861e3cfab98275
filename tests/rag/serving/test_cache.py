"""Counts go on while Redis is away."""

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache

from rag.serving.cache import RedisOrDatabase

pytestmark = pytest.mark.django_db


@pytest.fixture
def without_redis(monkeypatch: pytest.MonkeyPatch) -> BaseCache:
    # The note that Redis is away holds for the whole process; the patch undoes it after the test.
    monkeypatch.setattr("rag.retrieval.cache._away_until", 0.0)
    return RedisOrDatabase("redis://127.0.0.1:1/0", {"OPTIONS": {"socket_connect_timeout": 1}})


def test_the_database_counts_in_its_place(without_redis: BaseCache) -> None:
    assert without_redis.add("count", 0, timeout=60)
    assert not without_redis.add("count", 7, timeout=60)
    assert [without_redis.incr("count") for _ in range(3)] == [1, 2, 3]
    assert without_redis.delete("count")
    assert without_redis.get("count", "none") == "none"
    with pytest.raises(ValueError, match="count"):
        without_redis.incr("count")


def test_what_is_kept_ends_in_time_there_too(without_redis: BaseCache) -> None:
    without_redis.set("short", [1, 2], timeout=60)
    assert without_redis.get("short") == [1, 2]
    assert without_redis.touch("short", timeout=-1)
    assert without_redis.get("short") is None


def test_with_redis_there_the_database_is_left_alone(django_assert_num_queries: object) -> None:
    cache = caches["default"]
    with django_assert_num_queries(0):  # type: ignore[operator]
        cache.set("count", 1, timeout=60)
        assert cache.incr("count") == 2


def test_while_redis_is_away_no_other_request_waits_for_it(
    without_redis: BaseCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_redis.set("count", 1, timeout=60)
    asked: list[str] = []
    another = RedisOrDatabase("redis://127.0.0.1:1/0", {})
    monkeypatch.setattr(another, "_redis", asked)
    assert another.get("count") == 1
