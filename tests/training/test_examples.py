"""The reader learns from whole sentences, cut as the product cuts them, and from nothing that it is tested on."""

import json
import random
from pathlib import Path

import pytest

from training import own
from training.documents import letters, place_of, stretches_of
from training.examples import Example, shorten
from training.gold import write_gold
from training.own import DATA, MINED, validation_ids


@pytest.fixture(scope="module")
def entries() -> list[dict[str, object]]:
    return own.questions(DATA / "train")


def test_no_document_is_both_learned_from_and_tested_on(entries: list[dict[str, str]]) -> None:
    sealed = set((DATA / "sealed" / "documents.txt").read_text().split())
    assert len(sealed) == 10
    assert sealed.isdisjoint(entry["file"] for entry in entries)


def test_every_question_has_a_near_miss_and_a_verbatim_answer(entries: list[dict[str, object]]) -> None:
    assert len(entries) >= 3000
    assert len({entry["id"] for entry in entries}) == len(entries)
    assert all(entry["answer"] and entry["near_miss"] for entry in entries)
    low = sum(entry["overlap"] == "low" for entry in entries)
    assert low >= len(entries) / 3


def test_an_answer_is_found_in_the_document_as_the_product_reads_it(
    entries: list[dict[str, object]], shared: Path
) -> None:
    own_entries = [entry for entry in entries if entry["file"] == "uk/westminsterhall/westminster2009-10-27a.xml"]
    stretches = stretches_of(shared / "data" / str(own_entries[0]["file"]))
    found = [place_of(entry["answer"], stretches) for entry in own_entries]  # type: ignore[arg-type]
    assert sum(one is not None for one in found) / len(found) > 0.95


def test_a_question_gives_its_answer_its_near_miss_and_passages_alike(
    entries: list[dict[str, object]], shared: Path
) -> None:
    entry = next(entry for entry in entries if entry["file"] == "uk/westminsterhall/westminster2009-10-27a.xml")
    answered, near, *alike = own.examples([entry], shared / "data", random.Random(1))
    assert [letters(answered.sentences[place]) for place in sorted(answered.answers)]
    assert (near.question, near.answers) == (entry["near_miss"]["q"], frozenset())  # type: ignore[index]
    assert {one.source for one in alike} == {"alike"}
    assert all(not one.answers and one.sentences != answered.sentences for one in alike)


def test_mined_passages_keep_what_answers_and_the_first_of_the_others(tmp_path: Path) -> None:
    entry = {
        "id": "a-1", "q": "Why?", "asks": "reason", "near_miss": {"q": "When?"}, "file": "au/x.xml", "language": "en",
    }  # fmt: skip
    lines = [
        {"id": "a-1", "place": n, "header": "Ada", "sentences": [f"Number {n}."], "answers": [0] if n == 3 else []}
        for n in range(6)
    ]
    (tmp_path / "mined.jsonl").write_text("\n".join(map(json.dumps, lines)))
    found = list(own.mined_examples([entry], tmp_path / "mined.jsonl", random.Random(1), most=2))
    assert [one.source for one in found] == [MINED, MINED, MINED, "near miss"]
    assert [one.answers for one in found] == [frozenset(), frozenset(), {0}, frozenset()]
    assert isinstance(found[0], Example)


def test_questions_become_gold_files_of_their_parliament(tmp_path: Path, entries: list[dict[str, object]]) -> None:
    chosen = [entry for entry in entries if entry["id"] in validation_ids()]
    written = {path.stem for path in write_gold(chosen, tmp_path)}
    assert written == {"au_en", "bylaws", "ca_en", "ca_fr", "uk_en"}


@pytest.mark.parametrize(
    ("answers", "kept", "still"),
    [({6}, "defgh", {3}), ({0}, "ab", {0}), ({2, 9}, "abcd", {2})],
)
def test_the_better_reader_learns_from_what_it_is_given(answers: set[int], kept: str, still: set[int]) -> None:
    example = Example("?", tuple("abcdefghij"), frozenset(answers))
    short = shorten(example, random.Random(1))
    assert ("".join(short.sentences), short.answers) == (kept, frozenset(still))


def test_where_none_answers_it_learns_from_any_sentence() -> None:
    short = shorten(Example("?", tuple("abcdefghij")), random.Random(1))
    assert 0 < len(short.sentences) <= 5
    assert "".join(short.sentences) in "abcdefghij"
