"""Real Australian files, parsed once."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from speeches.formats.aph import parse_aph
from speeches.formats.records import Parsed, Speech

Day = Callable[[str], Parsed]


@pytest.fixture(scope="session")
def day(shared: Path) -> Day:
    """Parses a real file, given its path under `data/au`."""

    @cache
    def parsed(name: str) -> Parsed:
        return parse_aph((shared / "data/au" / name).read_bytes(), name)

    return parsed


@pytest.fixture(scope="session")
def speech(day: Day) -> Callable[[str, str], Speech]:
    """Finds a speech of a real file by its id."""
    return lambda name, key: next(
        speech for sitting in day(name).sittings for speech in sitting.speeches if speech.id == key
    )
