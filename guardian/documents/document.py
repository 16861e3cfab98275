"""A document as stored: its text, the page and position of every word, and its sections."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from guardian.documents.furniture import without_furniture
from guardian.documents.layout import Box, Page
from guardian.documents.outline import Node, Outliner
from guardian.documents.paragraphs import Paragraph, paragraphs
from rag.text.sentences import sentence_spans
from rag.text.spans import Span
from rag.text.split import Profile, split

# One word: start and end in the text; left, top, right and bottom on the page in points.
Place = tuple[int, int, float, float, float, float]


@dataclass(frozen=True, slots=True)
class PageText:
    """A page, counted from 1. It holds `[start, end)` of the text, with its words at `places`."""

    number: int
    width: float
    height: float
    start: int
    end: int
    places: tuple[Place, ...]

    def boxes(self, span: Span) -> list[Box]:
        """The boxes that a span of the text covers on this page, one for each line."""
        return line_boxes(self.places, span)


@dataclass(frozen=True, slots=True)
class Section:
    """A section. `path` holds the names of the enclosing sections and its own, outermost first. `start` is where its
    heading begins; `body` is its own text, without the sections inside it.

    `stem` introduces the list that the section is an item of, and is part of what the item says: "An owner must not:".
    """

    path: tuple[str, ...]
    level: int
    page: int
    start: int
    body: Span
    stem: str = ""

    @property
    def name(self) -> str:
        return " › ".join(self.path)


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk, which lies in one section."""

    section: int
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """A complete document. `hidden` counts words of the file that no page shows; the text leaves them out."""

    text: str
    pages: tuple[PageText, ...]
    sections: tuple[Section, ...]
    hidden: int = 0

    def pieces(self, profile: Profile) -> list[Piece]:
        """Chunks, none of which spans two sections."""
        return [
            Piece(number, span)
            for number, section in enumerate(self.sections)
            if section.body.end > section.body.start
            for span in split(self.text, profile, section.body)
        ]


def build(pages: Sequence[Page]) -> Document:
    """Build a document from pages."""
    clean = without_furniture(pages)
    parts = list(paragraphs(clean))
    sizes = [line.size for page in clean for line in page.lines]
    outliner = Outliner(parts, median(sizes) if sizes else 0.0)
    nodes = outliner.nodes()
    text, spans, places = _assemble(parts, outliner.continued)
    return Document(text, _pages(pages, places, len(text)), tuple(_sections(nodes, spans, text)))


def _assemble(parts: Sequence[Paragraph], continued: set[int]) -> tuple[str, list[Span], list[tuple[int, Place]]]:
    """The text, the span of each paragraph, and the page and place of each word."""
    pieces: list[str] = []
    spans, places, at = [], [], 0
    for number, part in enumerate(parts):
        if number:
            joint = "\n" if number in continued else "\n\n"
            pieces.append(joint)
            at += len(joint)
        start = at
        for line_number, (page, line) in enumerate(part.lines):
            if line_number:
                pieces.append("\n")
                at += 1
            for word_number, word in enumerate(line.words):
                if word_number:
                    pieces.append(" ")
                    at += 1
                places.append((page, (at, at + len(word.text), *word.box)))
                pieces.append(word.text)
                at += len(word.text)
        spans.append(Span(start, at))
    return "".join(pieces), spans, places


def _pages(pages: Sequence[Page], places: Sequence[tuple[int, Place]], length: int) -> tuple[PageText, ...]:
    own: dict[int, list[Place]] = {page.number: [] for page in pages}
    for number, place in places:
        own[number].append(place)
    made, start = [], 0
    for page in pages:
        found = own[page.number]
        # A paragraph that runs over two pages belongs to both; a page begins with its first word.
        start = found[0][0] if found else start
        end = found[-1][1] if found else start
        made.append(PageText(page.number, page.width, page.height, min(start, length), min(end, length), tuple(found)))
    return tuple(made)


def _sections(nodes: Sequence[Node], spans: Sequence[Span], text: str) -> list[Section]:
    sections = []
    for node in nodes:
        all_places = [*node.heading, *node.body]
        start = spans[all_places[0]].start
        body = Span(spans[node.body[0]].start, spans[node.body[-1]].end) if node.body else Span(start, start)
        path = tuple(one.name for one in node.path if one.name)
        sections.append(Section(path, node.level, node.page, start, body, _stem(node, spans, text)))
    return sections


def _stem(node: Node, spans: Sequence[Span], text: str) -> str:
    """The words that introduce a list, for its items: the unfinished last sentences of the enclosing sections."""
    stems: list[str] = []
    child = node
    while child.parent is not None and child.kind[:1] in "(1AaIi" and child.parent.body:
        child = child.parent
        body = Span(spans[child.body[0]].start, spans[child.body[-1]].end)
        *_, last = sentence_spans(text, body)
        words = " ".join(last.of(text).split())
        if not re.search(r"[:,;—–-]\Z|\bfollowing\b|\w\Z|;\s(?:and|or)\Z", words):
            break
        stems.insert(0, words)
    return " ".join(stems)


def line_boxes(places: Sequence[Place], span: Span) -> list[Box]:
    """One box for each line of a span, from the places of words."""
    boxes: list[Box] = []
    for start, end, *edges in places:
        if start < span.end and end > span.start:
            box = Box(*edges)
            if (
                boxes
                and abs(boxes[-1].middle - box.middle) < 0.5 * max(box.height, boxes[-1].height)
                and (box.x0 >= boxes[-1].x0)
            ):
                boxes[-1] = boxes[-1].join(box)
            else:
                boxes.append(box)
    return boxes


_LINE_END_HYPHEN = re.compile(r"(\w+)[-\u00ad\u2010]\s*\n\s*([a-z])")
_KEEPS_HYPHEN = frozenset(
    "twenty thirty forty fifty sixty seventy eighty ninety non self co pre re ex by one two three four five six seven "
    "eight nine ten first second third half quarter short long well".split()
)


def mend_text(text: str) -> str:
    """Text normalised for search: ligatures and other compatibility forms replaced, words hyphenated at line ends
    joined.

    >>> mend_text("infor-\\nmation on twenty-\\ntwo o\\ufb03ces")
    'information on twenty-two offices'
    """
    joined = _LINE_END_HYPHEN.sub(
        lambda found: f"{found[1]}{'-' if found[1].lower() in _KEEPS_HYPHEN else ''}{found[2]}", text
    )
    return " ".join(unicodedata.normalize("NFKC", joined).split())
