"""The tagger learns from questions of sets what their answers say they ask for, and keeps its own slots."""

from pathlib import Path
from random import Random

import pytest

from rag.clients.tagger.local import Tags
from rag.language.tokens import words_of
from training import readings
from training.label import _answers, _fitting, _likeliest
from training.readings import Reading, Slot, slots_of, tagger_question, taught_readings

KINDS = {"a-001": ["answer/person", "fact/mover", "fact/sponsor"], "a-002": ["answer/figure"]}
TAGS = Tags((), (), (("vote/names", 0.5), ("fact/sponsor", 0.3), ("fact/mover", 0.2)), "", 0.0)


@pytest.mark.parametrize(
    ("row", "kinds"),
    [
        ({"id": "a-001", "task": "fact"}, ["fact/mover", "fact/sponsor"]),
        ({"id": "a-002", "task": "fact"}, ["answer/figure"]),
        ({"id": "a-003", "task": "vote", "gold": {"expect": "list"}}, ["vote/names"]),
        ({"id": "a-003", "task": "vote", "gold": {"expect": "list", "side": "pairs"}}, ["vote/paired"]),
        ({"id": "a-004", "task": "vote", "gold": {"expect": "ask_back"}}, ["vote/"]),
        ({"id": "a-005", "task": "answer"}, ["answer/"]),
        ({"id": "a-006", "task": "find/passages"}, ["find/passages"]),
    ],
)
def test_the_answer_of_a_set_says_what_its_question_asks_for(row: dict[str, object], kinds: list[str]) -> None:
    assert _fitting(row, KINDS) == kinds


def test_of_several_kinds_that_answer_the_likeliest_counts() -> None:
    assert _likeliest(TAGS, KINDS["a-001"][1:]) == "fact/sponsor"


def test_words_of_a_name_join() -> None:
    words = words_of("Ann Marie and Lee")
    slots = slots_of(words, ["person", "person", "", "person"], [True, False, False, True])
    assert slots == (Slot("person", 0, 9), Slot("person", 14, 17))


def test_names_are_marked_as_the_record_marks_them() -> None:
    asked = Reading("Did May move it?", "vote/member", (), known=(Slot("date", 4, 7),))
    assert list(tagger_question(asked, Random(1), frozenset()).known) == ["", "date", "", "", ""]


def test_sets_that_measure_teach_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        f'{{"id": "{one}-001", "text": "Who?", "kind": "fact/chair", "country": "uk", "before": "", '
        f'"slots": [["office", 0, 3]], "known": [], "side": null}}'
        for one in ("y", "z")
    ]
    (tmp_path / "taught.jsonl").write_text("\n".join(rows))
    monkeypatch.setattr(readings, "TAUGHT", tmp_path / "taught.jsonl")
    assert len(taught_readings()) == 2
    (only,) = taught_readings(without=frozenset({"z"}))
    assert only == Reading("Who?", "fact/chair", (Slot("office", 0, 3),), None, "uk", known=())


def test_what_the_record_does_not_tell_is_answered_by_no_kind() -> None:
    assert _answers({"must": ["Baker|Hanson"]}, "Baker moved it.")
    assert not _answers({"must": ["Baker"]}, "")
    assert not _answers({"refuse": True}, "Baker moved it.")
