"""`python -m training STEP`: train the reader, measure it, or export it. docs/reader.md tells the method."""

import argparse
import os
import random
from pathlib import Path

import torch

from training import own, public
from training.encoders import ENCODERS, new_reader
from training.examples import Example
from training.export import calibrate, export, packed_reader
from training.measure import measure
from training.mine import PASSAGES, mine
from training.train import Recipe, train

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
OUTPUT = ROOT / ".local" / "training"
MINED = OUTPUT / "mined.jsonl"
_SEED = 1
_CLAIMS_KEPT = 600
# How often our own questions are read, each time in another window of their passage.
_OWN_ROUNDS = 1


def main() -> None:
    """Run a step."""
    arguments = _arguments()
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    OUTPUT.mkdir(parents=True, exist_ok=True)
    if arguments.step == "mine":
        mine(MINED)
        return
    device = "cuda" if torch.cuda.is_available() else "cpu"
    name = ENCODERS[arguments.language]
    reader, layout = new_reader(name)
    reader.to(device)
    path = OUTPUT / f"{name}.pt"
    learning, validation = examples(arguments.language, arguments.public, arguments.claims)
    if arguments.step == "train" and arguments.go_on:
        reader.load_state_dict(torch.load(path, map_location=device))
    print(f"{name} on {device}: {len(learning)} examples to learn from, {len(validation)} to choose by", flush=True)
    if arguments.step == "train":
        print(train(reader, layout, learning, validation, Recipe(rounds=arguments.rounds), path, device=device))
    elif arguments.step == "measure":
        reader.load_state_dict(torch.load(path, map_location=device))
        print(measure(reader, layout, validation, device))
    else:
        export(name, path)
        reader, layout = packed_reader(name)
        print(measure(reader, layout, validation))
        calibrate(name, reader, layout, validation)


def examples(language: str, most_public: int, most_claims: int) -> tuple[list[Example], list[Example]]:
    """What to learn from, and what to choose by; neither shares a document with the other. The English model sees no
    French, the multilingual one sees both."""
    dice = random.Random(_SEED)
    entries = own.questions(own.DATA / "train")
    kept = own.validation_ids(entries)
    others = [one for one in entries if one["id"] not in kept]
    learning = [example for _ in range(_OWN_ROUNDS) for example in own.examples(others, SHARED, dice)]
    chosen = [one for one in entries if one["id"] in kept]
    validation = list(own.examples(chosen, SHARED, dice))
    if MINED.exists():
        learning += own.mined(others, MINED, dice, most=4)
        validation += own.mined(chosen, MINED, dice, most=PASSAGES)
    answers, claims = list(public.answers(SHARED / "reader", dice)), list(public.claims(SHARED / "reader", dice))
    languages = {language, "en"}
    answers, claims = ([one for one in some if one.language in languages] for some in (answers, claims))
    dice.shuffle(answers)
    dice.shuffle(claims)
    learning += answers[:most_public] + claims[_CLAIMS_KEPT : _CLAIMS_KEPT + most_claims]
    validation += claims[:_CLAIMS_KEPT]
    return [one for one in learning if one.language in languages], [
        one for one in validation if one.language in languages
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("step", choices=("mine", "train", "measure", "export"))
    parser.add_argument("--language", choices=("en", "fr"), default="en", help="the model to train")
    parser.add_argument("--go-on", action="store_true", help="train the kept weights further")
    parser.add_argument("--rounds", type=int, default=1, help="how often each example is read")
    parser.add_argument("--public", type=int, default=10**6, help="at most so many examples of public sets")
    parser.add_argument("--claims", type=int, default=10**6, help="at most so many claims")
    return parser.parse_args()


if __name__ == "__main__":
    main()
