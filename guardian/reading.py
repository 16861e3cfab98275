"""A whole bylaw as a page shows it: section after section, with marks."""

import re
from dataclasses import dataclass

from guardian.documents.document import Section
from guardian.models import Bylaw, BylawPage
from rag.text.sentences import paragraph_spans
from rag.text.spans import Span, marked_runs


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph to show: a heading with its `level` and `anchor`, or text; `page` where a new page begins with it."""

    pieces: list[tuple[str, str]]
    level: int = 0
    anchor: str = ""
    page: int | None = None
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A section in the table of contents."""

    name: str
    level: int
    page: int
    anchor: str


def outline_of(bylaw: Bylaw) -> list[Entry]:
    """The named sections, without the items of lists."""
    return [
        Entry(section.path[-1], min(section.level, 3), section.page, f"s-{number}")
        for number, section in enumerate(bylaw.sections())
        if section.path and not _is_item(section)
    ]


def rows_of(bylaw: Bylaw, passage: Span | None, query: str) -> list[Row]:
    """The paragraphs in order, the passage and the words searched for marked. Inside the scheme's scope."""
    sections = bylaw.sections()
    pages = list(BylawPage.objects.filter(bylaw=bylaw).values_list("number", "start"))
    searched = re.compile(re.escape(query), re.IGNORECASE) if query else None
    rows, page = [], 0
    for span in paragraph_spans(bylaw.text):
        number = max((one for one, start in pages if start <= span.start), default=1)
        place = next((n for n, section in enumerate(sections) if section.start == span.start), None)
        section = sections[place] if place is not None else None
        heading = section is not None and bool(section.path) and _begins_with_its_name(section)
        pieces, hits = _pieces(bylaw.text, span, passage, searched)
        rows.append(
            Row(
                pieces,
                level=min(section.level + 2, 5) if heading and section else 0,
                anchor=f"s-{place}" if place is not None else "",
                page=number if number != page else None,
                hits=hits,
            )
        )
        page = number
    return rows


def _pieces(
    text: str, span: Span, passage: Span | None, searched: "re.Pattern[str] | None"
) -> tuple[list[tuple[str, str]], int]:
    """A paragraph in runs, each with its mark: `passage`, `hit` or none; and how many hits it has."""
    words = span.of(text)
    hits = [found.span() for found in searched.finditer(words)] if searched else []
    if passage and passage.start < span.end and passage.end > span.start:
        inside = (max(0, passage.start - span.start), min(len(words), passage.end - span.start))
        return [(run, "passage" if marked else "") for run, marked in marked_runs(words, [inside])], len(hits)
    return [(run, "hit" if marked else "") for run, marked in marked_runs(words, hits)], len(hits)


def _begins_with_its_name(section: Section) -> bool:
    """Whether a section's first paragraph is its heading: a part has nothing else of its own."""
    return section.body.start != section.start or section.body.start == section.body.end


def _is_item(section: Section) -> bool:
    return re.match(r"\(?[a-z0-9]{1,5}[.)](?:\s|\Z)", section.path[-1]) is not None and section.level > 1
