"""Finds the words of a PDF that its pages show: text may be white on white, behind a picture, tiny, or off the page.

A page is drawn twice, with and without its text. Where both pictures are alike, no word is visible.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from guardian.documents.layout import Box, Word

# Smaller type, in points, cannot be read.
_SMALLEST = 2.0
# Pixels per point; most pixels per page; and the difference in grey level from which a pixel counts as visible.
_SCALE, _MOST_PIXELS, _SEEN = 1.5, 4_000_000, 16
# If fewer than `_LAYER` of a page's words are visible and a picture covers at least `_COVERED` of it, it is a scan over
# a text layer.
_LAYER, _COVERED = 0.2, 0.5
# Two words overlap if they share more than this part of the smaller. Words are compared within bands this many points
# high.
_OVER, _ROW = 0.5, 20
# How many levels of nested forms are searched.
_DEEPEST = 8


def visible_words(page: pypdfium2.PdfPage, words: Sequence[Word]) -> list[Word]:
    """The words that a page shows. On a scan with a layer of recognised text, the words that lie on something drawn.
    Changes the page: from then on it is drawn without text."""
    width, height = page.get_size()
    printed = [word for word in words if _is_within(word, width, height) and word.box.height >= _SMALLEST]
    if not printed:
        return []
    scale = min(_SCALE, (_MOST_PIXELS / (width * height)) ** 0.5)
    before = _picture(page, scale)
    _hide_text(page)
    after = _picture(page, scale)
    changed = ImageChops.difference(before, after).point(lambda grey: 255 if grey >= _SEEN else 0)
    seen = [word for word in printed if changed.crop(_pixels(word.box, scale)).getbbox()]
    if len(seen) < _LAYER * len(printed) and _picture_share(page) >= _COVERED:
        return [word for word in printed if _has_ink(after.crop(_pixels(word.box, scale)))]
    return _without_overlaps(seen)


def _has_ink(picture: Image.Image) -> bool:
    """Whether the picture shows anything drawn."""
    darkest, lightest = picture.getextrema()
    return bool(lightest - darkest >= _SEEN)  # type: ignore[operator]


def _without_overlaps(words: Sequence[Word]) -> list[Word]:
    """The words without those that overlap different words, since nobody can tell which of them is seen. The same word
    twice in one place stays: some programs print bold that way."""
    rows: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        for row in range(int(word.box.y0 // _ROW), int(word.box.y1 // _ROW) + 1):
            rows[row].append(word)
    hidden = {
        one
        for row in rows.values()
        for word, other in combinations(row, 2)
        if word.text != other.text and _overlap(word.box, other.box) > _OVER
        for one in (word, other)
    }
    return [word for word in words if word not in hidden]


def _overlap(one: Box, other: Box) -> float:
    """The area that two boxes share, as a share of the smaller."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    smaller = min((box.x1 - box.x0) * box.height for box in (one, other))
    return across * down / smaller if across > 0 and down > 0 and smaller > 0 else 0.0


def _picture(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil().convert("L")
    return picture


def _picture_share(page: pypdfium2.PdfPage) -> float:
    """The share of the page that its largest picture covers."""
    width, height = page.get_size()
    covered = 0.0
    for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=_DEEPEST):
        left, bottom, right, top = one.get_bounds()
        across, down = min(right, width) - max(left, 0), min(top, height) - max(bottom, 0)
        covered = max(covered, across * down if across > 0 and down > 0 else 0.0)
    share: float = covered / (width * height)
    return share


def _hide_text(page: pypdfium2.PdfPage) -> None:
    """Make the page draw no text from now on."""
    for one in list(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=_DEEPEST)):
        pdfium.FPDFTextObj_SetTextRenderMode(one, pdfium.FPDF_TEXTRENDERMODE_INVISIBLE)
        if one.level == 0:
            # Fonts whose letters are drawings (Type 3) are drawn whatever the mode.
            page.remove_obj(one)


def _is_within(word: Word, width: float, height: float) -> bool:
    across, down = (word.box.x0 + word.box.x1) / 2, word.box.middle
    return 0 <= across <= width and 0 <= down <= height


def _pixels(box: Box, scale: float) -> tuple[int, int, int, int]:
    """A box in points as pixels of the picture, at least one pixel each way."""
    left, top = int(max(0, box.x0) * scale), int(max(0, box.y0) * scale)
    return left, top, max(left + 1, int(box.x1 * scale)), max(top + 1, int(box.y1 * scale))
