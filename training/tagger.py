"""Trains the tagger: labels of words, kinds of question, sides, and whether a question leans on the one before."""

import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from rag.clients.tagger.layout import Layout
from rag.clients.tagger.local import DATA, NAMES, Names, Tags, decode_tags, names
from rag.clients.weights import pack, unpack
from rag.language.tokens import words_of
from speeches.understanding.lexicon import PRONOUNS
from training import own as ours
from training.classes import IGNORED, classes_loss, tensors_of, train_classes
from training.encoders import open_encoder
from training.networks import TaggerModel
from training.readings import (
    Reading,
    answer_readings,
    labels_of,
    pair_with_previous,
    readings,
    tagger_question,
    taught_readings,
)

_BATCH = 24
# A word of asking is outside slots in at least this many questions. A word of phrasing is outside in at least so many,
# and in at least this share of the questions that contain it.
_OFTEN, _SELDOM, _OUTSIDE = 15, 8, 0.95
# A word asks for a kind if it is outside in so many questions of that kind, and in this share of all that contain it.
_OF_ITS_KIND, _MOSTLY_OUTSIDE = 5, 0.9
# How many of the reader's questions join those written for the tagger, by language.
_ANSWERS = {"en": 4000, "fr": 1500}
# How often the questions of sets count, which are asked as people ask.
_TAUGHT = 4
# The logits of answer kinds are lowered by this much, because training sees answers more often than people ask for
# them.
_RARER = 1.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyperparameters of training. Word embeddings and the layers below `first_layer` stay fixed."""

    rounds: int = 14
    rate: float = 1.5e-4
    head_rate: float = 1e-3
    first_layer: int = 0
    dropout: float = 0.1
    kinds: float = 0.5
    seed: int = 1


def names_of(some: Sequence[Reading]) -> Names:
    """Returns the labels, kinds and sides that occur."""
    slots = sorted({slot.name for one in some for slot in one.slots})
    labels = ["O", *(f"{place}-{slot}" for slot in slots for place in "BI")]
    kinds, sides = sorted({one.kind for one in some}), sorted({one.side for one in some if one.side is not None})
    return Names(tuple(labels), tuple(kinds), tuple(sides), *_words_of_asking(some))


def _words_of_asking(
    some: Sequence[Reading],
) -> tuple[frozenset[str], frozenset[str], dict[str, frozenset[str]]]:
    """Returns the words that are outside slots in many questions, those that are in some and hardly ever inside, and by
    kind those that are in some of that kind and hardly ever inside."""
    outside: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    of_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for one in some:
        words = words_of(one.text)
        labelled = {(label == "O", word.folded) for word, label in zip(words, labels_of(one, words), strict=True)}
        own = [word for is_outside, word in labelled if is_outside and word.isalpha()]
        outside.update(own)
        of_kind[one.kind].update(own)
        inside.update(word for is_outside, word in labelled if not is_outside)
    often = frozenset(word for word, times in outside.items() if times >= _OFTEN)
    rarely = (word for word, times in outside.items() if times >= max(_SELDOM, _OUTSIDE * (times + inside[word])))
    phrasing = frozenset(rarely) - often
    asking_for = {
        kind: frozenset(
            word
            for word, times in own.items()
            if times >= _OF_ITS_KIND and outside[word] >= _MOSTLY_OUTSIDE * (outside[word] + inside[word])
        )
        - often
        - phrasing
        for kind, own in sorted(of_kind.items())
    }
    return often, phrasing, {kind: words for kind, words in asking_for.items() if words}


def new_tagger(encoder: str, known: Names, dropout: float, hidden: int = 0) -> tuple[TaggerModel, Layout]:
    """Returns a tagger with an embedding model's weights and new heads; the classes have `hidden` units, by default as
    many as the encoder. Raises ValueError."""
    with open_encoder(encoder) as (own, folder):
        model = TaggerModel(own, len(known.labels), len(known.kinds) + len(known.sides) + 1, dropout, hidden)
        return model, Layout(folder / "tokenizer.json")


def packed_tagger(encoder: str) -> tuple[TaggerModel, Layout]:
    """Returns a tagger with the shipped weights. Raises ValueError."""
    with np.load(DATA / f"{encoder}.npz", allow_pickle=False) as kept:
        hidden = len(kept["classes.0.bias"])
    model, layout = new_tagger(encoder, names(), 0.0, hidden)
    own = {name: values.numpy() for name, values in model.state_dict().items() if name.startswith("encoder.")}
    packed = {name: torch.from_numpy(values) for name, values in unpack(DATA / f"{encoder}.npz", own).items()}
    model.load_state_dict(model.state_dict() | packed)
    return model, layout


def train(encoder: str, some: Sequence[Reading], known: Names, recipe: Recipe) -> tuple[TaggerModel, Layout]:
    """Trains a tagger on questions, from an embedding model."""
    torch.manual_seed(recipe.seed)
    dice = random.Random(recipe.seed)
    model, layout = new_tagger(encoder, known, recipe.dropout)
    optimizer, schedule = _optimizer(model, recipe, recipe.rounds * math.ceil(len(some) / _BATCH))
    for round_ in range(recipe.rounds):
        model.train()
        lost = 0.0
        for batch in _batches(pair_with_previous(some, dice), dice):
            inputs = layout.inputs([tagger_question(one, dice, PRONOUNS, before) for one, before in batch])
            with torch.autocast("cpu", dtype=torch.bfloat16):
                labels, classes = model.read(*tensors_of(inputs))
            loss = _loss(labels.float(), classes.float(), [one for one, _ in batch], known, recipe)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            lost += float(loss.detach())
        print(f"round {round_ + 1}/{recipe.rounds}  loss {lost * _BATCH / len(some):.3f}", flush=True)
    lower_answers(model, known)
    return model, layout


def lower_answers(model: TaggerModel, known: Names) -> None:
    """Lowers the logits of answer kinds."""
    last = model.classes[-1]
    assert isinstance(last, nn.Linear)
    with torch.no_grad():
        last.bias[: len(known.kinds)] -= torch.tensor([_RARER * kind.startswith("answer/") for kind in known.kinds])


def _batches(pairs: list[tuple[Reading, str]], dice: random.Random) -> list[list[tuple[Reading, str]]]:
    """Returns batches of questions of similar length, in random order."""
    ordered = sorted(pairs, key=lambda pair: len(pair[0].text) // 12 + dice.random())
    batches = [ordered[start : start + _BATCH] for start in range(0, len(ordered), _BATCH)]
    dice.shuffle(batches)
    return batches


def _optimizer(model: TaggerModel, recipe: Recipe, steps: int) -> tuple[torch.optim.Optimizer, Any]:
    model.encoder.embeddings.requires_grad_(False)
    if getattr(model.encoder, "pooler", None) is not None:
        model.encoder.pooler.requires_grad_(False)
    for layer in model.encoder.encoder.layer[: recipe.first_layer]:
        layer.requires_grad_(False)
    own = [one for one in model.encoder.parameters() if one.requires_grad]
    heads = [one for name, one in model.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": own, "lr": recipe.rate}, {"params": heads, "lr": recipe.head_rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    warm = max(1, int(0.06 * steps))

    def share(step: int) -> float:
        return (step + 1) / warm if step < warm else max(0.0, (steps - step) / (steps - warm))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, share)


def _loss(labels: Tensor, classes: Tensor, some: Sequence[Reading], known: Names, recipe: Recipe) -> Tensor:
    """Returns the sum of the cross entropies of word labels and of the classes."""
    wanted = torch.full(labels.shape[:2], IGNORED)
    for row, one in enumerate(some):
        own = labels_of(one, words_of(one.text))[: labels.shape[1]]
        wanted[row, : len(own)] = torch.tensor([known.labels.index(label) for label in own])
    lost = nn.functional.cross_entropy(labels.flatten(0, 1), wanted.flatten(), ignore_index=IGNORED)
    return lost + classes_loss(classes, some, known, recipe.kinds)


def read_questions(
    model: TaggerModel, layout: Layout, some: Sequence[Reading], known: Names, seed: int = 5
) -> list[Tags]:
    """Returns a tagger's readings of questions."""
    model.eval()
    dice, found = random.Random(seed), []
    for one, before in pair_with_previous(some, dice):
        inputs = layout.inputs([tagger_question(one, dice, PRONOUNS, before)])
        with torch.no_grad():
            labels, classes = model.read(*tensors_of(inputs))
        found.append(decode_tags(labels[0].numpy(), classes[0].numpy(), known))
    return found


