"""Makes examples from public sets of labelled questions. Their README explains fields and licences."""

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.examples import Example, sentences_in, window

# Length of a passage in the product. Longer ones are cut around the answer, to a random length in this range.
LONGEST, SHORTEST = 1000, 400
# Maximum number of sentences before the answer.
_LEAD = 4
# Sets of passages with the position of the answer: file, language, and how many to take.
_SPANS = (
    ("squad2_dev_a", "en", 6078),
    ("squad2_dev_b_rebuilt", "en", 5795),
    ("squad2_train_10articles", "en", 3000),
    ("policyqa", "en", 5000),
    ("tydiqa_goldp_en", "en", 3000),
    ("mlqa_en_dev", "en", 1148),
    ("piaf_fr", "fr", 3835),
)
# Questions that were made unanswerable, with the reason: near misses.
_NEAR_MISSES = ("squad2_cr", 3000)
# Sets of single sentences. Those of one question are read together.
_SENTENCES = ("selqa", "qed_dev_sent", "qnli_dev")
_MOST_SENTENCES = 8
# Answers of the rebuilt set are used only if at least this many people agree on them.
_AGREE = 3


def answers(folder: Path, dice: random.Random) -> Iterator[Example]:
    """Yields questions with passages that answer them, or only seem to."""
    for name, language, most in _SPANS:
        for row in _sample(folder, name, most, dice):
            if row["y"] in (1, "1") and row.get("agree", _AGREE) < _AGREE:
                continue
            if (example := _span_example(row, name, language, dice)) is not None:
                yield example
    name, most = _NEAR_MISSES
    for row in _sample(folder, name, most, dice):
        if row["p"] and (example := _span_example({**row, "y": 0}, name, "en", dice)) is not None:
            yield example
    for name in _SENTENCES:
        yield from _sentence_examples(folder, name, dice)


def _sample(folder: Path, name: str, most: int, dice: random.Random) -> list[dict[str, Any]]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return dice.sample(rows, most) if len(rows) > most else rows


def _span_example(row: dict[str, Any], name: str, language: str, dice: random.Random) -> Example | None:
    """Returns an example from a passage with a known answer position; None if no sentence contains it."""
    text = row["p"]
    spans = sentences_in(text)
    answerable = row["y"] in (1, "1")
    starts = row["start"] if answerable else []
    places = sorted({place for place, span in enumerate(spans) for start in starts if span.start <= start < span.end})
    if not spans or (answerable and not places):
        return None
    texts = [span.of(text) for span in spans]
    longest, lead = dice.randint(SHORTEST, LONGEST), dice.randrange(_LEAD + 1)
    first, last = window(texts, places or [dice.randrange(len(texts))], longest, lead)
    return Example(
        row["q"],
        tuple(texts[first:last]),
        frozenset(place - first for place in places),
        source=name,
        group=f"{name}/{row.get('title') or text[:60]}",
        language=language,
    )


def _sentence_examples(folder: Path, name: str, dice: random.Random) -> Iterator[Example]:
    """Yields examples that join the sentences of one question into a passage, in file order."""
    rows = _sample(folder, name, 10**9, dice)
    together: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        together[row["q"]].append(row)
    for question, own in together.items():
        answering = [row for row in own if row["y"] in (1, "1")]
        others = [row for row in own if row["y"] not in (1, "1")]
        kept = answering[:2] + dice.sample(others, min(len(others), _MOST_SENTENCES - min(2, len(answering))))
        kept.sort(key=own.index)
        group = f"{name}/{own[0].get('art', question)}"
        yield Example(
            question,
            tuple(row["s"] for row in kept),
            frozenset(place for place, row in enumerate(kept) if row["y"] in (1, "1")),
            source=name,
            group=group,
        )
