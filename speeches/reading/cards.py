"""Quotation cards for embedding: words and source at an address sealed with a hash, and a picture of them."""

import hashlib
import io
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from rag.text.dates import format_date
from rag.text.spans import Span
from speeches.models import Speech
from speeches.reading.manner import manner_of
from speeches.reading.voices import voices_in

# The most characters of a quotation on a card.
LONGEST = 1000
# Size of the picture in pixels, and how many characters of a quotation fit on it; the rest is cut off with an ellipsis.
WIDTH, HEIGHT = 1200, 630
_FITS = 420
_SEAL = 12
_FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
_REGULAR, _BOLD = (str(_FONTS / f"source-serif-4-latin-{weight}-normal.woff2") for weight in (400, 600))
# The site's colours in light mode.
_PAPER, _INK, _QUIET, _ACCENT = "#fffefb", "#1b1a18", "#5d5a54", "#7a1f2b"
_MARGIN, _LEADING = 80, 1.35


@dataclass(frozen=True, slots=True)
class QuotationCard:
    """Words of a speech as quoted; `manner` says how, if they are not plainly said. If the record says something else
    there now, the card is `changed` and has no words."""

    speech: Speech
    words: str
    address: str
    manner: str = ""
    changed: bool = False

    @property
    def who(self) -> str:
        """The speaker, with the party, and how the words are said if not plainly."""
        party = f" ({self.speech.party.name})" if self.speech.party else ""
        return ", ".join(filter(None, [f"{self.speech.speaker}{party}", self.manner]))

    @property
    def where(self) -> str:
        """The parliament, the chamber and the day."""
        sample = "Invented sample · " if self.speech.parliament.sample else ""
        return f"{sample}{self.speech.parliament.label} · {self.speech.chamber.name} · {format_date(self.speech.date)}"


def seal_of(speech: Speech, span: Span) -> str:
    """A short hash of the words, the speaker and the day. It shows whether the record still says the same."""
    parts = (span.of(speech.text), speech.speaker, speech.date.isoformat())
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:_SEAL]


def address_of(speech: Speech, span: Span) -> str:
    """The address of the card for some words of a speech; "" if they are too long or not the speaker's own."""
    voices = voices_in(speech, span)
    if span.end - span.start > LONGEST or len(voices) != 1 or not voices[0].own:
        return ""
    return f"/quotations/{speech.pk}/{span.start}-{span.end}-{seal_of(speech, span)}"


def card_of(speech: Speech, start: int, end: int, seal: str) -> QuotationCard:
    """The card for a sealed address. It is `changed` if the seal no longer matches."""
    span, address = Span(start, end), f"{speech.get_absolute_url()}?from={start}&to={end}#passage"
    sealed = start < end <= len(speech.text) and seal_of(speech, span) == seal
    if not sealed or not address_of(speech, span):
        return QuotationCard(speech, "", speech.get_absolute_url(), changed=True)
    return QuotationCard(speech, " ".join(span.of(speech.text).split()), address, manner_of(speech, span))


def picture_of(card: QuotationCard, site: str) -> bytes | None:
    """A card as PNG; None if the fonts lack one of its letters. A long quotation is cut off with an ellipsis."""
    quoted = f"“{textwrap.shorten(card.words, _FITS, placeholder=' …')}”"
    size = next(size for size in (52, 44, 38, 34, 30) if _lines(quoted, size)[1] <= 380 or size == 30)
    if not all(_has(letter) for letter in {*quoted, *card.who, *card.where} if not letter.isspace()):
        return None
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 14, HEIGHT), fill=_ACCENT)
    top = _MARGIN
    for line in _lines(quoted, size)[0]:
        draw.text((_MARGIN, top), line, _INK, _font(size))
        top += round(size * _LEADING)
    draw.text((_MARGIN, HEIGHT - 150), textwrap.shorten(card.who, 70, placeholder=" …"), _INK, _font(32, bold=True))
    draw.text((_MARGIN, HEIGHT - 105), textwrap.shorten(card.where, 90, placeholder=" …"), _QUIET, _font(26))
    draw.text((_MARGIN, HEIGHT - 65), site.partition("://")[2], _QUIET, _font(22))
    stored = io.BytesIO()
    image.save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _lines(text: str, size: int) -> tuple[list[str], int]:
    """A text broken into lines that fit, and their height in pixels."""
    font, lines = _font(size), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= WIDTH - 2 * _MARGIN:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines, round(len(lines) * size * _LEADING)


@lru_cache(maxsize=32)
def _font(size: int, *, bold: bool = False) -> Any:
    return ImageFont.truetype(_BOLD if bold else _REGULAR, size)


@lru_cache(maxsize=1024)
def _has(letter: str) -> bool:
    """Whether the font has a letter: a missing one is drawn like U+FFFF, which no font has."""
    font = _font(20)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))
