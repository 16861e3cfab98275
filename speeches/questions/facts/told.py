"""What the tables tell in answer to a question: a sentence for each record, with what it is read from."""

from dataclasses import dataclass, field
from typing import Any

from speeches.models import Entry
from speeches.questions.answer import AnswerSentence
from speeches.questions.cards import told_source

# What is behind the id of a record where a source is what the tables hold of it, not its printed words.
FACTS = "#facts"


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence that the tables tell, and the entry whose facts it is read from; `value` is the word that counts,
    `people` are the members whom it tells of."""

    text: str
    entry: Entry
    value: str
    people: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What the tables tell, how it was found, and what to tell the reader that they do not hold."""

    told: list[Fact] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def sentence_of_fact(fact: Fact, number: int) -> AnswerSentence:
    """The fact as a sentence of an answer: told, and no quotation."""
    return AnswerSentence(fact.text, [number])


def source_of_fact(fact: Fact, number: int) -> dict[str, Any]:
    """What the tables hold of the record, as a numbered source."""
    entry, facts = fact.entry, fact.entry.facts
    start = facts.find(fact.value)
    return told_source(
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
