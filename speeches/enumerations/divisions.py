"""Which recorded vote a query is about: by its bill, its day, and the words that describe what was put."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import QuerySet

from speeches.formats.names import fold
from speeches.models import Division, Sitting
from speeches.understanding.days import days_named
from speeches.understanding.query import Query

_WORD = re.compile(r"[^\W_]+")
# Words of so many letters count by their beginning: "appointments" and "appoint", "recommendation", "recommend".
_STEM = 6
# What every question about a vote says, and every vote's own text.
_COMMON = frozenset(
    "who whom which what list name show how many voted vote votes voting for against opposed oppose opposing supported "
    "support supporting backed abstained abstain paired the a an of on in at to by with and or its it that this was "
    "were did do does has have had members member mps mp senators parties party independents independent question "
    "motion be agreed put now then others other house bill bills act read time reading qui a ont vote pour contre le "
    "la les de des du un une et au aux en par sur dans que quels quelles deputes depute projet loi lecture comment est "
    "personal called combien voix ete motion adoptee".split()
)
_STAGES = {"first": 1, "second": 2, "third": 3, "premiere": 1, "deuxieme": 2, "troisieme": 3}
_STAGE = re.compile(r"\b(first|second|third|premiere|deuxieme|troisieme)\s+(?:time|readings?|lecture)\b")
_NUMBER = re.compile(r"\b(?:vote|division)\s+(?:no\.?\s*|number\s+|n[o°]\s*)?(\d{1,4})\b")
# How much of a description must stand in a vote's own words before it is taken for that vote.
_ENOUGH = 0.3


@dataclass(slots=True)
class VoteIndex:
    """Every recorded vote by the words of its question, its headings and its bill."""

    stems: dict[int, frozenset[str]] = field(default_factory=dict)
    stages: dict[int, int] = field(default_factory=dict)
    often: Counter[str] = field(default_factory=Counter)

    def weight(self, stem: str) -> float:
        """What it says that two texts share this word: the rarer, the more."""
        return math.log(1 + (len(self.stems) + 1) / (self.often.get(stem, 0) + 0.5))


def vote_index(version: int | None) -> VoteIndex:
    """The index of a version of the record, made once a version; anew each time for None."""
    return _load() if version is None else _cached(version)


@lru_cache(maxsize=1)
def _cached(version: int) -> VoteIndex:
    return _load()


def _load() -> VoteIndex:
    index = VoteIndex()
    rows = recorded().select_related("debate__parent__parent", "about")
    for division in rows:
        headings: list[str] = []
        heading = division.debate
        while heading is not None:
            headings.append(heading.title)
            heading = heading.parent
        bill = division.about
        own = [division.question, *headings, division.result, *((bill.title, bill.title_fr) if bill else ())]
        text = " ".join(own)
        index.stems[division.pk] = stems_of(text)
        stage = _STAGE.search(fold(text))
        index.stages[division.pk] = _STAGES[stage[1]] if stage else 0
        index.often.update(index.stems[division.pk])
    return index


def recorded() -> QuerySet[Division]:
    """Each recorded vote once, whatever the languages in which its day was printed."""
    return Division.objects.filter(sitting__in=Sitting.objects.once())


def stems_of(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, each by its beginning.

    >>> sorted(stems_of("Who voted against the bill on horses for human food?"))
    ['food', 'horses', 'human']
    """
    words = (word for word in _WORD.findall(fold(text)) if word not in _COMMON and len(word) > 2)
    return frozenset(word[:_STEM] for word in words)


def divisions_meant(query: Query, version: int | None) -> list[Division]:
    """The votes that a query may mean, the likeliest first; none where nothing on record fits it."""
    rows = recorded().select_related(
        "sitting__chamber__parliament", "sitting__session", "debate__parent", "about__session"
    )
    if query.parliament:
        rows = rows.filter(sitting__chamber__parliament=query.parliament)
    if query.first and query.last:
        rows = rows.filter(sitting__date__range=(query.first, query.last))
    if query.bills:
        # A vote on another bill of that number, or on none, is no answer.
        rows = rows.filter(about__in=query.bill_rows)
        if query.session:
            rows = [row for row in rows if _in_session(row, query.session)]  # type: ignore[assignment]
    number = _NUMBER.search(fold(query.text))
    if number:
        rows = [row for row in rows if row.number == number[1]]  # type: ignore[assignment]
    return _ordered(list(rows), query, vote_index(version), certain=bool(query.bills or number))


def _in_session(division: Division, session: str) -> bool:
    own = division.sitting.session
    return own is not None and (own.code == session or own.code.startswith(f"{session}-"))


def _ordered(rows: list[Division], query: Query, index: VoteIndex, *, certain: bool) -> list[Division]:
    described = _description(query)
    stage = _STAGE.search(fold(query.text))
    wanted = _STAGES[stage[1]] if stage else 0
    total = sum(index.weight(stem) for stem in described) or 1.0
    scored = []
    for row in rows:
        shared = sum(index.weight(stem) for stem in described & index.stems.get(row.pk, frozenset())) / total
        at_stage = bool(wanted) and index.stages.get(row.pk) == wanted
        if certain or shared >= _ENOUGH:
            scored.append((shared + (0.25 if at_stage else 0.0), index.stages.get(row.pk, 0), row.sitting.date, row))
    # Of votes that fit alike, the last: a bill's third reading decides it.
    return [row for *_, row in sorted(scored, key=lambda item: item[:3], reverse=True)]


def _description(query: Query) -> frozenset[str]:
    """What a query says of the vote: without its bills' numbers, its day, and the country."""
    text = query.text
    for bill in sorted(query.bills, key=lambda one: -one.start):
        text = f"{text[: bill.start]} {text[bill.end :]}"
    return stems_of(text) - _dates(query) - stems_of("New Zealand Australia Canada Nouvelle-Zélande Nouvelle Zélande")


def _dates(query: Query) -> frozenset[str]:
    days: Iterable[str] = ()
    if query.first and query.last:
        found = days_named(query.text)
        days = [query.text[found[2] : found[3]]] if found else []
    return frozenset().union(*(stems_of(day) for day in days))
