"""Completes what a reader types with names, parties, chambers, states and topics of this record."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from speeches.formats.names import fold
from speeches.models import Politician, Speech
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.query import OPERATORS
from speeches.search.version import corpus_version, keep_by_version

# The word being typed: an operator and the beginning of its value, or a bare word.
_TOKEN = re.compile(rf"(?:^|\s)(?:(?P<operator>{'|'.join(OPERATORS)}):\"?(?P<value>[^\"]*)|(?P<word>\S+))$", re.I)
_WORD = re.compile(r"\S+")
# A name that is completed has at most so many words.
_MOST_WORDS = 4
_FEWEST_LETTERS = 2
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The text to put in place of `[start, end)` of the box, and its label."""

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
    # The parliaments that have it.
    parliaments: frozenset[str]


def complete(typed: str, parliament: str) -> list[Suggestion]:
    """Suggestions for the end of what was typed, of one parliament or of all; those that begin with it come first.

    The last words are completed together if a name begins with them ("penny wo"), else the last word alone. After
    `party:` any party is offered; a bare word needs two letters.
    """
    token = _TOKEN.search(typed)
    if token is None:
        return []
    operator = OPERATORS[token["operator"].lower()] if token["operator"] else ""
    begun = fold(token["value"] if operator else token["word"].strip('"“-'))
    start = token.start() + (1 if typed[token.start() : token.start() + 1].isspace() else 0)
    version = corpus_version()
    view = frozenset({parliament}) if parliament else catalogue(version).shown
    choices = [
        choice for choice in _choices(version) if operator in ("", choice.operator) and choice.parliaments & view
    ]
    for place in () if operator else _beginnings(typed, start):
        words = fold(typed[place:])
        if own := [choice for choice in choices if any(key.startswith(words) for key in choice.keys)]:
            return _suggestions(own, words, place, len(typed))
    if not operator and len(begun) < _FEWEST_LETTERS:
        return []
    return _suggestions([choice for choice in choices if _fits(choice, begun)], begun, start, len(typed))


def _beginnings(typed: str, last: int) -> list[int]:
    """Where the last words of what was typed may begin, the most words first, before the `last` one."""
    begins = [found.start() for found in _WORD.finditer(typed) if found.start() < last]
    return begins[1 - _MOST_WORDS :]


def _suggestions(choices: Iterable[_Choice], begun: str, start: int, end: int) -> list[Suggestion]:
    fitting = sorted(choices, key=lambda one: _rank(one, begun))
    return [
        Suggestion(f"{choice.kind}:{_quote(choice.value)} ", choice.label, choice.kind, start, end)
        for choice in fitting[:_SHOWN]
    ]


def _fits(choice: _Choice, begun: str) -> bool:
    return any(key.startswith(begun) or f" {begun}" in key for key in choice.keys)


def _rank(choice: _Choice, begun: str) -> tuple[bool, str]:
    # People begin with the surname.
    return (not any(key.startswith(begun) for key in choice.keys), choice.label)


def _quote(value: str) -> str:
    return f'"{value}"' if " " in value else value


@keep_by_version
def _choices(version: int | None) -> tuple[_Choice, ...]:
    return (*_people(), *_places(catalogue(version)), *_states(), *_topics())


def _people() -> Iterator[_Choice]:
    names: dict[str, set[str]] = {}
    for name, parliament in Politician.objects.values_list("name", "parliament"):
        names.setdefault(name, set()).add(parliament)
    for name, parliaments in sorted(names.items()):
        given, _, surname = fold(name).rpartition(" ")
        yield _Choice("speaker", name, name, "speaker", (f"{surname} {given}", fold(name)), frozenset(parliaments))


def _places(known: Catalogue) -> Iterator[_Choice]:
    for key in known.speaking:
        party = known.parties[key]
        own = frozenset({party.parliament_id})
        yield _Choice("party", party.code, f"{party.name} ({party.code})", "party", tuple(party.keys()), own)
    for chamber in known.chambers.values():
        own = frozenset({chamber.parliament_id})
        yield _Choice("chamber", chamber.name, chamber.name, "chamber", tuple(chamber.keys()), own)


def _states() -> Iterator[_Choice]:
    return _named_choices("state", Speech.objects.order_by().values_list("state", "parliament").distinct())


def _topics() -> Iterator[_Choice]:
    with_topics = Speech.objects.exclude(topics=[]).order_by().values_list("topics", "parliament")
    return _named_choices("topic", ((topic, parliament) for topics, parliament in with_topics for topic in topics))


def _named_choices(kind: str, names: Iterable[tuple[str, str]]) -> Iterator[_Choice]:
    """A choice for each name, with the parliaments that have it."""
    found: dict[str, set[str]] = {}
    for name, parliament in names:
        found.setdefault(name, set()).add(parliament)
    return (
        _Choice(OPERATORS[kind], name, name, kind, (fold(name),), frozenset(parliaments))
        for name, parliaments in sorted(found.items())
        if name
    )