def measures(some: Sequence[Reading], found: Sequence[Tags]) -> str:
    """Describes the shares of questions whose task, kind, leaning and slots are right, how many of the sides that are
    labelled, and the F1 of slots, also by slot."""
    right: Counter[str] = Counter()
    slots: dict[str, Counter[str]] = {}
    sides: list[bool] = []
    for one, tags in zip(some, found, strict=True):
        kind = tags.kinds[0][0]
        right["task"] += kind.split("/")[0] == one.kind.split("/")[0]
        right["kind"] += kind.startswith(one.kind)
        right["leans"] += (tags.leans > 0.5) == bool(one.before)
        if one.kind.startswith("vote/") and one.side is not None:
            sides.append(one.side == tags.side)
        wanted, own = (_spans(labels) for labels in (labels_of(one, words_of(one.text)), tags.labels))
        right["all slots"] += wanted == own
        for slot, *_ in wanted | own:
            slots.setdefault(slot, Counter())
        for span in wanted | own:
            slots[span[0]]["both" if span in wanted and span in own else "one"] += 1
    shares = "  ".join(f"{name} {count / len(some):.3f}" for name, count in right.items())
    by_slot = "  ".join(
        f"{name} {2 * own['both'] / (2 * own['both'] + own['one']):.2f}" for name, own in sorted(slots.items())
    )
    both, alone = (sum(own[key] for own in slots.values()) for key in ("both", "one"))
    of_sides = f"sides {sum(sides)} of {len(sides)}"
    return f"{len(some)} questions: {shares}  {of_sides}  slots {2 * both / (2 * both + alone):.3f}\n  {by_slot}"


