"""`python -m training STEP`: train the models that ship, measure and export them.

docs/reader.md, docs/understanding.md, docs/search.md and docs/bylaws.md tell the methods.
"""

import argparse
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from training import asked, bridge, embedder, label, machine, outside, own, public, readings, subjects, tagger, votes
from training.encoders import ENCODERS, new_reader
from training.examples import Example
from training.export import calibrate, export, packed_reader
from training.gold import write_gold
from training.measure import measure, measure_scores, score
from training.mine import PASSAGES, mine
from training.train import recipe_of, train

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
OUTPUT = ROOT / ".local" / "training"
MINED = OUTPUT / "mined.jsonl"
_STEPS = "mine train measure export gold ask label tagger embedder bridge machine outside subjects votes".split()
_SEED = 1


def main() -> None:
    """Runs a step."""
    arguments = _arguments()
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    OUTPUT.mkdir(parents=True, exist_ok=True)
    if arguments.step == "mine":
        others, kept = _entries(arguments, random.Random(arguments.seed))
        mine(MINED, SHARED, [*others, *kept])
    elif arguments.step == "ask":
        print(asked.ask_set(readings.FOLDER / f"{arguments.set}.jsonl", OUTPUT / f"{arguments.set}_answers.jsonl"))
    elif arguments.step == "votes":
        print(votes.run(readings.FOLDER))
    elif arguments.step == "gold":
        _gold(arguments.questions)
    elif arguments.step == "label":
        print(label.run(OUTPUT / "models"))
    elif arguments.step == "tagger":
        name, goes_on = ENCODERS[arguments.language], arguments.go_on
        recipe = tagger.recipe_of(name)
        if arguments.rounds:
            recipe = replace(recipe, rounds=arguments.rounds)
        without = frozenset(arguments.without.split(",")) - {""}
        models = OUTPUT / "models"
        tagger.run(name, arguments.language, models, without=without, recipe=recipe, goes_on=goes_on)
    elif arguments.step == "embedder":
        _embedder()
    elif arguments.step == "bridge":
        print(bridge.run(SHARED, OUTPUT / "models"))
    elif arguments.step == "machine":
        machine.run(SHARED / "bylaws", OUTPUT / "models")
    elif arguments.step == "subjects":
        subjects.run(ROOT / "speeches" / "data" / "calibration.json")
    elif arguments.step == "outside":
        outside.run(OUTPUT / "models")
    else:
        _reader(arguments)


def _embedder() -> None:
    """Trains the embedding model, exports it, and prints how well it does on questions that no training saw."""
    entries = [one for one in own.questions(own.DATA / "train") if one["language"] == embedder.LANGUAGE]
    kept = own.validation_ids()
    encoder = embedder.new_encoder()
    learning = embedder.pairs_of([one for one in entries if one["id"] not in kept], SHARED)
    embedder.train(encoder, learning, embedder.Recipe())
    embedder.export(encoder)
    print(embedder.measure(encoder, embedder.pairs_of([one for one in entries if one["id"] in kept], SHARED)))


def _gold(questions: str) -> None:
    """Writes gold files of the questions that no training sees, or of those of the tests that were asked in French."""
    entries = own.asked_in_french("sealed") if questions == "pairs" else own.questions(own.DATA / questions)
    chosen = own.validation_ids() if questions == "train" else {one["id"] for one in entries}
    entries = [one for one in entries if one["id"] in chosen and not own.is_topic(one)]
    for path in write_gold(entries, OUTPUT / "gold" / questions):
        print(path)


