"""What is worked out from a speech alone: its digest, which the record keeps, and its chunks."""

from dataclasses import replace
from pathlib import Path

import pytest

from rag.text.split import Profile
from speeches.formats.derived_fields import work_out
from speeches.formats.detect import parse
from speeches.formats.records import Bill, Paragraph, Parsed, Speech

PROFILE = Profile(size=800, overlap=150)


@pytest.fixture
def speech(samples: Path) -> Speech:
    return parse((samples / "parliament.json").read_bytes(), "parliament.json").speeches[0]


def digest(speech: Speech) -> str:
    return work_out(Parsed("json", speeches=(speech,)), PROFILE).speeches[0].digest


def test_the_digest_is_the_one_that_older_records_have(speech: Speech) -> None:
    """With another digest, every speech that is ingested again would be reported as changed."""
    assert speech.id == "mrw-ha-2023-08-10-001"
    assert digest(speech) == "d2af515f028738fbf60f8198a550fdfe259c118c91b392f38684c5577119f975"


def test_the_place_among_others_is_no_part_of_it(speech: Speech) -> None:
    assert digest(replace(speech, position=7, debate=3)) == digest(speech)


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Other words."},
        {"page": "12"},
        {"metadata": {"mood": "calm"}},
        {"source_key": "1"},
        {"paragraphs": (Paragraph("p1", 0, 5),)},
        {"bills": (Bill("C-1"),)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_all_else_is(speech: Speech, change: dict[str, object]) -> None:
    assert digest(replace(speech, **change)) != digest(speech)  # type: ignore[arg-type]


def test_every_part_of_a_real_day_is_cut_and_its_chunks_cover_it(shared: Path) -> None:
    content = (shared / "data/au/reps/2021_10_21.xml").read_bytes()
    sittings = work_out(parse(content, "day.xml"), PROFILE).sittings
    for speech in (speech for sitting in sittings for speech in sitting.speeches):
        for part in speech.parts:
            covered = set().union(*(range(chunk.start, chunk.end) for chunk in part.chunks))
            assert covered <= set(range(part.start, part.end))
            assert all(speech.text[at].isspace() for at in set(range(part.start, part.end)) - covered)