def _spans(labels: Sequence[str]) -> set[tuple[str, int, int]]:
    found, start = set(), 0
    for place, label in enumerate([*labels, "O"]):
        if place and labels[place - 1] != "O" and not label.startswith("I-"):
            found.add((labels[place - 1][2:], start, place))
        if label.startswith("B-"):
            start = place
    return found


def export(model: TaggerModel, encoder: str, known: Names) -> None:
    """Packs the weights beside the code that reads them, with the meaning of the outputs."""
    own = {
        name: values.numpy()
        for name, values in new_tagger(encoder, known, 0.0)[0].state_dict().items()
        if name.startswith("encoder.")
    }
    pack({name: values.float().numpy() for name, values in model.state_dict().items()}, own, DATA / f"{encoder}.npz")
    write_names(known)


def write_names(known: Names) -> None:
    """Writes the meaning of the models' outputs."""
    kept: dict[str, Any] = {name: getattr(known, name) for name in ("labels", "kinds", "sides")}
    kept |= {name: sorted(getattr(known, name)) for name in ("asking", "phrasing")}
    asking_for = {kind: sorted(words) for kind, words in known.asking_for.items()}
    NAMES.write_text(json.dumps(kept | {"asking_for": asking_for}, indent=1, ensure_ascii=False) + "\n")


# The lower of twelve layers stay fixed, which keeps the file small. Training more layers takes fewer rounds.
_RECIPES = {"multilingual-e5-small": {"rounds": 9, "first_layer": 4}}


def recipe_of(encoder: str) -> Recipe:
    """Returns the recipe of the shipped tagger."""
    return Recipe(**_RECIPES.get(encoder, {}))


def run(encoder: str, language: str, models: Path, *, without: frozenset[str], recipe: Recipe, goes_on: bool) -> None:
    """Trains a tagger and ships it.

    `without` names sets that it does not learn from: then it prints how the tagger reads them, and ships nothing.
    `models` is the folder for unpacked models. The English tagger sees no French; the other sees both. A question of a
    set counts four times. One that `goes_on` learns only what questions ask for, and keeps the words of asking, which
    the product's rules are tuned to. Raises ValueError.
    """
    written = [one for group in readings() for one in group]
    taught = taught_readings(without)
    known = names_of(written)
    learning = [*written, *taught * _TAUGHT]
    for spoken, most in _ANSWERS.items():
        learning += answer_readings(_reader_questions(spoken), random.Random(1), most, models)
    learning = [one for one in learning if language != "en" or one.language == "en"]
    if goes_on:
        kept = names()
        known = replace(known, asking=kept.asking, phrasing=kept.phrasing, asking_for=kept.asking_for)
        if known.labels != kept.labels:
            raise ValueError("The lines mark other slots than the weights know: train all of the tagger.")
        model, layout = packed_tagger(encoder)
        train_classes(model, layout, learning, known)
        lower_answers(model, known)
    else:
        model, layout = train(encoder, learning, known, recipe)
    if not without:
        export(model, encoder, known)
        return
    held = [one for one in taught_readings() if one not in taught]
    for spoken in ("en", "fr") if language != "en" else ("en",):
        own = [one for one in held if one.language == spoken]
        print(spoken, measures(own, read_questions(model, layout, own, known)))


def _reader_questions(language: str) -> list[dict[str, Any]]:
    """Returns the reader's questions on the record in a language, without those that its judges are fitted on."""
    kept = ours.validation_ids()
    return [
        one
        for one in ours.questions(ours.DATA / "train")
        if one["language"] == language and one["id"] not in kept and not ours.is_topic(one) and not ours.is_rule(one)
    ]
