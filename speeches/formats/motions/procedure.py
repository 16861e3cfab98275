"""The forms of motions and questions, as data: the common ones and each parliament's own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from speeches.formats.frame import frame_of

_FIRST_WORDS = 300
_COMMON = Path(__file__).with_name("procedure.yaml")
_FORMS = ("forms", "headings", "stages")
_PATTERNS = ("moves", "seconds", "puts", "chairs", "hours", "readings", "elected", "postponed", "sits_next")

# Forms of words in a record, which any of them fits.
Forms = Sequence[re.Pattern[str]]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of words. `of` is "motion" or "amendment" if a question only refers to what was moved before it."""

    form: re.Pattern[str]
    kind: str = ""
    name: str = "other"
    stage: str = ""
    of: str = ""
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Procedure:
    """How a parliament moves and seconds motions, puts and names its votes, and notes who takes the chair, when it
    sat and sits next, which bills were read, what was put off and who was elected. `headings` and `stages` are forms of
    headings."""

    moves: Forms
    seconds: Forms
    puts: Forms
    forms: Sequence[Form]
    headings: Sequence[Form]
    stages: Sequence[Form]
    chairs: Forms
    hours: Forms
    readings: Forms
    elected: Forms
    postponed: Forms
    sits_next: Forms
    wording: Mapping[str, Mapping[str, str]]

    def form_of(self, words: str) -> Form | None:
        """The first known form that fits a question or a motion, by its first 300 characters."""
        return next((form for form in self.forms if form.form.search(words[:_FIRST_WORDS])), None)

    def matter_of(self, question: str) -> str:
        """What a question is on, if its form says what stands in its words: of "that the motion be disagreed to", the
        motion."""
        form = self.form_of(question)
        found = form.form.search(question[:_FIRST_WORDS]) if form else None
        return (found.groupdict().get("matter") if found else "") or question

    def stage_in(self, titles: Sequence[str]) -> str:
        """The stage of a bill in its headings, which come nearest first; "" if none names one."""
        named = (stage.stage for title in titles for stage in self.stages if stage.form.search(title))
        return next(named, "")

    def kind_under(self, titles: Sequence[str]) -> str:
        """The kind of a motion, as its headings give it; "" if they do not."""
        return next((one.kind for title in titles for one in self.headings if one.form.search(title)), "")


@cache
def procedure_of(parliament: str) -> Procedure:
    """A parliament's procedure: its own forms, then the common ones."""
    common: dict[str, Any] = yaml.safe_load(_COMMON.read_text(encoding="utf-8"))
    own = frame_of(parliament).procedure
    rules = {name: (*own.get(name, ()), *common[name]) for name in (*_FORMS, *_PATTERNS)}
    fields: dict[str, Any] = {name: [_form(one) for one in rules[name]] for name in _FORMS}
    fields |= {name: [_pattern(one) for one in rules[name]] for name in _PATTERNS}
    return Procedure(**fields, wording=common["wording"])


def _form(facts: Mapping[str, Any]) -> Form:
    return Form(**{**facts, "form": _pattern(facts["form"])})


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
