"""The shipped tagger reads hundreds of labelled questions, without a record.

It learned from all but the last set, so this shows whether it ships as it was trained. docs/understanding.md tells how
it reads questions that it never saw.
"""

import random
from pathlib import Path

import pytest
from django.conf import settings

from rag.clients.tagger.local import open_tagger
from rag.language.tokens import words_of
from speeches.understanding.lexicon import PRONOUNS
from training.readings import Reading, labels_of, readings, tagger_question

pytestmark = pytest.mark.slow
_MANY = 450


@pytest.fixture(scope="module")
def some() -> list[Reading]:
    every = [one for group in readings() for one in group]
    return random.Random(7).sample(every, _MANY)


@pytest.mark.no_cover
@pytest.mark.parametrize(("language", "least"), [("en", 0.95), ("fr", 0.9)])
def test_kinds_and_slots_are_read_as_labelled(some: list[Reading], language: str, least: float) -> None:
    tagger, dice = open_tagger(language, Path(settings.DATA_FOLDER) / "models"), random.Random(5)
    right: dict[str, float] = dict.fromkeys(("task", "leans", "words"), 0.0)
    own = [one for one in some if one.language == language]
    assert len(own) > 100
    for one in own:
        found = tagger.tag(tagger_question(one, dice, PRONOUNS))
        right["task"] += found.kinds[0][0].split("/")[0] == one.kind.split("/")[0]
        right["leans"] += (found.leans >= 0.5) == bool(one.before)
        wanted = labels_of(one, words_of(one.text))
        right["words"] += sum(a == b for a, b in zip(found.labels, wanted, strict=False)) / len(wanted)
    assert all(count / len(own) >= least for count in right.values()), {k: v / len(own) for k, v in right.items()}
