"""A scheme's documents as its pages show them: the list of their versions, and one section by section, with marks."""

import datetime
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from guardian.documents.document import Section
from guardian.models import Bylaw, BylawPage
from rag.text.sentences import paragraph_spans
from rag.text.spans import Span, marked_runs


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph to show: text, or a heading with its `level` and `anchor`. `page` is set if a new page begins with
    it; `first` is the mark if no earlier row has the same one."""

    pieces: list[tuple[str, str]]
    level: int = 0
    anchor: str = ""
    page: int | None = None
    hits: int = 0
    first: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A section in the table of contents."""

    name: str
    level: int
    page: int
    anchor: str


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document: the versions that matter now, and those that others replaced, each latest first."""

    title: str
    now: list[Bylaw]
    before: list[Bylaw]


def _by_standing(version: Bylaw) -> tuple[bool, bool, datetime.date]:
    """Sorts what is in force first, then what will be, the next first."""
    return version.standing != "in force", version.standing != "coming", version.effective_from


def documents_shown() -> dict[str, Any]:
    """What the list of documents shows. Inside the scheme's scope."""
    versions = list(Bylaw.objects.dated().defer("text", "outline").select_related("uploaded_by").order_by("-dated_at"))
    by_title: dict[str, list[Bylaw]] = defaultdict(list)
    for one in versions:
        by_title[one.title].append(one)
    documents = [
        ShownDocument(
            title,
            sorted((one for one in own if one.standing != "replaced"), key=_by_standing),
            [one for one in own if one.standing == "replaced"],
        )
        for title, own in sorted(by_title.items())
    ]
    in_force = [one for one in versions if one.standing == "in force"]
    languages = {one.language for one in in_force}
    return {
        "documents": documents,
        "in_force": in_force,
        # The one language of the documents in force, if they have one.
        "written_in": languages.pop() if len(languages) == 1 else "",
        "unfinished": any(one.status == Bylaw.Status.PROCESSING for one in versions),
        "titles": sorted(by_title),
        "today": timezone.localdate(),
    }


def outline_of(bylaw: Bylaw) -> list[Entry]:
    """The named sections, without list items."""
    return [
        Entry(section.path[-1], min(section.level, 3), section.page, f"s-{number}")
        for number, section in enumerate(bylaw.sections())
        if section.path and not _is_item(section)
    ]


def rows_of(bylaw: Bylaw, passage: Span | None, query: str) -> list[Row]:
    """The paragraphs in order, with the passage and the search hits marked. Inside the scheme's scope."""
    sections = bylaw.sections()
    pages = list(BylawPage.objects.filter(bylaw=bylaw).values_list("number", "start"))
    searched = re.compile(re.escape(query), re.IGNORECASE) if query else None
    rows, page = [], 0
    marks: set[str] = set()
    for span in paragraph_spans(bylaw.text):
        number = max((one for one, start in pages if start <= span.start), default=1)
        place = next((n for n, section in enumerate(sections) if section.start == span.start), None)
        section = sections[place] if place is not None else None
        heading = section is not None and bool(section.path) and _begins_with_its_name(section)
        hits = [found.span() for found in searched.finditer(span.of(bylaw.text))] if searched else []
        pieces = _pieces(bylaw, span, passage, hits)
        own = next((mark for _, mark in pieces if mark), "")
        rows.append(
            Row(
                pieces,
                level=min(section.level + 2, 5) if heading and section else 0,
                anchor=f"s-{place}" if place is not None else "",
                page=number if number != page else None,
                hits=len(hits),
                first="" if own in marks else own,
            )
        )
        marks.add(own)
        page = number
    return rows


def _pieces(bylaw: Bylaw, span: Span, passage: Span | None, hits: list[tuple[int, int]]) -> list[tuple[str, str]]:
    """A paragraph split into runs, each with its mark: `passage` for the passage that was asked for; if there is none,
    `hit` for search hits; if there are none, `machine` for sentences that seem to address a program."""
    words = span.of(bylaw.text)
    asked_for = _within(span, [passage] if passage else [])
    to_machines = _within(span, [Span(*one) for one in bylaw.to_machines])
    mark, marks = next(
        ((mark, own) for mark, own in (("passage", asked_for), ("hit", hits), ("machine", to_machines)) if own),
        ("", []),
    )
    return [(run, mark if marked else "") for run, marked in marked_runs(words, marks)]


def _within(span: Span, others: list[Span]) -> list[tuple[int, int]]:
    """The parts of other spans that lie in a span, as offsets from its start."""
    cut = ((max(one.start, span.start), min(one.end, span.end)) for one in others)
    return [(start - span.start, end - span.start) for start, end in cut if start < end]


def _begins_with_its_name(section: Section) -> bool:
    """Whether a section's first paragraph is its heading, or all that it has."""
    return section.body.start != section.start or section.body.start == section.body.end


def _is_item(section: Section) -> bool:
    return re.match(r"\(?[a-z0-9]{1,5}[.)](?:\s|\Z)", section.path[-1]) is not None and section.level > 1
