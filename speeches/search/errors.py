"""The error for a search that cannot be run as asked."""

from collections.abc import Iterable

from django.utils.translation import gettext


class SearchError(ValueError):
    """What is wrong with a request, for the person who made it. `field` is the parameter to mend."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def no_choice(name: str, value: str, choices: Iterable[str]) -> str:
    """The message for a parameter whose value is none of the choices."""
    text = gettext("{name} is “{value}”; choose one of {choices}.")
    return text.format(name=name, value=value, choices=", ".join(choices))
