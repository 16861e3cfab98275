"""An answer and what happens on the way to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from speeches.search.filters import Filters

LONGEST_QUESTION = 2000
PASSAGES = 12
# The name of the composer that quotes and tells, without a chat model.
EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question, among what to look, from how many passages, and which questions came before it."""

    question: str
    filters: Filters = field(default_factory=Filters)
    top_k: int = PASSAGES
    # The questions before it in its conversation, the oldest first.
    before: tuple[str, ...] = ()
    # The key of the vote that the reader chose among several.
    vote: str = ""


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence with the numbers of its sources. `lead` says who said it and when where it is verbatim;
    `section` is the party or the period under which a balanced answer has it."""

    text: str
    citations: list[int]
    lead: str = ""
    section: str = ""
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """A whole answer. Plain values, so that it is stored and sent as it is."""

    question: str
    understood: str
    found: bool
    answer: str
    sentences: list[AnswerSentence]
    sources: list[dict[str, Any]]
    related: list[dict[str, Any]]
    dropped_sentences: int
    notes: list[str]
    coverage: dict[str, Any]
    filters: dict[str, Any]
    model: str
    took_ms: float
    timings: dict[str, float]
    tokens: dict[str, int]
    corpus_version: int | None = None
    # The votes that the question may mean, for the reader to choose from.
    choices: Sequence[dict[str, Any]] = ()
    # A complete list from the tables, where the question asks for one.
    list: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """What is being done: `searching`, `reading`, `writing` or `checking`, in words for the reader."""

    stage: str
    message: str


@dataclass(frozen=True, slots=True)
class SourcesSoFar:
    """All sources cited so far; comes before the sentence that cites a new one."""

    sources: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Delta:
    """A checked sentence."""

    sentence: AnswerSentence


Event = Status | SourcesSoFar | Delta | Finished
