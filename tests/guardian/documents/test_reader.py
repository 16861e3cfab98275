"""Reading PDFs: which files are refused, with which message. A hostile one ends only the program that reads it."""

from pathlib import Path

import pytest

from guardian.documents import errors
from guardian.documents.errors import DocumentError
from guardian.documents.picture import draw
from guardian.documents.reader import read_document
from rag.sandbox import Limits
from rag.text.spans import Span
from tests.pdfs import Text, make_pdf, pdf

FILES = Path(__file__).resolve().parents[1] / "files"
LONG = "An owner of a lot must keep the lot in good repair and must not let it fall into decay at any time whatsoever. "
SHORT = [[Text(72, 72, "Bylaw 1")]]


def refusal(content: bytes, most_pages: int = 50, limits: Limits | None = None) -> str:
    with pytest.raises(DocumentError) as raised:
        read_document(content, most_pages, limits)
    return str(raised.value)


def test_what_is_no_pdf() -> None:
    assert refusal(b"<html>bylaws.pdf</html>") == errors.NOT_A_PDF


@pytest.mark.parametrize("content", [b"%PDF-1.4\nrubbish", make_pdf([LONG])[:300], b"%PDF-1.7\n" + b"\x00" * 2000])
def test_a_damaged_one(content: bytes) -> None:
    assert refusal(content) == errors.CORRUPT


def test_a_locked_one() -> None:
    assert refusal((FILES / "locked.pdf").read_bytes()) == errors.ENCRYPTED


def test_one_with_hardly_any_text_is_taken_for_a_scan() -> None:
    assert refusal(pdf(SHORT)) == errors.SCANNED


def test_a_real_scan(shared: Path) -> None:
    said = refusal((shared / "data/bylaws/towns/policy_file.pdf").read_bytes())
    assert said.startswith("This PDF appears to be a scanned image")


def test_one_of_too_many_pages() -> None:
    assert refusal(pdf(SHORT * 51)) == "This PDF has 51 pages; at most 50 are read. Please upload the bylaws alone."


def test_one_that_takes_too_long() -> None:
    assert refusal(pdf([[Text(72, 72, LONG * 5)]] * 400), 500, Limits(seconds=0)) == errors.TOO_SLOW


def test_one_that_takes_too_much_memory() -> None:
    assert refusal(make_pdf([LONG] * 3) + b"%" * 80_000_000, limits=Limits(megabytes=60)) == errors.TOO_HEAVY


def test_progress_counts_pages() -> None:
    told: list[tuple[int, int]] = []
    read_document(make_pdf([LONG] * 60), 50, progress=lambda page, pages: told.append((page, pages)))
    assert told[0][0] == 1
    assert told[-1][0] == told[-1][1] == len(told)


def test_a_page_as_a_picture_with_the_passage_marked() -> None:
    import io

    from PIL import Image

    content = make_pdf([LONG, LONG])
    document = read_document(content, 50)
    at = document.text.index("good repair")
    (box,) = document.pages[0].boxes(Span(at, at + len("good repair")))
    picture = Image.open(io.BytesIO(draw(content, 1, 612, [box]))).convert("RGB")
    assert picture.width == 612
    yellow = picture.getpixel((int(box.x0) + 1, int(box.y0) + 1))
    assert isinstance(yellow, tuple)
    assert yellow[2] < 160
    assert picture.getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_words_of_a_turned_page_stand_where_they_are_shown(rotate: int) -> None:
    lines = [Text(100, 100 + 14 * n, "An owner of a lot must keep it in good repair.") for n in range(5)]
    document = read_document(pdf([lines], rotate=rotate), 50)
    page = document.pages[0]
    assert (page.width, page.height) == ((792, 612) if rotate % 180 else (612, 792))
    for _, _, x0, y0, x1, y1 in page.places[:5]:
        assert 0 <= x0 < x1 <= 793
        assert 0 <= y0 < y1 <= 793
