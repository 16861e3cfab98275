"""`python -m training STEP`: train the reader, measure it, or both. docs/reader.md tells the method."""

import argparse
import os
import random
from pathlib import Path

import torch

from training import own, public
from training.encoders import ENGLISH, MULTILINGUAL, new_reader
from training.examples import Example
from training.measure import measure
from training.train import Recipe, train

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"
OUTPUT = ROOT / ".local" / "training"
_SEED = 1
_CLAIMS_KEPT = 600
# Our own questions are read more often than the public ones, each time in another window of their passage.
_OWN_ROUNDS = 2


def main() -> None:
    """Run a step."""
    arguments = _arguments()
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    name = MULTILINGUAL if arguments.language == "fr" else ENGLISH
    reader, tokens = new_reader(name)
    reader.to(device)
    path = OUTPUT / f"{name}.pt"
    learning, validation = examples(arguments.language, arguments.public, arguments.claims)
    print(f"{name} on {device}: {len(learning)} examples to learn from, {len(validation)} to choose by", flush=True)
    if arguments.step == "train":
        OUTPUT.mkdir(parents=True, exist_ok=True)
        print(train(reader, tokens, learning, validation, Recipe(rounds=arguments.rounds), path, device=device))
    else:
        reader.load_state_dict(torch.load(path, map_location=device))
        print(measure(reader, tokens, validation, device))


def examples(language: str, most_public: int, most_claims: int) -> tuple[list[Example], list[Example]]:
    """What to learn from, and what to choose by; neither shares a document with the other. The English model sees no
    French, the multilingual one sees both."""
    dice = random.Random(_SEED)
    entries = own.questions(own.DATA / "train")
    kept = own.validation_ids(entries)
    others = [one for one in entries if one["id"] not in kept]
    learning = [example for _ in range(_OWN_ROUNDS) for example in own.examples(others, SHARED, dice)]
    validation = list(own.examples([one for one in entries if one["id"] in kept], SHARED, dice))
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
    parser.add_argument("step", choices=("train", "measure"))
    parser.add_argument("--language", choices=("en", "fr"), default="en", help="the model to train")
    parser.add_argument("--rounds", type=int, default=1, help="how often each example is read")
    parser.add_argument("--public", type=int, default=10**6, help="at most so many examples of public sets")
    parser.add_argument("--claims", type=int, default=10**6, help="at most so many claims")
    return parser.parse_args()


if __name__ == "__main__":
    main()
