"""Questions with what they ask and what their words name, which the tagger learns from.

A line is `task/kind;country;text` with `[slot:words]` marks, a `+side` behind the kind where a vote's side is wanted.
`<` before it says that it leans on the line before; a line that begins with `>` is only the question before another.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rag.clients.tagger.layout import Asked
from rag.clients.tagger.local import open_tagger
from rag.language.tokens import Word, without_accents, words_of
from rag.text.language import detect_language

FOLDER = Path(__file__).resolve().parent / "data" / "readings"
_MARK = re.compile(r"\[([a-z]+):([^\]]*)\]")
# Articles are no part of what a slot names, but of a quotation.
_ARTICLE = re.compile(r"(?:(?:the|an?|le|la|les|une?|des|du|de la)\s+|(?:l|d)['’]\s*)(?=\S)", re.IGNORECASE)
# What the record, or the form of the words, tells beforehand of a slot's words.
_KNOWN = {
    "speaker": "person", "about": "person", "party": "party", "bill": "bill", "place": "place", "office": "office",
    "committee": "committee", "date": "date", "number": "number", "quotation": "quotation", "chamber": "chamber",
    "country": "country",
}  # fmt: skip
# How often the record does not know what a slot names, and nothing but its words tells.
_UNKNOWN = {"date": 0.1, "number": 0.1, "chamber": 0.1, "quotation": 0.05}
_SELDOM = 0.35
# In small letters a name is found less often.
_SMALL = 0.6
# How often a question that stands alone is read behind another one.
_BEHIND_ANOTHER = 0.3
_OF_TABLES = ("vote/", "list/")
# What asks for each kind of answer, among the reader's questions; of the others only the task is known.
_ANSWERS = {
    "reason": "answer/reason", "number": "answer/figure", "sum": "answer/figure", "duration": "answer/figure",
    "yes-no": "answer/yesno", "date": "answer/date", "person": "answer/person", "who": "answer/person",
    "place": "answer/place", "position": "answer/position", "manner": "answer/manner",
    "definition": "answer/definition",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a slot's words stand in a question."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as people read it: what it asks, the side that it wants, and its slots. `before` is the question that
    it leans on, in full; "" where it stands alone. A `kind` without its part behind the stroke is a task, of which any
    kind may be meant."""

    text: str
    kind: str
    slots: tuple[Slot, ...]
    side: str = ""
    country: str = ""
    before: str = ""

    @property
    def language(self) -> str:
        return detect_language(self.text)


def readings(folder: Path = FOLDER) -> list[list[Reading]]:
    """All questions, each with those that lean on it, in the order of the files."""
    groups: list[list[Reading]] = []
    for file in sorted(folder.glob("*.txt")):
        before = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith(">"):
                before = line[1:]
                continue
            leans = line.startswith("<")
            one = _reading(line.removeprefix("<"))
            if leans:
                one = replace(one, before=before)
            if leans and groups and groups[-1][-1].text == before:
                groups[-1].append(one)
            else:
                groups.append([one])
            before = one.text
    return groups


def _reading(line: str) -> Reading:
    asked, country, marked = line.split(";", 2)
    kind, _, side = asked.partition("+")
    text, slots, place = "", [], 0
    for found in _MARK.finditer(marked):
        text += marked[place : found.start()]
        words = found[2]
        article = _ARTICLE.match(words) if found[1] != "quotation" else None
        skipped = article.end() if article else 0
        slots.append(Slot(found[1], len(text) + skipped, len(text) + len(words)))
        text += words
        place = found.end()
    return Reading(text + marked[place:], kind, tuple(slots), side, country)


def of_answers(entries: Iterable[dict[str, Any]], dice: random.Random, most: int, models: Path) -> list[Reading]:
    """At most so many of the reader's questions and their near misses: a sentence answers each, so each asks for one,
    whoever and whatever it names. What their words name is the shipped tagger's guess; what it takes for a vote or a
    list is left out, since the tables answer that better."""
    asked_for = [(one["q"], _ANSWERS.get(one["asks"], "answer")) for one in entries]
    asked_for += [(one["near_miss"]["q"], "answer") for one in entries]
    guesses = (_guess(text, kind, models) for text, kind in dice.sample(asked_for, min(most, len(asked_for))))
    return [guess for guess in guesses if guess]


def _guess(text: str, kind: str, models: Path) -> Reading | None:
    words = words_of(text)
    nothing = [""] * len(words)
    asked = Asked([word.text for word in words], nothing, [False] * len(words))
    tags = open_tagger(detect_language(text), models).tag(asked)
    if tags.kinds[0][0].startswith(_OF_TABLES):
        return None
    slots: list[Slot] = []
    for word, label in zip(words, tags.labels, strict=False):
        if label.startswith("B-"):
            slots.append(Slot(label[2:], word.start, word.end))
        elif label.startswith("I-") and slots:
            slots[-1] = replace(slots[-1], end=word.end)
    return Reading(text, kind, tuple(slots))


def labels_of(one: Reading, words: Sequence[Word]) -> list[str]:
    """The label of each word: "B-" and "I-" with its slot, or "O"."""
    labels = ["O"] * len(words)
    for slot in one.slots:
        begins = True
        for place, word in enumerate(words):
            if word.start < slot.end and word.end > slot.start:
                labels[place] = f"{'B' if begins else 'I'}-{slot.name}"
                begins = False
    return labels


def asked(one: Reading, dice: random.Random, pronouns: frozenset[str], before: str | None = None) -> Asked:
    """A question as the product gives it to the tagger, in a record that knows some of what it names; `before` is put
    in front of a question that stands alone."""
    words = words_of(one.text)
    known, begins = [""] * len(words), [False] * len(words)
    for slot in one.slots:
        what, named = _KNOWN.get(slot.name, ""), one.text[slot.start : slot.end]
        if not what or without_accents(named) in pronouns or dice.random() < _UNKNOWN.get(slot.name, _SELDOM):
            continue
        if what == "person" and named.islower() and dice.random() < _SMALL:
            continue
        for place, word in enumerate(words):
            if word.start < slot.end and word.end > slot.start:
                known[place], begins[place] = what, word.start <= slot.start
    other = one.before or (before or "")
    return Asked(
        [word.text for word in words], known, begins, tuple(word.text for word in words_of(other)) if other else ()
    )


def with_others_before(some: Iterable[Reading], dice: random.Random) -> list[tuple[Reading, str]]:
    """Each question with the one that stands before it: of some that stand alone a chance one."""
    every = list(some)
    texts = [one.text for one in every]
    return [(one, one.before or (dice.choice(texts) if dice.random() < _BEHIND_ANOTHER else "")) for one in every]
