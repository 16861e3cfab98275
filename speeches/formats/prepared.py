"""Reads passages that somebody else has cut, as JSON or JSON Lines, each with its source.

The fields are `id, country, parliament, date, chamber, session, bill, speaker, party, language, url, para_ids, text`,
and optionally `embedding` with the name of the `embedding_model` that made it. A vector of the index's own model is
taken as it is; with any other model the passage is embedded again.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from speeches.formats.flat import SpeechRow, decode_text, load_json, reasons
from speeches.formats.names import slug
from speeches.formats.records import FormatError, Paragraph, ParliamentFacts, Parsed, RecordError, Speech

_DOCUMENT = re.compile(r'\s*(?:\[|\{\s*"documents"\s*:)')
_COUNTRIES = {"new zealand": "nz", "australia": "au", "canada": "ca", "united kingdom": "uk"}


def _to_text(value: object) -> object:
    return "" if value is None else str(value) if isinstance(value, int) else value


class PreparedRow(BaseModel):
    """One passage. Unknown fields are kept as metadata."""

    model_config = ConfigDict(extra="allow", str_strip_whitespace=True)

    id: str = Field(min_length=1, max_length=200)
    text: str = Field(min_length=1)
    date: Any
    country: str = Field(min_length=1, max_length=100)
    parliament: Annotated[str, BeforeValidator(_to_text)] = ""
    chamber: str = Field(default="House", max_length=100)
    session: Annotated[str, BeforeValidator(_to_text)] = ""
    bill: Annotated[str, BeforeValidator(_to_text)] = ""
    speaker: Annotated[str, BeforeValidator(_to_text)] = ""
    party: Annotated[str, BeforeValidator(_to_text)] = ""
    language: Annotated[str, BeforeValidator(_to_text)] = ""
    url: Annotated[str, BeforeValidator(_to_text)] = ""
    para_ids: list[str | int] = Field(default_factory=list)
    embedding: list[float] = Field(default_factory=list, max_length=4096)
    embedding_model: str = ""

    @property
    def code(self) -> str:
        """The parliament's code, from its country: two letters for the countries known here, else a slug."""
        name = self.country.strip().lower()
        return _COUNTRIES.get(name, slug(name)[:20])

    def speech(self, position: int) -> Speech:
        """The passage as a speech of its own."""
        more = {name: value for name in ("session", "bill", "parliament") if (value := getattr(self, name))}
        row = SpeechRow.model_validate(
            {
                "speech_id": self.id,
                "text": self.text,
                "speaker": self.speaker or "The record",
                "date": self.date,
                "chamber": self.chamber,
                "party": self.party,
                "language": self.language[:2].lower(),
                "source_url": self.url,
                "title": str((self.model_extra or {}).get("title") or self.bill),
                "para_ids": [str(key) for key in self.para_ids],
                **more,
                **{key: value for key, value in (self.model_extra or {}).items() if key not in SpeechRow.model_fields},
            }
        )
        speech = row.speech(position)
        # A single paragraph is the whole passage. With several, the file does not say where each begins.
        whole = (Paragraph(str(self.para_ids[0]), 0, len(speech.text)),) if len(self.para_ids) == 1 else ()
        vector = (self.embedding_model, tuple(self.embedding)) if self.embedding and self.embedding_model else None
        return replace(speech, paragraphs=whole, vector=vector)


def looks_like_prepared(content: bytes) -> bool:
    """Whether the bytes begin like a file of such passages."""
    first = content[:65536]
    return (first[:1] in (b"{", b"[") and b'"para_ids"' in first and b'"country"' in first) or re.match(
        rb'\s*\{\s*"documents"\s*:', first
    ) is not None


def parse_prepared(content: bytes, name: str = "") -> Parsed:
    """The passages of one parliament: a list, a list under `documents`, or one per line. Raises FormatError."""
    speeches: list[Speech] = []
    errors: list[RecordError] = []
    codes: dict[str, PreparedRow] = {}
    for line, row in _rows(decode_text(content, name), name):
        try:
            passage = PreparedRow.model_validate(row)
            speeches.append(passage.speech(len(speeches) + 1))
            codes.setdefault(passage.code, passage)
        except ValidationError as error:
            errors.append(RecordError(name, line, reasons(error)))
    if len(codes) > 1:
        raise FormatError(f"{name}: passages of several countries ({', '.join(sorted(codes))}). Send each by itself.")
    if not speeches and not errors:
        raise FormatError(f"{name}: the file holds no passage.")
    facts = next((ParliamentFacts(code, row.country, row.country) for code, row in codes.items()), None)
    return Parsed("prepared", speeches=tuple(speeches), errors=tuple(errors), parliament=facts)


def _rows(text: str, name: str) -> Iterator[tuple[int | None, Any]]:
    if _DOCUMENT.match(text):
        try:
            document = load_json(text)
        except ValueError as error:
            raise FormatError(f"{name}: not valid JSON ({error}).") from error
        rows = document.get("documents") if isinstance(document, dict) else document
        if not isinstance(rows, list):
            raise FormatError(f"{name}: expected a list of passages, or one under documents.")
        yield from ((None, row) for row in rows)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, load_json(line)
            except ValueError as error:
                raise FormatError(f"{name}, line {number}: not valid JSON ({error}).") from error
