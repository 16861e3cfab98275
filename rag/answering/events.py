"""The events sent while an answer is made, of whatever record."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Status:
    """The current stage (`searching`, `reading`, `writing` or `checking`), and a message for the reader in the page's
    language."""

    stage: str
    message: str


@dataclass(frozen=True, slots=True)
class SourcesSoFar:
    """All sources cited so far; sent before the sentence that cites a new one."""

    sources: list[dict[str, Any]]
