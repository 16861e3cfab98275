"""Builds the nested sections of a document, each with its label as printed: "Article IV", "Section 2 Pets", "(f)"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from guardian.documents.numbering import ARTICLE, HEADING, LIST, SECTION, Marker, inner, markers
from guardian.documents.paragraphs import Paragraph

# The most characters and lines in a heading.
_LONGEST_HEADING, _MOST_LINES = 160, 3
_LONGEST_IN_CAPITALS = 260
# Type this many times the document's usual size makes a heading.
_LARGER = 1.12
_RUN_IN = re.compile(r"(?P<title>[A-Z][^.;:\n]{1,70}?)(?:[.:]|\s?[–—-])\s+(?=[A-Z(\"“])")
# Notes on what happened to a section, such as "(Amended 1/2006)" or "AG approved October 4, 2021". They are not
# headings.
_NOTE = re.compile(
    r"\(|.*\b(?:amended|added|adopted|approved|approval|rescinded|repealed|revised|voted)\b.*\d",
    re.IGNORECASE | re.DOTALL,
)
_UNFINISHED = re.compile(r"[\w,)’'\"”]\Z")
_SENTENCE_END = re.compile(r"[.;,:!?]['\"’”)\]]*\Z")
# "3 (1) An owner must": statutes of British Columbia number sections this way and put their titles in headings above.
_BARE = re.compile(r"\d{1,3}\s+\(1\)\s")
_DATE = re.compile(r"\d{1,2}\s+(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b")
# A list may skip this many numbers; after a larger gap the line counts as plain text.
_GAP = 2


@dataclass(slots=True)
class Node:
    """A section under construction: `heading` holds the paragraphs that name it, `body` the paragraphs of its own
    text."""

    label: str
    rank: int
    kind: str
    value: int
    page: int
    title: str = ""
    level: int = 0
    heading: list[int] = field(default_factory=list)
    body: list[int] = field(default_factory=list)
    parent: "Node | None" = None

    @property
    def name(self) -> str:
        return " ".join(filter(None, [self.label, self.title]))

    @property
    def path(self) -> list["Node"]:
        """The enclosing sections and this one, outermost first."""
        above = self.parent.path if self.parent else []
        return [*above, self]


class Outliner:
    """Builds the sections of a document and puts each paragraph in exactly one; `size` is the document's usual type
    size in points.

    Text before the first heading goes into a section without a name. Contents pages go into none. `continued` holds the
    paragraphs that continue the sentence before them.
    """

    def __init__(self, paragraphs: Sequence[Paragraph], size: float) -> None:
        self._paragraphs = paragraphs
        self._size = size
        self._open: list[Node] = []
        self._nodes: list[Node] = []
        # Kind and last number of a list that continues within a sentence.
        self._inline: tuple[str, int] | None = None
        # Number of the last bare-numbered section, or None if the document does not number sections that way.
        self._bare = 0 if any(_BARE.match(one.text) for one in paragraphs) else None
        self.continued: set[int] = set()

    def nodes(self) -> list[Node]:
        """The sections, in order."""
        for place, paragraph in enumerate(self._paragraphs):
            if not paragraph.contents:
                self._take(place, paragraph)
        return self._nodes

    def _take(self, place: int, paragraph: Paragraph) -> None:
        words = paragraph.text
        marker = self._marker(paragraph)
        if marker is not None and self._goes_on_a_sentence(marker, place, words):
            self._open[-1].body.append(place)
            self.continued.add(place)
        elif marker is not None:
            self._take_numbered(place, paragraph, marker)
        elif self._is_heading(place, paragraph):
            title = " ".join(words.split()).rstrip(":")
            last = self._open[-1] if self._open else None
            if last and last.rank <= SECTION and last.label and not last.title and not last.body:
                last.title = title
                last.heading.append(place)
            else:
                node = Node("", HEADING, "heading", 0, paragraph.page, title)
                node.heading.append(place)
                self._close_for_heading(place)
                self._push(node)
        else:
            if not self._open:
                self._push(Node("", ARTICLE, "", 0, paragraph.page))
            self._open[-1].body.append(place)

    def _take_numbered(self, place: int, paragraph: Paragraph, marker: Marker) -> None:
        """Start a numbered section. If its list begins on the same line, the words belong to the list's first item."""
        rest = paragraph.text[marker.length :].strip()
        first = inner(paragraph.text, marker) if marker.rank >= SECTION and not paragraph.bold else None
        node = self._title_above(marker, place)
        if node is not None:
            node.label, node.kind, node.value = marker.label, marker.kind, marker.value
        else:
            node = Node(marker.label, marker.rank, marker.kind, marker.value, paragraph.page)
            self._push(node)
        if marker.kind == "1" and self._bare is not None:
            self._bare = marker.value
        if first is not None:
            node.heading.append(place)
            self._push(Node(first.label, first.rank, first.kind, first.value, paragraph.page, body=[place]))
        elif node.title:
            node.body.append(place)
        elif marker.kind.startswith("#") or self._names(paragraph, marker, rest):
            node.title = " ".join(rest.strip(" .:–—-").split())
            node.heading.append(place)
        else:
            run_in = _RUN_IN.match(rest)
            node.title = run_in["title"] if run_in and _is_title_case(run_in["title"]) else ""
            node.body.append(place)

    def _title_above(self, marker: Marker, place: int) -> Node | None:
        """The heading above a bare number, if it is the title of that section only and not of several."""
        last = self._open[-1] if self._open else None
        if self._bare is None or marker.kind != "1" or last is None or last.kind != "heading" or last.body:
            return None
        for number, paragraph in enumerate(self._paragraphs[place + 1 :], start=place + 1):
            following = next(markers(paragraph.text), None)
            if following is not None and following.kind == "1" and following.value == marker.value + 1:
                return None
            if following is None and self._is_heading(number, paragraph):
                break
        return last

    def _marker(self, paragraph: Paragraph) -> Marker | None:
        """The paragraph's number, unless the words only look like one here."""
        for marker in markers(paragraph.text):
            if marker.rank == LIST:
                if self._is_next(marker, paragraph) or self._inline == (marker.kind, marker.value - 1):
                    return marker
            elif self._is_named_section(marker, paragraph):
                return marker
        return None

    def _is_named_section(self, marker: Marker, paragraph: Paragraph) -> bool:
        """Whether a marker starts a section: "Section 17: Snow" does, "Section 17 of this by-law applies" is a
        sentence."""
        rest = paragraph.text[marker.length :].strip()
        if marker.kind.startswith("#"):
            return True
        if marker.kind == "decimal":
            return rest[:1].isupper() or not rest[:1].isalpha()
        if paragraph.is_row and marker.rank < SECTION:
            return False
        if not rest or marker.stopped or paragraph.bold:
            return True
        return len(paragraph.lines) <= 2 and rest[:1].isupper() and not _SENTENCE_END.search(rest)

    def _is_next(self, marker: Marker, paragraph: Paragraph) -> bool:
        """Whether a number continues an open list or starts one."""
        if marker.kind == "1" and self._bare is not None:
            return self._is_next_section(marker, paragraph)
        # "1 A 85" is a row of a table.
        if marker.kind == "1" and not paragraph.text[marker.length + 1 : marker.length + 2].islower():
            return False
        if marker.kind == "1" and not (len(paragraph.lines) == 1 and len(paragraph.text) <= _LONGEST_HEADING):
            return False
        like = next((node for node in reversed(self._open) if node.kind == marker.kind), None)
        if like is not None and like.value < marker.value <= like.value + _GAP:
            return True
        return marker.value == 1 or (like is None and marker.kind in ("1.", "1") and not self._is_in_list())

    def _is_next_section(self, marker: Marker, paragraph: Paragraph) -> bool:
        """Whether a bare number starts the next section; "2 weeks before" and "1 January 2020" do not."""
        assert self._bare is not None
        begins = marker.value == 1 and not (self._open and self._open[-1].body)
        if _BARE.match(paragraph.text):
            return begins or marker.value > self._bare
        before = self._paragraphs[self._open[-1].body[-1]].text if self._open and self._open[-1].body else ""
        if _DATE.match(paragraph.text) or _UNFINISHED.search(before):
            return False
        return begins or self._bare < marker.value <= self._bare + _GAP

    def _goes_on_a_sentence(self, marker: Marker, place: int, words: str) -> bool:
        """Whether a list continues the sentence before it: "provided that it is / (1) not for hotel purposes," """
        if marker.rank != LIST or not self._open or not self._open[-1].body:
            self._inline = None
            return False
        starts = marker.value == 1 and words[marker.length :][:1].islower()
        before = self._paragraphs[self._open[-1].body[-1]].text
        if (starts and _UNFINISHED.search(before)) or self._inline == (marker.kind, marker.value - 1):
            self._inline = (marker.kind, marker.value)
            return True
        self._inline = None
        return False

    def _is_in_list(self) -> bool:
        return bool(self._open) and self._open[-1].rank == LIST

    def _names(self, paragraph: Paragraph, marker: Marker, rest: str) -> bool:
        """Whether a numbered paragraph is only a heading, with its text below."""
        if not rest:
            return True
        if len(paragraph.lines) > _MOST_LINES or len(rest) > _LONGEST_HEADING or not rest[:1].isupper():
            return False
        if paragraph.bold or paragraph.size > _LARGER * self._size:
            return True
        if marker.kind == "1":
            return not _SENTENCE_END.search(rest)
        if marker.rank == LIST:
            return len(paragraph.lines) == 1 and not _SENTENCE_END.search(rest) and _is_title_case(rest)
        return not _SENTENCE_END.search(rest) or (
            rest.endswith(".") and _is_title_case(rest) and len(rest.split()) <= 8
        )

    def _is_heading(self, place: int, paragraph: Paragraph) -> bool:
        """Whether an unnumbered paragraph is a heading: short, and set apart by its type."""
        words = paragraph.text.strip()
        letters = [letter for letter in words if letter.isalpha()]
        capitals = sum(letter.isupper() for letter in letters) > 0.9 * len(letters) and len(letters) > 3
        longest = _LONGEST_IN_CAPITALS if capitals and paragraph.bold else _LONGEST_HEADING
        if len(words) > longest or len(paragraph.lines) > _MOST_LINES + capitals or len(letters) < 3:
            return False
        if not self._text_follows(place) or paragraph.is_row or _NOTE.match(words):
            return False
        if capitals or paragraph.size > _LARGER * self._size:
            return not words.endswith((";", ","))
        return paragraph.bold and not _SENTENCE_END.search(words.rstrip(":"))

    def _text_follows(self, place: int) -> bool:
        return any(not other.contents for other in self._paragraphs[place + 1 : place + 2])

    def _close_for_heading(self, place: int) -> None:
        """Decide where a heading after numbered sections belongs: inside their article if the numbering continues below
        it, otherwise beside the article."""
        article = next((node for node in self._open if node.rank <= ARTICLE and node.label), None)
        before = next((node for node in reversed(self._open) if node.rank == SECTION), None)
        if article is None or before is None:
            return
        following = (next(markers(one.text), None) for one in self._paragraphs[place + 1 :])
        number = next((one for one in following if one is not None and one.rank <= SECTION), None)
        if number is None or number.rank < SECTION or number.value <= before.value:
            self._open = self._open[: self._open.index(article)]

    def _push(self, node: Node) -> None:
        """Attach a section where its number belongs: after the last of its kind, otherwise below the innermost open
        section."""
        if node.rank < LIST:
            while self._open and self._open[-1].rank >= node.rank:
                self._open.pop()
        elif any(other.kind == node.kind and other.value < node.value for other in self._open):
            while self._open.pop().kind != node.kind:
                pass
        node.parent = self._open[-1] if self._open else None
        node.level = len(self._open)
        self._open.append(node)
        self._nodes.append(node)


def _is_title_case(words: str) -> bool:
    """Whether words are capitalised like a title.

    >>> _is_title_case("Removal of Dog Litter"), _is_title_case("No dog may be kept")
    (True, False)
    """
    longer = [word for word in re.findall(r"[A-Za-z’'-]+", words) if len(word) > 3]
    return bool(longer) and sum(word[0].isupper() for word in longer) >= 0.7 * len(longer)
