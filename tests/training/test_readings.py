"""The tagger learns from questions that people labelled and from the reader's, which all ask for an answer."""

import math
import random
from typing import Any

import pytest
import torch
from django.conf import settings

from rag.clients.tagger.local import Names
from training.classes import kinds_loss
from training.readings import Reading, answer_readings

KINDS = ("answer/date", "answer/reason", "fact/offices", "vote/names")


def entry(question: str, asks: str, near_miss: str) -> dict[str, Any]:
    return {"q": question, "asks": asks, "near_miss": {"q": near_miss}}


def learn_from(*entries: dict[str, Any]) -> dict[str, Reading]:
    found = answer_readings(entries, random.Random(1), 10, settings.DATA_FOLDER / "models")
    return {one.text: one for one in found}


@pytest.mark.slow
def test_a_question_of_the_reader_asks_for_an_answer_of_its_kind() -> None:
    found = learn_from(entry("Why did Zali Steggall want a climate bill?", "reason", "Who drafted the climate bill?"))
    assert {text: one.kind for text, one in found.items()} == {
        "Why did Zali Steggall want a climate bill?": "answer/reason",
        "Who drafted the climate bill?": "answer",
    }
    one = found["Why did Zali Steggall want a climate bill?"]
    assert ("speaker", "Zali Steggall") in {(slot.name, one.text[slot.start : slot.end]) for slot in one.slots}


@pytest.mark.slow
def test_what_the_tables_answer_is_left_out() -> None:
    votes = entry("Who voted against the Climate Change Bill 2022?", "person", "Why is the sky blue?")
    assert learn_from(votes).keys() == {"Why is the sky blue?"}


@pytest.mark.parametrize(("kind", "share"), [("fact/offices", 0.25), ("answer/date", 0.25), ("answer", 0.5)])
def test_of_a_task_alone_any_kind_is_right(kind: str, share: float) -> None:
    names = Names((), KINDS, ())
    lost = kinds_loss(torch.zeros(1, len(KINDS)), [Reading("?", kind, ())], names, smoothed=0.0)
    assert float(lost) == pytest.approx(-math.log(share))
