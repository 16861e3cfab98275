"""Source cards: the rule with its sentence marked, its section, and a picture of its page."""

from typing import Any

from django.urls import reverse

from guardian.chat.retrieve import page_at, stem_before
from guardian.models import Bylaw, Scheme
from rag.answering.passages import Passage, Source
from rag.text.spans import Span

_RELATED_LENGTH = 400


def card(source: Source, scheme: Scheme) -> dict[str, Any]:
    """A numbered source as plain values; `highlights` are `[start, end)` offsets in the quotation."""
    marks = sorted({(mark.start - source.span.start, mark.end - source.span.start) for mark in source.marks})
    marked = Span(min(mark.start for mark in source.marks), max(mark.end for mark in source.marks))
    facts = _facts(source.passage, source.span, marked, scheme)
    stem = next(filter(None, (stem_before(source.passage, mark) for mark in source.marks)), "")
    return {"n": source.n, **facts, "stem": stem, "highlights": [list(mark) for mark in marks]}


def related_card(passage: Passage, scheme: Scheme) -> dict[str, Any]:
    """A section that is close to the question but does not answer it; it has no number."""
    end = passage.span.end
    if end - passage.span.start > _RELATED_LENGTH:
        end = passage.text.rfind(" ", passage.span.start, passage.span.start + _RELATED_LENGTH)
    span = Span(passage.span.start, end if end > passage.span.start else passage.span.end)
    return _facts(passage, span, span, scheme)


def _facts(passage: Passage, span: Span, marked: Span, scheme: Scheme) -> dict[str, Any]:
    bylaw: Bylaw = passage.facts["bylaw"]
    page = page_at(passage.facts["pages"], marked.start)
    where = f"from={marked.start}&to={marked.end}"
    document = bylaw.url_in(scheme)
    # The picture is served by the API, so that a key can open it as well as a member's browser.
    picture, shown = (reverse(name, args=[scheme.slug, bylaw.pk, page]) for name in ("api:read_page", "guardian:page"))
    return {
        "bylaw_id": str(bylaw.pk),
        "document": bylaw.title,
        "effective_from": bylaw.effective_from.isoformat(),
        "file_name": bylaw.file_name,
        "section": passage.facts["section"],
        "stem": passage.facts["stem"],
        "page": page,
        "quote": span.of(passage.text),
        "start": span.start,
        "end": span.end,
        "url": f"{document}?{where}#passage",
        "page_url": f"{shown}?{where}",
        "page_image_url": f"{picture}?{where}",
        "relevance": round(passage.relevance, 4),
    }
