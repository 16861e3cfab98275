"""Labelled questions for training the tagger: what each asks, and what its words name.

A line is `task/kind;country;text` with `[slot:words]` marks, and `+side` after the kind if a vote's side is wanted. A
line that begins with `<` leans on the line before. A line that begins with `>` is only the context of the next one.
"""

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rag.clients.tagger.layout import Question
from rag.clients.tagger.local import open_tagger
from rag.language.tokens import Word, without_accents, words_of
from rag.text.language import detect_language

FOLDER = Path(__file__).resolve().parent / "data" / "readings"
# The kinds under which the record tells the fact or list that a question of a set asks for, by the question's id.
KINDS_THAT_ANSWER = FOLDER / "kinds.json"
# The side that a question of a set about a vote wants, by the question's id.
SIDES = FOLDER / "sides.json"
# The questions of sets, labelled by `label`.
TAUGHT = FOLDER / "taught.jsonl"
_MARK = re.compile(r"\[([a-z]+):([^\]]*)\]")
# An article is not part of a slot, except in a quotation.
_ARTICLE = re.compile(r"(?:(?:the|an?|le|la|les|une?|des|du|de la)\s+|(?:l|d)['’]\s*)(?=\S)", re.IGNORECASE)
# What the record, or the form of the words, reveals about a slot beforehand.
_KNOWN = {
    "speaker": "person", "about": "person", "party": "party", "bill": "bill", "place": "place", "office": "office",
    "committee": "committee", "date": "date", "number": "number", "quotation": "quotation", "chamber": "chamber",
    "country": "country",
}  # fmt: skip
# How often the record does not know the words of a slot, so that only the words themselves help.
_UNKNOWN = {"date": 0.1, "number": 0.1, "chamber": 0.1, "quotation": 0.05}
_SELDOM = 0.35
# How often a name in lower case is left unknown.
_SMALL = 0.6
# How often a stand-alone question is read after an unrelated one.
_BEHIND_ANOTHER = 0.3
_OF_TABLES = ("vote/", "list/")
# The answer kind of each type of reader question. Of the other types only the task is known.
_ANSWERS = {
    "reason": "answer/reason", "number": "answer/figure", "sum": "answer/figure", "duration": "answer/figure",
    "yes-no": "answer/yesno", "date": "answer/date", "person": "answer/person", "who": "answer/person",
    "place": "answer/place", "position": "answer/position", "manner": "answer/manner",
    "definition": "answer/definition",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slot:
    """The position of a slot's words in a question."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as people labelled it: what it asks, the side that it wants, and its slots.

    `before` is the full question on which it leans; "" if it stands alone. A `kind` without the part after the slash is
    a task and may mean any of its kinds. `known` holds the names that a record knows; None leaves that to chance. A
    `side` of None is not labelled.
    """

    text: str
    kind: str
    slots: tuple[Slot, ...]
    side: str | None = ""
    country: str = ""
    before: str = ""
    known: tuple[Slot, ...] | None = None

    @property
    def language(self) -> str:
        return detect_language(self.text)


def readings(folder: Path = FOLDER) -> list[list[Reading]]:
    """Returns all questions, each grouped with those that lean on it, in file order."""
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


def taught_readings(without: frozenset[str] = frozenset()) -> list[Reading]:
    """Returns the labelled questions of sets, without those of some sets: "w"."""
    rows = (json.loads(line) for line in TAUGHT.read_text(encoding="utf-8").splitlines())
    return [
        Reading(
            one["text"],
            one["kind"],
            tuple(Slot(*slot) for slot in one["slots"]),
            one["side"],
            one["country"],
            one["before"],
            tuple(Slot(*slot) for slot in one["known"]),
        )
        for one in rows
        if one["id"].split("-")[0] not in without
    ]


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


def without_marks(text: str) -> str:
    """Returns a question without the marks of its slots, and with single spaces."""
    return " ".join(_MARK.sub(r"\2", text).split())


def answer_readings(entries: Iterable[dict[str, Any]], dice: random.Random, most: int, models: Path) -> list[Reading]:
    """Returns at most `most` of the reader's questions and near misses, labelled as asking for a sentence.

    The shipped tagger guesses the slots. Questions that it takes for votes or lists are left out, because the tables
    answer those better.
    """
    asked_for = [(one["q"], _ANSWERS.get(one["asks"], "answer")) for one in entries]
    asked_for += [(one["near_miss"]["q"], "answer") for one in entries]
    guesses = (_guess(text, kind, models) for text, kind in dice.sample(asked_for, min(most, len(asked_for))))
    return [guess for guess in guesses if guess]


def _guess(text: str, kind: str, models: Path) -> Reading | None:
    words = words_of(text)
    nothing = [""] * len(words)
    asked = Question([word.text for word in words], nothing, [False] * len(words))
    tags = open_tagger(detect_language(text), models).tag(asked)
    if tags.kinds[0][0].startswith(_OF_TABLES):
        return None
    return Reading(text, kind, slots_of(words, *names_and_begins(tags.labels)))


def names_and_begins(labels: Sequence[str]) -> tuple[list[str], list[bool]]:
    """Returns the name of each word's slot, and whether the slot begins there.

    >>> names_and_begins(["B-bill", "I-bill", "O"])
    (['bill', 'bill', ''], [True, False, False])
    """
    return [label[2:] for label in labels], [label.startswith("B-") for label in labels]


def slots_of(words: Sequence[Word], named: Sequence[str], begins: Sequence[bool]) -> tuple[Slot, ...]:
    """Returns the slots of words, of which each has its slot's name or "", and may begin it."""
    slots: list[Slot] = []
    for word, name, first in zip(words, named, begins, strict=False):
        if name and (first or not slots):
            slots.append(Slot(name, word.start, word.end))
        elif name:
            slots[-1] = replace(slots[-1], end=word.end)
    return tuple(slots)


def labels_of(one: Reading, words: Sequence[Word]) -> list[str]:
    """Returns the label of each word: "B-" or "I-" with its slot, or "O"."""
    labels = ["O"] * len(words)
    for slot in one.slots:
        begins = True
        for place, word in enumerate(words):
            if word.start < slot.end and word.end > slot.start:
                labels[place] = f"{'B' if begins else 'I'}-{slot.name}"
                begins = False
    return labels


def tagger_question(one: Reading, dice: random.Random, pronouns: frozenset[str], before: str | None = None) -> Question:
    """Returns a question as the product gives it to the tagger, in a record that knows some of the names. `before` is
    put in front of a question that stands alone."""
    words = words_of(one.text)
    known, begins = [""] * len(words), [False] * len(words)
    for name in _known_by_chance(one, dice, pronouns) if one.known is None else one.known:
        for place, word in enumerate(words):
            if word.start < name.end and word.end > name.start:
                known[place], begins[place] = name.name, word.start <= name.start
    other = one.before or (before or "")
    return Question(
        [word.text for word in words], known, begins, tuple(word.text for word in words_of(other)) if other else ()
    )


def _known_by_chance(one: Reading, dice: random.Random, pronouns: frozenset[str]) -> Iterator[Slot]:
    """The names of a question that some record may know."""
    for slot in one.slots:
        what, named = _KNOWN.get(slot.name, ""), one.text[slot.start : slot.end]
        if not what or without_accents(named) in pronouns or dice.random() < _UNKNOWN.get(slot.name, _SELDOM):
            continue
        if not (what == "person" and named.islower() and dice.random() < _SMALL):
            yield Slot(what, slot.start, slot.end)


def pair_with_previous(some: Iterable[Reading], dice: random.Random) -> list[tuple[Reading, str]]:
    """Pairs each question with the one before it. Some stand-alone questions get a random one."""
    every = list(some)
    texts = [one.text for one in every]
    return [(one, one.before or (dice.choice(texts) if dice.random() < _BEHIND_ANOTHER else "")) for one in every]
