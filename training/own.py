"""Makes examples from our own questions: the passage that answers, the near miss, and similar passages of the
document."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from training.documents import Stretch, place_of, stretches_of
from training.examples import Example, sentences_in, shorten, window
from training.public import LONGEST

DATA = Path(__file__).resolve().parent / "data"
# Stands for the file of an entry whose passage was written for its question and is part of the entry.
INVENTED = "invented"
# The source of examples whose passages the product's search found.
MINED = "mined"
# How many similar passages of the same document are added to the one that answers.
_ALIKE = 2
_LEAD = 4
# Marks a request for everything said on a subject. Its entry lists some of that; nobody looked for the rest.
_TOPIC = "topic"
_FRENCH = "fr-again-"


def questions(folder: Path) -> list[dict[str, Any]]:
    """Returns all entries of a folder of question files, in order."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        found += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return found


def asked_in_french(folder: str) -> list[dict[str, Any]]:
    """Returns the entries of "train" or "sealed" that were asked again in French, with these questions, under ids of
    their own."""
    known = {one["id"]: one for one in questions(DATA / folder)}
    lines = (DATA / "pairs" / f"{folder}.jsonl").read_text(encoding="utf-8").splitlines()
    found = []
    for pair in map(json.loads, lines):
        entry, (asked, near) = known[pair["id"]], pair["fr"]
        again = {"id": f"{_FRENCH}{pair['id']}", "q": asked, "language": "fr"}
        found.append(entry | again | {"near_miss": entry["near_miss"] | {"q": near}})
    return found


def id_written(entry: dict[str, Any]) -> str:
    """Returns the id of the question that a writer wrote, of which an entry may be the French."""
    written: str = entry["id"].removeprefix(_FRENCH)
    return written


def validation_ids() -> set[str]:
    """Returns the ids of the questions that no training sees. The reader's weights and its judges are chosen by
    them."""
    return set((DATA / "validation.txt").read_text().split())


def is_topic(entry: dict[str, Any]) -> bool:
    """Whether an entry asks for what was said on a subject."""
    return bool(entry["asks"] == _TOPIC)


def is_rule(entry: dict[str, Any]) -> bool:
    """Whether an entry asks for what bylaws say."""
    return bool(entry["file"] == INVENTED or entry["file"].endswith(".pdf"))


def examples(
    entries: list[dict[str, Any]], shared: Path, dice: random.Random, *, short: bool = False
) -> Iterator[Example]:
    """Yields, for each entry, the question with the passage that answers it, its near miss with the same passage, and
    the question with similar passages. Skips entries whose sentences are not found in their document.

    With `short`, the passages are cut to what the better reader is given.
    """
    invented = {language: _invented_stretches(entries, language) for language in {one["language"] for one in entries}}
    for entry in entries:
        stretches = invented[entry["language"]] if entry["file"] == INVENTED else stretches_of(shared / entry["file"])
        found = place_of(entry["answer"], stretches)
        if found is None:
            continue
        number, places = found
        yield from _entry_examples(entry, stretches, number, places, dice, short=short)


def mined_examples(
    entries: list[dict[str, Any]], path: Path, dice: random.Random, most: int, *, short: bool = False
) -> Iterator[Example]:
    """Yields the passages that the search found for the entries' questions: those that answer, each also with the near
    miss, and at most `most` of the others, preferably the first ones. With `short`, they are cut as in `examples`."""
    by_id: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        passage = json.loads(line)
        by_id[passage["id"]].append(passage)
    for entry in entries:
        found = by_id[entry["id"]] if not is_topic(entry) else []
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
                contrast=f"{entry['id']}/{MINED}",
            )
            example = shorten(example, dice) if short else example
            yield example
            if passage["answers"]:
                yield replace(example, question=entry["near_miss"]["q"], answers=frozenset(), source="near miss")


def _invented_stretches(entries: list[dict[str, Any]], language: str) -> tuple[Stretch, ...]:
    """Returns the distinct passages in the entries of a language."""
    own = (one for one in entries if one["file"] == INVENTED and one["language"] == language)
    headers = {one["passage"]: one.get("header", "") for one in own}
    return tuple(
        Stretch(header, tuple(span.of(text) for span in sentences_in(text))) for text, header in headers.items()
    )


def _entry_examples(
    entry: dict[str, Any],
    stretches: tuple[Stretch, ...],
    number: int,
    places: frozenset[int],
    dice: random.Random,
    *,
    short: bool,
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
        contrast=entry["id"],
    )
    base = shorten(base, dice) if short else base
    yield _beside_unknown(base) if is_topic(entry) else base
    yield replace(base, question=entry["near_miss"]["q"], answers=frozenset(), source="near miss")
    for other in _others(entry, stretches, number, dice):
        lead = dice.randrange(len(stretches[other].sentences))
        start, end = window(stretches[other].sentences, [lead], LONGEST, lead=_LEAD)
        sentences, header = stretches[other].sentences[start:end], stretches[other].header
        other_example = replace(base, sentences=sentences, answers=frozenset(), header=header, source="alike")
        yield shorten(other_example, dice) if short else other_example


def _beside_unknown(example: Example) -> Example:
    return replace(example, unknown=frozenset(range(len(example.sentences))) - example.answers)


def _others(entry: dict[str, Any], stretches: tuple[Stretch, ...], number: int, dice: random.Random) -> list[int]:
    """Returns stretches that do not answer: the most similar ones. For a subject, where similar ones may answer, random
    ones."""
    if is_topic(entry):
        return [other for other in dice.sample(range(len(stretches)), min(_ALIKE, len(stretches))) if other != number]
    return _alike(entry["q"], stretches, number, _ALIKE)


def _alike(question: str, stretches: tuple[Stretch, ...], but: int, most: int) -> list[int]:
    """Returns the stretches of a document closest to a question by TF-IDF, without the one that answers."""
    vectors, vectorizer = _vectors(stretches)
    scores = np.asarray((vectors @ vectorizer.transform([question]).T).todense()).ravel()
    scores[but] = -1
    return [int(place) for place in np.argsort(-scores)[:most] if scores[place] > 0]


_known: dict[int, Any] = {}


def _vectors(stretches: tuple[Stretch, ...]) -> Any:
    """Returns the TF-IDF vectors of a document's stretches and their vectorizer. Computed once per document."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    if id(stretches) not in _known:
        vectorizer = TfidfVectorizer(sublinear_tf=True, strip_accents="unicode")
        texts = [f"{one.header} {' '.join(one.sentences)}" for one in stretches]
        _known[id(stretches)] = vectorizer.fit_transform(texts), vectorizer
    return _known[id(stretches)]
