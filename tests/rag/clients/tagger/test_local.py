"""The shipped tagger, run for real."""

from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from rag.clients import graphs
from rag.clients.tagger.layout import LONGEST, Question
from rag.clients.tagger.local import LocalTagger, Names, decode_tags, names, open_tagger
from rag.clients.trained import ModelError
from rag.language.tokens import words_of

NAMES = Names(("O", "B-topic", "I-topic"), ("find/passages", "vote/names"), ("", "no"))


def make_question(text: str, before: str = "") -> Question:
    words = [word.text for word in words_of(text)]
    previous = tuple(word.text for word in words_of(before))
    return Question(words, [""] * len(words), [False] * len(words), previous)


@pytest.fixture(scope="module")
def tagger() -> LocalTagger:
    return open_tagger("en", Path(settings.DATA_FOLDER) / "models")


@pytest.mark.slow
def test_it_says_what_is_asked_and_which_words_name_what(tagger: LocalTagger) -> None:
    found = tagger.tag(make_question("Who voted against the Lighthouse Bill at second reading?"))
    assert found.kinds[0][0] == "vote/names"
    assert found.side == "no"
    assert found.labels[4:6] == ("B-bill", "I-bill")
    assert sum(share for _, share in found.kinds) == pytest.approx(1.0, abs=1e-3)


@pytest.mark.slow
def test_a_question_that_leaves_out_what_it_is_about_leans_on_the_one_before(tagger: LocalTagger) -> None:
    alone = tagger.tag(make_question("What did Ada Smith say about lighthouses?"))
    after = tagger.tag(make_question("and Bob Jones?", "What did Ada Smith say about lighthouses?"))
    assert alone.leans < 0.5 < after.leans
    assert after.kinds[0][0] == "answer/statement"


@pytest.mark.slow
def test_a_very_long_question_is_read_as_far_as_it_goes(tagger: LocalTagger) -> None:
    assert len(tagger.tag(make_question("lighthouse " * 400)).labels) == LONGEST


def test_a_slot_never_goes_on_that_has_not_begun() -> None:
    labels = np.array([[0.0, 0.0, 5.0], [5.0, 0.0, 0.0], [0.0, 4.0, 4.5]], np.float32)
    found = decode_tags(labels, np.zeros(5, np.float32), NAMES)
    assert found.labels == ("O", "O", "B-topic") or found.labels[0] != "I-topic"
    assert not any(
        label == "I-topic" and before == "O" for before, label in zip(("O", *found.labels), found.labels, strict=False)
    )


def test_every_label_has_its_two_forms() -> None:
    slots = {label[2:] for label in names().labels if label != "O"}
    assert {f"{place}-{slot}" for slot in slots for place in "BI"} | {"O"} == set(names().labels)


def test_where_it_cannot_be_made_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "_ROOT", tmp_path)
    with pytest.raises(ModelError, match="make install"):
        LocalTagger("all-MiniLM-L6-v2", tmp_path).tag(make_question("Why?"))
