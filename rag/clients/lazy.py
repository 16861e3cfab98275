"""A lazily made value."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Once(Generic[Value]):
    """A value that is made on first use and kept. Thread-safe."""

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: list[Value] = []

    def get(self) -> Value:
        """Returns the value."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]
