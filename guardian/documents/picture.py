"""Draws a page of a PDF as a picture with a passage marked. It runs as a separate program, since a PDF can be hostile.

`python -m guardian.documents.picture PAGE WIDTH BOXES MEGABYTES SECONDS` takes the PDF on stdin and writes a PNG.
"""

import io
import json
import sys
from collections.abc import Sequence

from guardian.documents.errors import CORRUPT, DocumentError
from guardian.documents.layout import Box
from rag.sandbox import Limits, program

# Pale yellow, like a marker pen.
_MARK = (255, 226, 89)
_MOST_PIXELS = 4000
_SIGNATURE = b"\x89PNG"


def draw(content: bytes, page: int, width: int, boxes: Sequence[Box], limits: Limits | None = None) -> bytes:
    """A page, counted from 1, as a PNG at most `width` pixels wide, with the boxes (in points) marked. Raises
    DocumentError."""
    arguments = [str(page), str(width), json.dumps([list(box) for box in boxes])]
    with program("guardian.documents.picture", content, arguments, limits or Limits(seconds=30)) as running:
        picture = running.output.read()
    if not picture.startswith(_SIGNATURE):
        raise DocumentError(CORRUPT)
    return picture


def main(number: int, width: int, boxes: Sequence[Box], limits: Limits) -> None:
    """Write a picture of a page of the PDF on stdin."""
    limits.impose()
    sys.stdout.buffer.write(_draw(sys.stdin.buffer.read(), number, width, boxes))


def _draw(content: bytes, number: int, width: int, boxes: Sequence[Box]) -> bytes:
    import pypdfium2
    from PIL import Image, ImageChops, ImageDraw

    page = pypdfium2.PdfDocument(content)[number - 1]
    across, down = page.get_size()
    scale = min(width / across, _MOST_PIXELS / down)
    picture = page.render(scale=scale).to_pil().convert("RGB")
    marks = Image.new("RGB", picture.size, "white")
    for box in boxes:
        ImageDraw.Draw(marks).rectangle(
            [edge * scale for edge in (box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1)], _MARK
        )
    out = io.BytesIO()
    # Multiply, so that the words stay black.
    ImageChops.multiply(picture, marks).quantize(64).save(out, "PNG")
    return out.getvalue()


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        int(sys.argv[2]),
        [Box(*edges) for edges in json.loads(sys.argv[3])],
        Limits.from_arguments(sys.argv[4:]),
    )
