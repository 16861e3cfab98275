"""Fits the bridge: the matrix that carries a query from the multilingual model's space into the English model's.

English questions need no translation: both models embed them, and a matrix by least squares leads from one vector to
the other. As the multilingual model embeds a French question near the English one, the same matrix carries it, too;
questions asked in both languages make it better at that (as in Reimers and Gurevych, 2020, without a student network).
"""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.clients.embedder import Vectors, prefixes_of
from rag.clients.local_embedder import encoders
from rag.clients.trained import MULTILINGUAL
from rag.clients.wheels import DIMENSIONS
from rag.language.glossary import meanings
from rag.retrieval.bridge import BRIDGE, carry, with_one
from training import own, public
from training.embedder import MODEL

# Written for this by people who saw English questions of `train` alone.
PAIRS = own.DATA / "pairs" / "train.jsonl"
_PUBLIC = 30_000
# One question in so many is kept to measure.
_HELD_OUT = 6
# How much a pair of questions in both languages counts, and a word of the glossary, beside an English question.
_OF_PAIRS, _OF_WORDS, _PENALTY = 30.0, 0.3, 0.1
_AT_ONCE = 64


def run(shared: Path, models: Path) -> str:
    """Fits the bridge, keeps it beside the code, and returns how well it carries questions that no fit saw."""
    pairs = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    kept, learning = pairs[::_HELD_OUT], [one for place, one in enumerate(pairs) if place % _HELD_OUT]
    english = _english_questions(shared)
    french = [asked for one in learning for asked in one["fr"]]
    words = meanings()
    asked = [*english, *french, *words]
    meant = [*english, *(asked for one in learning for asked in one["en"]), *words.values()]
    weights = [1.0] * len(english) + [_OF_PAIRS] * len(french) + [_OF_WORDS] * len(words)
    matrix = fit(_embed(MULTILINGUAL, models, asked), _embed(MODEL, models, meant), np.array(weights))
    carrying: dict[str, Any] = {MODEL: matrix.astype(np.float16)}
    np.savez_compressed(BRIDGE, **carrying)
    there = carry(_embed(MULTILINGUAL, models, [one["fr"][0] for one in kept]), matrix)
    wanted = _embed(MODEL, models, [one["en"][0] for one in kept])
    cosine, nearest = (there * wanted).sum(1).mean(), (there @ wanted.T).argmax(1) == np.arange(len(kept))
    return f"{len(kept)} questions: cosine {cosine:.3f}, the same one nearest {nearest.mean():.3f}"


def fit(asked: Vectors, meant: Vectors, weights: NDArray[np.float64]) -> Vectors:
    """Returns the matrix of shape `(dimensions + 1, dimensions)` that leads from vectors, with a one appended, to
    others: by weighted ridge regression."""
    rows = with_one(asked.astype(np.float64))
    weighted = rows.T * weights
    matrix = np.linalg.solve(weighted @ rows + _PENALTY * np.eye(rows.shape[1]), weighted @ meant)
    return matrix.astype(np.float32)


def _english_questions(shared: Path) -> list[str]:
    dice = random.Random(1)
    ours = [one for one in own.questions(own.DATA / "train") if one["language"] == "en"]
    asked = [text for one in ours for text in (one["q"], one.get("near_miss", {}).get("q", "")) if text]
    examples = public.answers(shared / "reader", dice)
    others = list(dict.fromkeys(one.question for one in examples if one.language == "en"))
    return list(dict.fromkeys([*asked, *dice.sample(others, min(_PUBLIC, len(others)))]))


def _embed(name: str, models: Path, texts: Sequence[str]) -> Vectors:
    """Returns a model's vectors of texts as queries. Texts of similar length are embedded together."""
    prefix, encode = prefixes_of(name)[0], encoders(name, models, streams=1)[0]
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    vectors = np.empty((len(texts), DIMENSIONS), np.float32)
    for first in range(0, len(order), _AT_ONCE):
        places = order[first : first + _AT_ONCE]
        vectors[places] = encode([prefix + texts[place] for place in places])
    return vectors
