"""Reads settings from the environment. Every setting goes through this module, so all are known, documented and
checked."""

import os

from django.core.exceptions import ImproperlyConfigured

DOCUMENTED: set[str] = set()

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})


def text(name: str, default: str | None = None, *, hint: str = "") -> str:
    """Returns a setting's value. A setting without a default is required; if it is missing, the start fails with the
    hint."""
    DOCUMENTED.add(name)
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set. {hint} See docs/settings.md.")
    return value


def flag(name: str, default: bool = False) -> bool:
    """Reads a setting that is on (1, true, yes, on) or off (0, false, no, off)."""
    value = text(name, str(default)).strip().lower()
    if value not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name}={value!r} is neither true nor false. Write {name}=true or {name}=false.")
    return value in _TRUE


def number(name: str, default: int) -> int:
    """Reads a setting that is a whole number."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number. The default is {default}.") from None


def share(name: str, default: float) -> float:
    """Reads a setting between 0 and 1."""
    value = text(name, str(default))
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ImproperlyConfigured(f"{name}={value!r} is no number from 0 to 1. The default is {default}.")
    return number


def pairs(name: str) -> dict[str, str]:
    """Reads a setting that maps keys to values: `au=https://…, ca=https://…`."""
    items = [item.partition("=") for item in names(name)]
    if broken := [key for key, equals, value in items if not (key.strip() and equals and value.strip())]:
        raise ImproperlyConfigured(f"{name}: “{broken[0]}” is no key with a value. Write it as key=value.")
    return {key.strip(): value.strip() for key, _, value in items}


def names(name: str, default: str = "") -> list[str]:
    """Reads a setting that lists values separated by commas."""
    return [item.strip() for item in text(name, default).split(",") if item.strip()]
