"""Pairs of questions and passages, and a few steps of training that bring them closer together."""

from pathlib import Path
from typing import Any

import pytest
import torch

from training.embedder import Recipe, measure, new_encoder, pairs_of, train

pytestmark = pytest.mark.slow

_RULES = (
    ("Can I keep a hen?", "Poultry of any kind may be held on the lot with consent."),
    ("When must the music stop?", "No instrument is to be played after ten at night."),
    ("Who pays for a leak?", "Damage by water is met by the owner from whose lot it came."),
    ("Where do I put the bike?", "Cycles are to be left in the room on the ground floor."),
)


def entries() -> list[dict[str, Any]]:
    return [
        {
            "id": f"t-{number}", "file": "invented", "language": "en", "q": question, "asks": "rule",
            "answer": [answer], "passage": f"This is section {number}. {answer}", "header": f"Section {number}",
        }
        for number, (question, answer) in enumerate(_RULES)
    ]  # fmt: skip


def test_a_question_has_the_passages_that_hold_its_answer(tmp_path: Path) -> None:
    pairs = pairs_of([*entries(), entries()[0] | {"asks": "topic"}, entries()[0] | {"answer": ["Nowhere."]}], tmp_path)
    assert pairs.questions == [question for question, _ in _RULES]
    for (_, answer), own in zip(_RULES, pairs.answers, strict=True):
        assert all(answer in pairs.passages[place] for place in own)
    assert pairs.passages[0].startswith("Section 0\n")


@pytest.mark.no_cover
def test_training_draws_a_question_to_its_passage(tmp_path: Path) -> None:
    pairs, encoder = pairs_of(entries(), tmp_path), new_encoder()

    def nearness() -> float:
        questions, passages = encoder.all_questions(pairs.questions), encoder.all_passages(pairs.passages)
        cosines = questions @ passages.T
        own = torch.tensor([min(one) for one in pairs.answers])
        right = cosines[torch.arange(len(own)), own]
        return float((right - (cosines.sum(1) - right) / (cosines.shape[1] - 1)).mean())

    before = nearness()
    train(encoder, pairs, Recipe(rounds=2, batch=4, warm_up=1, skipped=0, rate=5e-5))
    assert nearness() > before
    assert measure(encoder, pairs).startswith("4 questions: @1 ")
