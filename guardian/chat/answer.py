"""An answer from a scheme's bylaws, and the events sent while it is being made."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from rag.answering.events import SourcesSoFar, Status

LONGEST_QUESTION = 2000
DISCLAIMER = "This is not legal advice. It quotes the bylaws as they were uploaded; for advice, consult a lawyer."
NOTHING = "The bylaws do not contain relevant information about this."
# The refusal if a section may still answer (docs/bylaws.md).
UNSURE = "Nothing in the bylaws answers this for certain. The sections below are the nearest: read whether one does."
NO_BYLAW = "No bylaws are in force yet."
BEING_READ = "The bylaws are still being read. Ask again in a minute."
NEXT_VERSION = "From {day} another version of “{title}” applies."
SEVERAL_DOCUMENTS = "More than one document speaks of this: {titles}. Check whether they agree."
REST = "The same rule goes on: {sections}. Read all of it."
# If the question asks as of another day: what applies then differs from what applies today, or nothing here is so old.
AS_OF = "As of {day}; other documents or versions apply today."
TOO_OLD = "No document here was in force on {day}; this is what applies today."
# What stands before the section and page of a sentence that seems to address a program.
TO_PROGRAM = "The document says, it seems to a program, in "


class QuestionError(ValueError):
    """A question that cannot be asked; the message tells the asker what to change."""


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer, with the numbers of its sources. A verbatim sentence appears under `lead`, its section
    and page. If it is an item of a list, `stem` holds the words that introduce the list, also verbatim."""

    text: str
    citations: list[int]
    lead: str = ""
    stem: str = ""
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on an answer: `text` in English, with `values` for its places, and a `day` in ISO form for the place of
    that name. `str` gives it in the page's language."""

    text: str
    values: dict[str, str] = field(default_factory=dict)
    day: str = ""

    def __str__(self) -> str:
        day = date_format(date.fromisoformat(self.day), "j F Y") if self.day else ""
        values = self.values | ({"day": day} if day else {})
        return gettext(self.text).format(**values) if values else gettext(self.text)


@dataclass(frozen=True, slots=True)
class Finished:
    """A complete answer, in English whatever the page's language. `readings` lists the possible meanings of a vague
    question; `related` lists the nearest sections if nothing answers."""

    question: str
    found: bool
    answer: str
    sentences: list[AnswerSentence]
    sources: list[dict[str, Any]]
    related: list[dict[str, Any]]
    readings: list[str]
    notes: list[Note]
    dropped_sentences: int
    model: str
    took_ms: float
    disclaimer: str = DISCLAIMER


@dataclass(frozen=True, slots=True)
class Delta:
    """One checked sentence."""

    sentence: AnswerSentence


Event = Status | SourcesSoFar | Delta | Finished
