"""COPY stores rows exactly as they were given, whatever they contain."""

import datetime
from pathlib import Path

import pytest
from django.db import DataError, transaction

from speeches.ingestion.copying import copy_in
from speeches.ingestion.ingest import _place, ingest_content
from speeches.models import Chamber, Parliament, Sitting, Speech

pytestmark = pytest.mark.usefixtures("empty_record")


def speech(**changes: object) -> Speech:
    parliament = Parliament.objects.get(pk="au")
    chamber = Chamber.objects.filter(parliament=parliament).first()
    sitting, _ = Sitting.objects.get_or_create(chamber=chamber, date=datetime.date(2023, 3, 14))
    values = {
        "id": "s-1", "parliament": parliament, "chamber": chamber, "sitting": sitting, "position": 1,
        "date": sitting.date, "speaker": "Ada Smith", "text": "Words.", "word_count": 1, "source_hash": "0",
    }  # fmt: skip
    return Speech(**values | changes)


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Tab\there, line\nthere, back\\slash, \\N and \\. and “quotes” – 議会 🎉"},
        {"time": datetime.time(9, 30)},
        {"topics": ["a, b", 'the "c"', "d{e}", "NULL", ""]},
        {"parts": [{"kind": "speech", "speaker": "Ada \\ “Smith”", "politician": None, "start": 0, "end": 6}]},
        {"metadata": {"é": [1.5, None, True, "\\u0041"], "deep": {"er": {}}}, "paragraphs": [["p", 0, 6, ""]]},
        {"role": "", "page": "", "state": ""},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_goes_in_comes_out(change: dict[str, object]) -> None:
    given = speech(**change)
    copy_in([given])
    kept = Speech.objects.get(pk="s-1")
    for field in Speech._meta.concrete_fields:
        assert getattr(kept, field.attname) == getattr(given, field.attname), field.name


def test_many_and_none() -> None:
    copy_in([])
    copy_in([speech(id=f"s-{number}", position=number) for number in range(300)])
    assert Speech.objects.count() == 300


def test_what_no_column_can_hold_is_refused_and_never_cut() -> None:
    with pytest.raises(DataError, match="too long") as caught, transaction.atomic():
        copy_in([speech(page="1" * 21)])
    assert _place(caught.value).endswith('COPY speeches_speech, line 1, column page: "111111111111111111111"')
    assert not Speech.objects.exists()


def test_a_file_with_such_a_value_is_refused_whole(shared: Path) -> None:
    content = (shared / "data/au/reps/2021_10_21.xml").read_bytes()
    pages = content.replace(b"<page.no>9789</page.no>", b"<page.no>9789 to the end of the book</page.no>")
    assert pages != content
    summary = ingest_content(pages, "day.xml")
    (error,) = summary.errors
    assert "cannot hold a value of this file (value too long for type character varying(20)" in error.reason
    assert not Speech.objects.exists()
