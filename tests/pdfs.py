"""Small PDFs made for tests: lines of text where a test wants them, in Helvetica, on letter paper."""

import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 612, 792


class Text(NamedTuple):
    """A line of text: its left edge and its baseline in points from the upper left corner."""

    x: float
    y: float
    words: str
    size: float = 11
    bold: bool = False


def pdf(pages: Sequence[Iterable[Text]], *, rotate: int = 0, box: tuple[int, int] = (WIDTH, HEIGHT)) -> bytes:
    """A PDF with these lines on its pages."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects += [_font("Helvetica"), _font("Helvetica-Bold")]
    kids = []
    for lines in pages:
        content = "\n".join(_text_operators(line, box[1]) for line in lines).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        number = len(objects)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {box[0]} {box[1]}] /Rotate {rotate} "
            f"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {number} 0 R >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    return _file(objects)


def one_page(shown: bytes) -> bytes:
    """A PDF of one page with a content stream of these operators, deflated."""
    content = zlib.compress(shown, 9)
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
            _font("Helvetica"),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(content), content),
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] "
            "/Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R >>".encode(),
        ]
    )


def make_pdf(paragraphs: Sequence[str], *, title: str = "") -> bytes:
    """A PDF of these paragraphs, wrapped and broken into pages as an office program would."""
    pages: list[list[Text]] = [[]]
    y = 72.0
    for paragraph in ([f"**{title}**"] if title else []) + list(paragraphs):
        bold = paragraph.startswith("**")
        for line in _wrap(paragraph.strip("*")):
            if y > HEIGHT - 72:
                pages.append([])
                y = 72.0
            pages[-1].append(Text(72, y, line, bold=bold))
            y += 14
        y += 8
    return pdf(pages)


def _wrap(words: str, width: int = 88) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _text_operators(line: Text, height: int) -> str:
    words = line.words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /F{2 if line.bold else 1} {line.size} Tf {line.x} {height - line.y} Td ({words}) Tj ET"


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return bytes(out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
