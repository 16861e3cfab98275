"""How to store a parsed file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The file's name in errors, whether changed text replaces the old, and the parliament that is meant."""

    file: str
    update: bool = False
    parliament: str = ""
