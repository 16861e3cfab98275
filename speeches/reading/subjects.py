"""Subjects of debate: who speaks on each, in which debates, and how it was voted on, found by meaning.

An embedding model estimates what is on a subject (see docs/search.md); nobody has read the passages.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db.models import Count

from speeches.models import Debate, Division, Party, Politician
from speeches.reading.votes import recorded_votes
from speeches.search.catalogue import catalogue
from speeches.search.filters import Filters, resolve
from speeches.search.roster import roster
from speeches.search.version import corpus_version
from speeches.trends.counting import passages_on
from speeches.trends.trend import MOST_SERIES, TrendRequest, Trends, trends

# Columns: key, English name, French name, English words, French words.
_FILE = Path(__file__).resolve().parent.parent / "data" / "subjects.tsv"
_MOST_MEMBERS, _MOST_DEBATES, _MOST_VOTES = 12, 12, 12


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject: its names and the words that it is searched by, by language."""

    key: str
    names: Mapping[str, str]
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SubjectRecord:
    """The record on a subject: members and parties with their number of speeches, the headings with the most, the votes
    under these (latest first), the speeches over time by party, and notes on the filters."""

    members: tuple[tuple[Politician, int], ...]
    parties: tuple[tuple[Party, int], ...]
    debates: tuple[tuple[Debate, int], ...]
    divisions: tuple[Division, ...]
    over_time: Trends
    notes: tuple[str, ...] = ()


@cache
def subjects() -> Mapping[str, Subject]:
    """All subjects by key, ordered by English name."""
    rows = (line.split("\t") for line in _FILE.read_text(encoding="utf-8").splitlines())
    known = [
        Subject(key, {"en": name, "fr": name_fr}, {"en": words, "fr": words_fr})
        for key, name, name_fr, words, words_fr in rows
    ]
    return {one.key: one for one in sorted(known, key=lambda one: one.names["en"])}


def record_of(subject: Subject, filters: Filters, language: str) -> SubjectRecord:
    """What the speeches in a language hold on a subject. Raises SearchError."""
    version = corpus_version()
    known, people = catalogue(version), roster(version)
    scope = resolve(filters, people, known)
    words = subject.words[language]
    speakers: Counter[int] = Counter()
    parties: Counter[int] = Counter()
    debates: Counter[int] = Counter()
    for chunks in passages_on(words, scope.condition, known.models, language):
        for column, counted in (("politician", speakers), ("party", parties), ("speech__debate", debates)):
            rows = chunks.exclude(**{column: None}).values_list(column).annotate(count=Count("speech", distinct=True))
            counted.update(dict(rows))
    headings = (
        Debate.objects.select_related("sitting__chamber__parliament")
        .defer("text")
        .in_bulk([key for key, _ in debates.most_common(_MOST_DEBATES)])
    )
    members = Politician.objects.in_bulk([key for key, _ in speakers.most_common(_MOST_MEMBERS)])
    votes = recorded_votes().filter(debate__in=headings).select_related("sitting__chamber", "debate", "about")
    return SubjectRecord(
        members=tuple((members[key], count) for key, count in speakers.most_common(_MOST_MEMBERS)),
        parties=tuple((known.parties[key], count) for key, count in parties.most_common() if key in known.parties),
        debates=tuple((headings[key], count) for key, count in debates.most_common(_MOST_DEBATES)),
        divisions=tuple(votes.order_by("-sitting__date", "-position")[:_MOST_VOTES]),
        over_time=trends(TrendRequest((words,), filters, "party", language=language, most=MOST_SERIES, mode="meaning")),
        notes=tuple(scope.notes),
    )
