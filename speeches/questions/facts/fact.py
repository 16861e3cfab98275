"""Facts from the tables: a sentence for each record, with the entry it was read from."""

from dataclasses import dataclass, field
from typing import Any

from speeches.models import Entry
from speeches.questions.cards import table_source

# Suffix of a source's id if the source is the facts of a record, not its printed words.
FACTS = "#facts"


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence from the tables and the entry whose facts it was read from.

    `value` is the part that answers the question, `people` the keys of the members it is about.
    """

    text: str
    entry: Entry
    value: str
    people: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts told, sentences on what the tables lack, and notes on how the facts were found."""

    told: list[Fact] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def source_of_fact(fact: Fact, number: int) -> dict[str, Any]:
    """The facts of the record as a numbered source."""
    entry, facts = fact.entry, fact.entry.facts
    start = facts.find(fact.value)
    return table_source(
        number,
        facts,
        entry.parliament,
        id=f"{entry.pk}{FACTS}",
        source_type=entry.source_type,
        speaker=entry.title,
        chamber=entry.chamber.name if entry.chamber else "",
        electorate=entry.electorate,
        date=str(entry.date or ""),
        url=entry.url,
        source_url=entry.source_url,
        highlights=[[start, start + len(fact.value)]] if start >= 0 else [],
    )
