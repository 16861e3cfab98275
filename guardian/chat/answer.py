"""An answer from a scheme's bylaws, and what happens on the way to it."""

from dataclasses import dataclass
from typing import Any

LONGEST_QUESTION = 2000
DISCLAIMER = "This is not legal advice. It quotes the bylaws as they were uploaded; for advice, consult a lawyer."
NOTHING = "The bylaws do not contain relevant information about this."
NO_BYLAW = "No bylaws have been uploaded yet."


class QuestionError(ValueError):
    """A question that cannot be asked; the message says what to mend."""


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence with the numbers of its sources. A verbatim one stands under `lead`, its section and page; `stem` is
    what leads into the list that it is an item of, verbatim too."""

    text: str
    citations: list[int]
    lead: str = ""
    stem: str = ""
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """A whole answer, in plain values. `readings` are the meanings that a vague question may have; `related` are the
    nearest sections where nothing answers."""

    question: str
    found: bool
    answer: str
    sentences: list[AnswerSentence]
    sources: list[dict[str, Any]]
    related: list[dict[str, Any]]
    readings: list[str]
    notes: list[str]
    dropped_sentences: int
    model: str
    took_ms: float
    disclaimer: str = DISCLAIMER


@dataclass(frozen=True, slots=True)
class Status:
    """What is being done, in words for the reader."""

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
