"""Which words of a PDF its pages show: text may be white on white, behind a picture, tiny, or beside the page.

A page is drawn twice, with its text and without; where both pictures are alike, no word is to be seen.
"""

from collections.abc import Sequence

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from guardian.documents.layout import Box, Word

# Type smaller than this, in points, is read by nobody.
_SMALLEST = 2.0
# Pixels for one point, and of a page at most; by how much the grey of one must differ to be seen.
_SCALE, _MOST_PIXELS, _SEEN = 1.5, 4_000_000, 16
# A page whose picture shows so little of its words is a scan under a text layer, if pictures cover so much of it.
_LAYER, _COVERED = 0.2, 0.5
# Forms within forms that are looked into.
_DEEPEST = 8


def shown(page: pypdfium2.PdfPage, words: Sequence[Word]) -> list[Word]:
    """The words that a page shows. Of a scan with a layer of recognised text, all within the page. Changes the page: it
    is drawn without text from then on."""
    width, height = page.get_size()
    printed = [word for word in words if _is_within(word, width, height) and word.box.height >= _SMALLEST]
    if not printed:
        return []
    scale = min(_SCALE, (_MOST_PIXELS / (width * height)) ** 0.5)
    before = _picture(page, scale)
    covered = _hide_text(page) / (width * height)
    changed = ImageChops.difference(before, _picture(page, scale)).point(lambda grey: 255 if grey >= _SEEN else 0)
    seen = [word for word in printed if changed.crop(_pixels(word.box, scale)).getbbox()]
    return printed if len(seen) < _LAYER * len(printed) and covered >= _COVERED else seen


def _picture(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil().convert("L")
    return picture


def _hide_text(page: pypdfium2.PdfPage) -> float:
    """Draw no text on the page any more; the area that its pictures cover, in square points."""
    covered = 0.0
    for one in list(page.get_objects(max_depth=_DEEPEST)):
        if one.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = one.get_bounds()
            covered += (right - left) * (top - bottom)
        elif one.type == pdfium.FPDF_PAGEOBJ_TEXT:
            pdfium.FPDFTextObj_SetTextRenderMode(one, pdfium.FPDF_TEXTRENDERMODE_INVISIBLE)
            if one.level == 0:
                # Type whose letters are drawings of their own is drawn in whatever mode.
                page.remove_obj(one)
    return covered


def _is_within(word: Word, width: float, height: float) -> bool:
    across, down = (word.box.x0 + word.box.x1) / 2, word.box.middle
    return 0 <= across <= width and 0 <= down <= height


def _pixels(box: Box, scale: float) -> tuple[int, int, int, int]:
    """A box of points as pixels of the picture, at least one each way."""
    left, top = int(max(0, box.x0) * scale), int(max(0, box.y0) * scale)
    return left, top, max(left + 1, int(box.x1 * scale)), max(top + 1, int(box.y1 * scale))