def _reader(arguments: argparse.Namespace) -> None:
    """Trains, measures or exports the reader of a language."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    name = ENCODERS[arguments.language]
    path = OUTPUT / f"{name}.pt"
    goes_on = arguments.step == "train" and arguments.go_on
    reader, layout = packed_reader(name) if goes_on and not path.exists() else new_reader(name)
    if goes_on and path.exists():
        reader.load_state_dict(torch.load(path, map_location="cpu"))
    reader.to(device)
    learning, validation = examples(arguments)
    print(f"{name} on {device}: {len(learning)} examples to learn from, {len(validation)} to choose by", flush=True)
    if arguments.step == "train":
        chosen = {"rounds": arguments.rounds, "rate": arguments.rate, "tokens": arguments.tokens}
        chosen = {name: value for name, value in chosen.items() if value}
        recipe = replace(recipe_of(name), seed=arguments.seed, frozen=arguments.frozen, **chosen)
        print(train(reader, layout, learning, validation, recipe, path, device=device))
    elif arguments.step == "measure":
        reader.load_state_dict(torch.load(path, map_location=device))
        print(measure(reader, layout, validation, device))
    else:
        export(name, path)
        reader, layout = packed_reader(name)
        scores = score(reader.to(device), layout, validation, device)
        print(measure_scores(validation, scores))
        calibrate(name, validation, scores)


def examples(wanted: argparse.Namespace) -> tuple[list[Example], list[Example]]:
    """Returns the examples to learn from and those for validation; the two share no question and no answer.

    The English model sees no French. The others see both languages, and questions on English days asked again in
    French; of public sets the French one takes French first.
    """
    language = wanted.language
    fixed, dice = random.Random(_SEED), random.Random(wanted.seed)
    others, chosen = _entries(wanted, dice)
    short = language == "all"
    learning = list(own.examples(others, SHARED, dice, short=short))
    validation = list(own.examples(chosen, SHARED, fixed, short=short))
    languages = {"en", "fr"} if language == "all" else {language, "en"}
    if MINED.exists():
        # Passages that the search finds look more like answers than passages that only share words.
        mined = list(
            own.mined_examples(
                [one for one in others if one["language"] in languages], MINED, dice, wanted.mined, short=short
            )
        )
        found = {one.contrast.removesuffix(f"/{own.MINED}") for one in mined}
        learning = [one for one in learning if one.source != "alike" or one.contrast not in found] + mined
        validation += own.mined_examples(
            [one for one in chosen if one["language"] in languages], MINED, fixed, most=PASSAGES, short=short
        )
    answers = [one for one in public.answers(SHARED / "reader", dice) if one.language in languages]
    dice.shuffle(answers)
    answers.sort(key=lambda one: one.language != language)
    learning += answers[: wanted.public]
    return [one for one in learning if one.language in languages], [
        one for one in validation if one.language in languages
    ]


def _entries(wanted: argparse.Namespace, dice: random.Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Returns our own questions to learn from, as many of each sort as wanted, and those for validation. Those of
    `always` are all among them."""
    entries, kept = own.questions(own.DATA / "train") + own.asked_in_french("train"), own.validation_ids()
    answered = {tuple(one["answer"]) for one in entries if own.id_written(one) in kept}
    others = [one for one in entries if own.id_written(one) not in kept and tuple(one["answer"]) not in answered]
    rarer = [one for one in others if own.is_topic(one) or own.is_rule(one)]
    on_record = [one for one in others if not (own.is_topic(one) or own.is_rule(one))]
    always = [one for one in on_record if wanted.always and one["id"].startswith(wanted.always)]
    on_record = [one for one in on_record if one not in always]
    learning = (
        always
        + dice.sample(rarer, min(wanted.rules, len(rarer)))
        + dice.sample(on_record, min(wanted.own, len(on_record)))
    )
    return learning, [one for one in entries if own.id_written(one) in kept]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("step", choices=_STEPS)
    parser.add_argument(
        "--language", choices=tuple(ENCODERS), default="en", help="the model to train; the better reader reads all"
    )
    parser.add_argument(
        "--go-on", action="store_true", help="train further; of a tagger that ships, what questions ask for"
    )
    parser.add_argument(
        "--questions",
        choices=("train", "sealed", "pairs"),
        default="train",
        help="gold: those kept for validation, the tests, or the tests asked again in French",
    )
    parser.add_argument("--set", default="set_f", help="ask: the set of questions, a file of data/readings")
    parser.add_argument(
        "--without", default="", help="tagger: measure on these sets, unseen, and ship nothing (such as y,z)"
    )
    parser.add_argument("--seed", type=int, default=_SEED, help="which examples, in which windows and order")
    parser.add_argument("--rounds", type=int, default=0, help="how often each example is read")
    parser.add_argument("--rate", type=float, default=0.0, help="how fast to learn")
    parser.add_argument("--tokens", type=int, default=0, help="the size of a batch")
    parser.add_argument("--mined", type=int, default=4, help="at most so many passages that only look like an answer")
    parser.add_argument("--frozen", type=int, default=0, help="so many of the lowest layers stay as they are")
    parser.add_argument("--own", type=int, default=10**6, help="at most so many of our own questions on the record")
    parser.add_argument("--always", default="", help="all of our own questions whose ids begin so, such as who-")
    parser.add_argument("--rules", type=int, default=10**6, help="at most so many of them on bylaws and on subjects")
    parser.add_argument("--public", type=int, default=10**6, help="at most so many examples of public sets")
    arguments = parser.parse_args()
    if arguments.language == "all" and arguments.step == "tagger":
        parser.error("There is no tagger of all languages; choose --language en or fr.")
    return arguments


if __name__ == "__main__":
    main()
