"""What a reader may be about to type: names, parties, chambers, states and topics of this record."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from speeches.formats.names import fold
from speeches.models import Speech
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.query import OPERATORS
from speeches.search.roster import Roster, roster
from speeches.search.version import corpus_version

# The word that is being typed: an operator with its beginning, or a bare word.
_TOKEN = re.compile(rf"(?:^|\s)(?:(?P<operator>{'|'.join(OPERATORS)}):\"?(?P<value>[^\"]*)|(?P<word>\S+))$", re.I)
_FEWEST_LETTERS = 2
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to put in the place of `[start, end)` of the box, and how it reads there."""

    text: str
    label: str
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Choice:
    operator: str
    value: str
    label: str
    kind: str
    keys: tuple[str, ...]


def complete(typed: str) -> list[Suggestion]:
    """Suggestions for the end of what was typed, those that begin like it first.

    After `party:` any party is offered; a bare word wants two letters.
    """
    token = _TOKEN.search(typed)
    if token is None:
        return []
    operator = OPERATORS[token["operator"].lower()] if token["operator"] else ""
    begun = fold(token["value"] if operator else token["word"].strip('"“-'))
    if not operator and len(begun) < _FEWEST_LETTERS:
        return []
    start = token.start() + (1 if typed[token.start() : token.start() + 1].isspace() else 0)
    choices = (choice for choice in _choices(corpus_version()) if operator in ("", choice.operator))
    fitting = sorted((choice for choice in choices if _fits(choice, begun)), key=lambda one: _rank(one, begun))
    return [
        Suggestion(f"{choice.kind}:{_quoted(choice.value)} ", choice.label, choice.kind, start, len(typed))
        for choice in fitting[:_SHOWN]
    ]


def _fits(choice: _Choice, begun: str) -> bool:
    return any(key.startswith(begun) or f" {begun}" in key for key in choice.keys)


def _rank(choice: _Choice, begun: str) -> tuple[bool, str]:
    # Surnames are what people begin with.
    return (not any(key.startswith(begun) for key in choice.keys), choice.label)


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _choices(version: int | None) -> tuple[_Choice, ...]:
    return _load(version) if version is None else _cached(version)


@lru_cache(maxsize=1)
def _cached(version: int) -> tuple[_Choice, ...]:
    return _load(version)


def _load(version: int | None) -> tuple[_Choice, ...]:
    return (*_people(roster(version)), *_places(catalogue(version)), *_topics())


def _people(people: Roster) -> Iterator[_Choice]:
    for name in sorted(set(people.names.values())):
        given, _, surname = fold(name).rpartition(" ")
        yield _Choice("speaker", name, name, "speaker", (f"{surname} {given}", fold(name)))


def _places(known: Catalogue) -> Iterator[_Choice]:
    for key in known.speaking:
        party = known.parties[key]
        yield _Choice("party", party.code, f"{party.name} ({party.code})", "party", tuple(party.keys()))
    for chamber in known.chambers.values():
        yield _Choice("chamber", chamber.name, chamber.name, "chamber", tuple(chamber.keys()))
    yield from _named("state", (name for names in known.spellings.get("state", {}).values() for name in names))


def _topics() -> Iterator[_Choice]:
    with_topics = Speech.objects.exclude(topics=[]).order_by().values_list("topics", flat=True)
    yield from _named("topic", sorted({topic for topics in with_topics for topic in topics}))


def _named(kind: str, names: Iterable[str]) -> Iterator[_Choice]:
    return (_Choice(OPERATORS[kind], name, name, kind, (fold(name),)) for name in names if name)
