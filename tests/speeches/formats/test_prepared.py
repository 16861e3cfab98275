"""Passages that somebody else has cut, with their metadata."""

import json
from typing import Any

import pytest

from speeches.formats.detect import detect_format
from speeches.formats.prepared import parse_prepared
from speeches.formats.records import FormatError

PASSAGE: dict[str, Any] = {
    "id": "merrowa-1",
    "country": "Merrowa",
    "parliament": 3,
    "date": "2024-03-14",
    "chamber": "Assembly",
    "session": "3-1",
    "bill": "Harbour Dwellings Bill",
    "speaker": "Marit Okonjo-Lind",
    "party": "MWP",
    "language": "en",
    "url": "https://merrowa.example/1",
    "para_ids": ["p1"],
    "text": "A harbour is a home.",
}


def as_lines(*passages: dict[str, Any]) -> bytes:
    return "\n".join(map(json.dumps, passages)).encode()


@pytest.mark.parametrize(
    "content",
    [as_lines(PASSAGE), json.dumps([PASSAGE]).encode(), json.dumps({"documents": [PASSAGE]}).encode()],
    ids=["lines", "list", "documents"],
)
def test_a_passage_is_a_record_of_its_own(content: bytes) -> None:
    parsed = parse_prepared(content, "a.json")
    (speech,) = parsed.speeches
    assert (speech.id, speech.text, speech.person.name, speech.title) == (
        "merrowa-1", "A harbour is a home.", "Marit Okonjo-Lind", "Harbour Dwellings Bill",
    )  # fmt: skip
    assert [(one.id, one.start, one.end) for one in speech.paragraphs] == [("p1", 0, 20)]
    assert speech.metadata["session"] == "3-1"
    assert parsed.parliament is not None and parsed.parliament.code == "merrowa"
    assert detect_format(content, "x") == "prepared"


def test_a_vector_counts_only_with_the_name_of_its_model() -> None:
    named = PASSAGE | {"embedding": [0.6, 0.8], "embedding_model": "some-model"}
    unnamed = PASSAGE | {"id": "2", "embedding": [0.6, 0.8]}
    first, second = parse_prepared(as_lines(named, unnamed), "a").speeches
    assert (first.vector, second.vector) == (("some-model", (0.6, 0.8)), None)


def test_countries_that_are_known_go_to_their_parliaments() -> None:
    parsed = parse_prepared(as_lines(PASSAGE | {"country": "New Zealand"}), "a")
    assert parsed.parliament is not None and parsed.parliament.code == "nz"


def test_a_bad_passage_is_reported_and_the_others_go_in() -> None:
    parsed = parse_prepared(as_lines(PASSAGE | {"text": ""}, PASSAGE), "a")
    assert len(parsed.speeches) == 1
    assert [(error.line, error.reason) for error in parsed.errors] == [(1, "text: is missing")]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (as_lines(PASSAGE, PASSAGE | {"id": "2", "country": "Canada"}), "several countries"),
        (b'{"documents": 3}', "expected a list"),
        (b"[1, 2", "not valid JSON"),
        (b"[]", "holds no passage"),
    ],
)
def test_what_is_wrong_is_said(content: bytes, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse_prepared(content, "a")
