"""How to store what was parsed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """What to call the file in errors, whether changed text replaces, which parliament is meant."""

    file: str
    update: bool = False
    parliament: str = ""
