"""Examples from our own questions: what answers, the near miss, and passages of the document that only look alike."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from training.documents import Stretch, place_of, stretches_of
from training.examples import Example, sentences_in, window
from training.public import LONGEST

DATA = Path(__file__).resolve().parent / "data"
# The source of examples that are passages of the product's search.
MINED = "mined"
# Documents, and the last of the French ones' questions, that no training sees.
VALIDATION = {
    "au/reps/2022_07_27.xml",
    "ca/hansard/HAN086-E.xml",
    "uk/westminsterhall/westminster2009-10-27a.xml",
    "bylaws/hoa_vintage/Bylaws.pdf",
}
_FRENCH_KEPT = 60
# Passages of the same document, nearest in words, that are read beside the one that answers: of rules, of which
# nothing is mined, more.
_ALIKE, _ALIKE_RULES = 2, 4
_LEAD = 4


def questions(folder: Path) -> list[dict[str, Any]]:
    """All entries of a folder of question files, in order."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        found += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return found


def validation_ids(entries: list[dict[str, Any]]) -> set[str]:
    """The ids of the questions that are kept for validation."""
    french = [one["id"] for one in entries if one["language"] == "fr" and one["file"] != "invented"]
    invented = [one["id"] for one in entries if one["file"] == "invented"]
    return {one["id"] for one in entries if one["file"] in VALIDATION} | {
        *french[-_FRENCH_KEPT:],
        *invented[-_FRENCH_KEPT // 2 :],
    }


def examples(entries: list[dict[str, Any]], shared: Path, dice: random.Random) -> Iterator[Example]:
    """For each entry: the question beside the passage that answers it, its near miss beside the same, and the question
    beside passages like it. An entry whose sentences are not found in its document gives none."""
    for entry in entries:
        stretches = _stretches(entry, shared)
        found = place_of(entry["answer"], stretches)
        if found is None:
            continue
        number, places = found
        yield from _of_entry(entry, stretches, number, places, dice)


def mined(entries: list[dict[str, Any]], path: Path, dice: random.Random, most: int) -> Iterator[Example]:
    """The passages that the product's search found for the entries' questions: those that answer, each with the near
    miss beside it, and at most so many of the others, the first ones likeliest."""
    by_id: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        passage = json.loads(line)
        by_id[passage["id"]].append(passage)
    for entry in entries:
        found = by_id[entry["id"]]
        others = [one for one in found if not one["answers"]]
        while len(others) > most:
            others.pop(max(dice.randrange(len(others)), dice.randrange(len(others))))
        for passage in [*others, *(one for one in found if one["answers"])]:
            example = Example(
                entry["q"],
                tuple(passage["sentences"]),
                frozenset(passage["answers"]),
                passage["header"],
                MINED,
                entry["file"],
                entry["language"],
            )
            yield example
            if passage["answers"]:
                yield replace(example, question=entry["near_miss"]["q"], answers=frozenset(), source="near miss")


def _stretches(entry: dict[str, Any], shared: Path) -> tuple[Stretch, ...]:
    if entry["file"] == "invented":
        text = entry["passage"]
        return (Stretch("", tuple(span.of(text) for span in sentences_in(text))),)
    return stretches_of(shared / entry["file"])


def _of_entry(
    entry: dict[str, Any], stretches: tuple[Stretch, ...], number: int, places: frozenset[int], dice: random.Random
) -> Iterator[Example]:
    stretch = stretches[number]
    first, last = window(stretch.sentences, sorted(places), LONGEST, lead=dice.randrange(_LEAD + 1))
    base = Example(
        entry["q"],
        stretch.sentences[first:last],
        frozenset(place - first for place in places),
        header=stretch.header,
        source=f"own/{entry['id'].split('-')[0]}",
        group=entry["file"],
        language=entry["language"],
    )
    yield base
    yield Example(
        entry["near_miss"]["q"], base.sentences, frozenset(), base.header, "near miss", base.group, base.language
    )
    if entry["file"] != "invented":
        most = _ALIKE_RULES if entry["file"].endswith(".pdf") else _ALIKE
        for other in _alike(entry["q"], stretches, number, most):
            lead = dice.randrange(len(stretches[other].sentences))
            start, end = window(stretches[other].sentences, [lead], LONGEST, lead=_LEAD)
            sentences, header = stretches[other].sentences[start:end], stretches[other].header
            yield Example(entry["q"], sentences, frozenset(), header, "alike", base.group, base.language)


def _alike(question: str, stretches: tuple[Stretch, ...], but: int, most: int) -> list[int]:
    """The stretches of a document that share the rarest words with a question, without the one that answers."""
    vectors, vectorizer = _vectors(stretches)
    scores = np.asarray((vectors @ vectorizer.transform([question]).T).todense()).ravel()
    scores[but] = -1
    return [int(place) for place in np.argsort(-scores)[:most] if scores[place] > 0]


_known: dict[int, Any] = {}


def _vectors(stretches: tuple[Stretch, ...]) -> Any:
    """The stretches of a document by the weight of their words, and what weighs them; made once a document."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    if id(stretches) not in _known:
        vectorizer = TfidfVectorizer(sublinear_tf=True, strip_accents="unicode")
        texts = [f"{one.header} {' '.join(one.sentences)}" for one in stretches]
        _known[id(stretches)] = vectorizer.fit_transform(texts), vectorizer
    return _known[id(stretches)]
