"""Offices and their days in words."""

from collections.abc import Sequence

from rag.text.dates import format_date
from speeches.models import Office
from speeches.search.offices import key_of

_HELD = dict.fromkeys(("en", "fr"), "{title}, {days}")
_NAMED = {"en": "named in the record as {title}, {days}", "fr": "désigné au compte rendu comme {title}, {days}"}
_DAY = {"en": "{first}", "fr": "le {first}"}
PERIOD = {"en": "{first} to {last}", "fr": "du {first} au {last}"}
SEEN = {
    "en": "in the record {first} to {last}",
    "fr": "au compte rendu du {first} au {last}",
}
SINCE = {
    "en": "since {first}, on record up to {last}",
    "fr": "depuis le {first}, au compte rendu jusqu’au {last}",
}


def offices_of(offices: Sequence[Office]) -> list[Office]:
    """A person's offices, latest first. Offices seen only in the record are dropped if a list gives their days."""
    listed = {key_of(office.title) for office in offices if office.source == Office.Source.PEOPLE}
    kept = [one for one in offices if one.source == Office.Source.PEOPLE or key_of(one.title) not in listed]
    return sorted(kept, key=lambda one: (one.start, one.end, one.title), reverse=True)


def describe_office(office: Office, language: str) -> str:
    """An office and its days in words. If no list names the office, says that the record only shows it."""
    form = SINCE if office.open else _DAY if office.end == office.start else PERIOD
    days = form[language].format(first=format_date(office.start, language), last=format_date(office.end, language))
    words = _HELD if office.source == Office.Source.PEOPLE else _NAMED
    return words[language].format(title=office.title, days=days)
