"""The request, the answer, and the events sent while it is made."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.answering.events import SourcesSoFar, Status
from speeches.search.filters import Filters

LONGEST_QUESTION = 2000
PASSAGES = 12
# The `model` of an answer made without a chat model.
EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question, its filters, the number of passages to read, and the questions before it."""

    question: str
    filters: Filters = field(default_factory=Filters)
    top_k: int = PASSAGES
    # The earlier questions of the conversation, oldest first.
    before: tuple[str, ...] = ()
    # The key of the vote that the reader chose among several, and of the one that the last answer was about.
    vote: str = ""
    vote_before: str = ""
    # The keys of the turns that the last answer quotes.
    quoted_before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence with the numbers of its sources.

    `lead` names the speaker and the day of a verbatim sentence. `section` is its voice, party or period in a balanced
    answer. `in_reply_to` has the `speaker`, the `text` and the `url` of the question in the chamber that it replies to,
    unless the answer quotes that question.
    """

    text: str
    citations: list[int]
    lead: str = ""
    section: str = ""
    verbatim: bool = False
    in_reply_to: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A complete answer, in plain values that can be stored and sent."""

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
class Delta:
    """A checked sentence."""

    sentence: AnswerSentence


Event = Status | SourcesSoFar | Delta | Finished
