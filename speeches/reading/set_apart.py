"""What the record sets apart from a member's own words: a motion, a quotation or a document that they move or read."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rag.text.spans import Span
from speeches.formats.records import PartKind


def spans_set_apart(parts: Iterable[Mapping[str, Any]]) -> Iterator[Span]:
    """Where the parts of a speech, as they are stored, hold text that is set apart."""
    for part in parts:
        if part["kind"] == PartKind.QUOTATION:
            yield Span(part["start"], part["end"])
        yield from (Span(start, end) for start, end in part.get("set_apart", ()))


def is_set_apart(span: Span, parts: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a span of a speech lies wholly within text that is set apart."""
    return any(one.start <= span.start and span.end <= one.end for one in spans_set_apart(parts))
