"""What a reader sees of a source: the quotation with its sentence marked, who, when, where, and the links."""

from typing import Any

from django.urls import reverse

from rag.answering.passages import Passage, Source
from rag.text.spans import Span

_RELATED_LENGTH = 400


def card(source: Source) -> dict[str, Any]:
    """A numbered source as plain values; `highlights` are `[start, end)` in the quotation."""
    marks = {(mark.start - source.span.start, mark.end - source.span.start) for mark in source.marks}
    return {
        "n": source.n,
        **_facts(source.passage, source.span, source.marks[0]),
        "highlights": [list(mark) for mark in sorted(marks)],
    }


def related_card(passage: Passage) -> dict[str, Any]:
    """A passage that is near but no answer: without a number."""
    end = passage.span.end
    if end - passage.span.start > _RELATED_LENGTH:
        end = passage.text.rfind(" ", passage.span.start, passage.span.start + _RELATED_LENGTH)
    span = Span(passage.span.start, end if end > passage.span.start else passage.span.end)
    return {**_facts(passage, span, span), "relevance": round(passage.relevance, 4)}


def _facts(passage: Passage, span: Span, shown: Span) -> dict[str, Any]:
    facts = passage.facts
    return {
        "id": passage.record,
        "source_type": facts["source_type"],
        "speaker": passage.speaker,
        "role": facts["role"],
        "party": facts["party"],
        "party_code": facts["party_code"],
        "party_colour": facts["party_colour"],
        "chamber": facts["chamber"],
        "electorate": facts["electorate"],
        "date": str(passage.date),
        "title": facts["title"],
        "reference": facts["reference"],
        "url": f"{reverse('speech', args=[passage.record])}?from={shown.start}&to={shown.end}#passage",
        "source_url": facts["source_url"],
        "quote": span.of(passage.text),
        "start": span.start,
        "end": span.end,
    }
