"""The programs that read and draw give the same result in this process: nothing is lost between processes."""

import io
import json
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from guardian.documents import pages, picture
from guardian.documents.layout import Box
from guardian.documents.picture import draw
from guardian.documents.reader import read_document
from tests.guardian.conftest import HARBOUR
from tests.pdfs import Text, make_pdf, pdf


def lines(content: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    pages._read_document(50)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["hoa_vintage/Bylaws.pdf", "towns/montague.pdf", "towns/brookfield.pdf", "xorg/bylaws.pdf"]
)
def test_a_real_document(
    shared: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (shared / "data/bylaws" / name).read_bytes()
    *progress, last = lines(content, monkeypatch, capsys)
    assert last["document"] == json.loads(json.dumps(asdict(read_document(content, 50))))
    assert [line["number"] for line in progress] == list(range(1, len(progress) + 1))


def test_two_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    columns = [Text(x, 100 + 14 * n, f"at {x} line {n} of prose that fills it") for n in range(20) for x in (60, 330)]
    *_, last = lines(
        pdf([[Text(72, 60, "A line across both of the columns of this page of bylaws here"), *columns]]),
        monkeypatch,
        capsys,
    )
    text = last["document"]["text"]
    assert text.index("across") < text.index("at 60 line 19") < text.index("at 330 line 0")


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"%PDF-1.4", "CORRUPT"), (pdf([[Text(72, 72, "short")]]), "SCANNED"), (pdf([[]] * 51), "TOO_MANY_PAGES"),
     (pdf([[Text(72, 72, "wide")]], box=(20_000, 792)), "TOO_HEAVY")],
)  # fmt: skip
def test_errors(
    content: bytes, error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lines(content, monkeypatch, capsys)[-1]["error"] == error


def test_a_picture() -> None:
    content, boxes = make_pdf(HARBOUR), [Box(72, 60, 200, 80)]
    assert picture._draw(content, 1, 300, boxes) == draw(content, 1, 300, boxes)
