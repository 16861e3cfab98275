"""The card of a source: the quotation with its sentences marked, the speaker, the date, the place and the links."""

from typing import Any

from rag.answering.passages import Passage, Source
from rag.text.sentences import first_sentences
from rag.text.spans import Span
from speeches.models import TOLD, Parliament
from speeches.questions.ranking import is_set_apart, is_translated
from speeches.search.hits import passage_url

_RELATED_LENGTH = 480
# The facts of a passage that its card has under the same names.
_NAMES = (
    "role", "party", "party_code", "party_colour", "chamber", "parliament", "country", "electorate", "title",
    "reference", "source_url",
)  # fmt: skip


def card(source: Source) -> dict[str, Any]:
    """A numbered source as plain values; `highlights` are `[start, end)` offsets in the quotation."""
    # Facts from the tables are short, so they are shown whole.
    span = source.passage.span if source.passage.facts["kind"] == TOLD else source.span
    marks = {(mark.start - span.start, mark.end - span.start) for mark in source.marks}
    return {
        "n": source.n,
        **_facts(source.passage, span, source.marks[0]),
        "highlights": [list(mark) for mark in sorted(marks)],
        "set_apart": any(is_set_apart(source.passage, mark) for mark in source.marks),
        "translated": any(is_translated(source.passage, mark) for mark in source.marks),
    }


def table_source(n: int, quote: str, parliament: Parliament | None, **known: Any) -> dict[str, Any]:
    """A numbered source without a speaker: facts from the tables, or a printed list. `quote` is all of it."""
    blank: dict[str, Any] = {
        **dict.fromkeys((*_NAMES, "date", "url"), ""),
        "sample": False,
        "set_apart": False,
        "translated": False,
        "highlights": [],
        **(parliament.values() if parliament else {}),
    }
    return {**blank, "n": n, "quote": quote, "start": 0, "end": len(quote), **known}


def related_card(passage: Passage) -> dict[str, Any]:
    """The card of a passage that is near but does not answer. It has no number."""
    span = first_sentences(passage.text, _RELATED_LENGTH, passage.span)
    return {**_facts(passage, span, span), "relevance": round(passage.relevance, 4)}


def _facts(passage: Passage, span: Span, shown: Span) -> dict[str, Any]:
    facts = passage.facts
    return {
        **{name: facts[name] for name in ("source_type", "sample", *_NAMES)},
        "id": passage.record,
        "speaker": passage.speaker,
        "date": str(passage.date or ""),
        "url": _passage_address(facts, shown),
        "quote": span.of(passage.text),
        "start": span.start,
        "end": span.end,
    }


def _passage_address(facts: dict[str, Any], shown: Span) -> str:
    """The URL of the record's page, at the passage if its words are printed there."""
    if facts["kind"] == TOLD:
        return str(facts["page"])
    return passage_url(facts["page"], shown, facts["source_type"], facts["language"])
