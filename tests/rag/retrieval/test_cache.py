"""Without Redis everything still works, and it is left alone for a while."""

from typing import Any

import pytest
from django.core.cache import caches
from redis.exceptions import ConnectionError as RedisAway

from rag.retrieval import cache as resilient


@pytest.fixture(autouse=True)
def _awake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resilient, "_away_until", 0.0)


def test_a_value_is_made_once() -> None:
    made: list[int] = []
    for _ in range(2):
        assert resilient.remember("test:once", 60, lambda: made.append(1) or 7) == 7  # type: ignore[func-returns-value]
    assert made == [1]


def test_the_cache_can_be_turned_off(settings: Any) -> None:
    settings.RAG_CACHE_DISABLE = True
    made: list[int] = []
    for _ in range(2):
        resilient.remember("test:off", 60, lambda: made.append(1) or 7)  # type: ignore[func-returns-value]
    assert made == [1, 1]


def test_a_redis_that_is_away_is_left_alone_for_a_while(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def away(key: str) -> None:
        asked.append(key)
        raise RedisAway("refused")

    monkeypatch.setattr(caches["results"], "get", away, raising=False)
    assert resilient.remember("test:away", 60, lambda: 7) == 7
    assert resilient.remember("test:away", 60, lambda: 7) == 7
    assert asked == ["test:away"]
