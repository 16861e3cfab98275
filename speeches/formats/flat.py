"""Reads single speeches from CSV, JSON `{"speeches": [...]}` or JSON Lines. docs/formats.md lists the columns.

A bad record is reported with its line and the reason; the others still go in.
"""

import csv
import datetime
import hashlib
import io
import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from json import JSONDecodeError
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from rag.text.language import detect_language
from speeches.formats.names import person_name, slug
from speeches.formats.records import (
    FormatError,
    ParliamentFacts,
    Parsed,
    Part,
    PartKind,
    PartyFacts,
    Person,
    RecordError,
    Speech,
)

REQUIRED = ("text", "speaker", "date", "chamber")
COLUMNS = "speech_id,title,speaker,party,chamber,electorate,state,date,hansard_reference,topic_tags,source_url,text"

# A cell may hold a whole speech; the csv module's own limit is 128 kB.
csv.field_size_limit(16 * 1024 * 1024)

_DATE_EXAMPLE = "expected a date such as 2023-03-14"
_FOREIGN_BREAK = re.compile(r"\r\n?")


def _to_date(value: object) -> object:
    if isinstance(value, str):
        try:
            return datetime.date.fromisoformat(value.strip())
        except ValueError:
            raise ValueError(f"{_DATE_EXAMPLE}, found {value!r}") from None
    return value


def _to_tags(value: object) -> object:
    if isinstance(value, str):
        return [tag.strip() for tag in re.split(r"[;|,]", value) if tag.strip()]
    return value or []


def _to_text(value: object) -> object:
    return "" if value is None else value


def _check_id(value: str) -> str:
    """An id is part of a web address, so it may hold neither control characters nor a path of dots."""
    if re.search(r"[\x00-\x1f\x7f?#\\]", value) or {".", ".."} & set(value.split("/")):
        raise ValueError("an id cannot hold line breaks, ?, #, a backslash, or a path such as ..")
    return value


Text = Annotated[str, BeforeValidator(_to_text)]
Tag = Annotated[str, Field(max_length=200)]


class SpeechRow(BaseModel):
    """One record of a CSV, JSON or JSON Lines file. Unknown fields are kept as metadata."""

    model_config = ConfigDict(extra="allow", str_strip_whitespace=True)

    text: str = Field(min_length=1)
    speaker: str = Field(min_length=1, max_length=200)
    date: Annotated[datetime.date, BeforeValidator(_to_date)]
    chamber: str = Field(min_length=1, max_length=100)
    speech_id: Annotated[Text, AfterValidator(_check_id)] = Field(default="", max_length=200)
    title: Text = ""
    party: Text = Field(default="", max_length=100)
    electorate: Text = Field(default="", max_length=200)
    state: Text = Field(default="", max_length=100)
    hansard_reference: Text = Field(default="", max_length=250)
    topic_tags: Annotated[list[Tag], BeforeValidator(_to_tags)] = Field(default_factory=list)
    source_url: Text = Field(default="", max_length=500, pattern=r"^(https?://\S+)?$")
    debate_type: Text = Field(default="", max_length=200)
    transcript_quality: Text = Field(default="", max_length=50)
    language: Text = Field(default="", pattern=r"^(en|fr)?$")

    @model_validator(mode="before")
    @classmethod
    def _without_nul(cls, values: object) -> object:
        """No database text can hold a NUL, and no transcript has one unless it is damaged."""
        if "\\u0000" in json.dumps(values, default=str):
            raise ValueError("it holds a NUL character; the file is damaged")
        return values

    def speech(self, position: int) -> Speech:
        """The record as a speech with one voice, the speaker's."""
        words = _FOREIGN_BREAK.sub("\n", self.text)
        person = Person(
            name=person_name(self.speaker),
            spelling=self.speaker,
            party=self.party,
            electorate=self.electorate,
            state=self.state,
        )
        return Speech(
            id=self.speech_id or self._derive_id(person.name),
            person=person,
            date=self.date,
            text=words,
            parts=(Part(PartKind.SPEECH, person.name, 0, len(words), 0, person),),
            position=position,
            title=self.title,
            chamber=self.chamber,
            language=self.language or detect_language(words),
            debate_type=self.debate_type,
            reference=self.hansard_reference,
            source_url=self.source_url,
            topics=tuple(self.topic_tags),
            transcript_quality=self.transcript_quality,
            metadata=self.model_extra or {},
        )

    def _derive_id(self, name: str) -> str:
        """An id that is the same for the same words, so that a file may come twice."""
        digest = hashlib.sha256(self.text.encode()).hexdigest()[:10]
        return f"{slug(name)}-{self.date.isoformat()}-{digest}"


class PartyRow(BaseModel):
    """A party at the head of a JSON file."""

    code: str = Field(min_length=1, max_length=100)
    name: str = Field(min_length=1, max_length=200)
    aliases: list[str] = Field(default_factory=list)
    colour: str = Field(default="", pattern=r"^(#[0-9a-fA-F]{6})?$")


class ParliamentRow(BaseModel):
    """The head of a JSON file: the parliament that its speeches belong to."""

    code: str = Field(pattern=r"^[a-z0-9-]{1,20}$")
    name: str = Field(min_length=1, max_length=200)
    country: str = Field(default="", max_length=100)
    invented: bool = False
    parties: list[PartyRow] = Field(default_factory=list)

    def facts(self) -> ParliamentFacts:
        parties = tuple(PartyFacts(row.code, row.name, tuple(row.aliases), row.colour) for row in self.parties)
        return ParliamentFacts(self.code, self.name, self.country, sample=self.invented, parties=parties)


def parse_csv(content: bytes, name: str = "") -> Parsed:
    """Rows under a header line. The columns may come in any order. Raises FormatError."""
    reader = csv.DictReader(io.StringIO(decode_text(content, name), newline=""))
    header = [column.strip().lower() for column in reader.fieldnames or []]
    repeated = sorted({column for column in header if header.count(column) > 1})
    if repeated:
        raise FormatError(f"{name}: the header has {', '.join(repeated)} more than once.")
    missing = [column for column in REQUIRED if column not in header]
    if missing:
        raise FormatError(f"{name}: the header has no column {', '.join(missing)}. Expected: {COLUMNS}.")
    reader.fieldnames = header
    return _parse_rows("csv", name, _csv_rows(reader))


def parse_json(content: bytes, name: str = "") -> Parsed:
    """An object with a list `speeches`, or the bare list. An object may name their `parliament`. Raises FormatError."""
    try:
        document = load_json(decode_text(content, name))
    except JSONDecodeError as error:
        raise FormatError(f"{name}, line {error.lineno}: not valid JSON ({error.msg}).") from error
    except ValueError as error:
        raise FormatError(f"{name}: not valid JSON ({error}).") from error
    rows = document.get("speeches") if isinstance(document, dict) else document
    if not isinstance(rows, list):
        raise FormatError(f'{name}: expected {{"speeches": [...]}} with a list of records.')
    parsed = _parse_rows("json", name, ((None, row, f"record {number}") for number, row in enumerate(rows, 1)))
    head = document.get("parliament") if isinstance(document, dict) else None
    return replace(parsed, parliament=_head(head, name)) if head is not None else parsed


def parse_jsonl(content: bytes, name: str = "") -> Parsed:
    """One JSON object per line; empty lines are skipped."""
    return _parse_rows("jsonl", name, _jsonl_rows(decode_text(content, name)))


_Row = tuple[int | None, Any, str]


def _csv_rows(reader: "csv.DictReader[str]") -> Iterator[_Row]:
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, error, ""
            continue
        extra = row.pop(None, None) if None in row else None
        if extra:
            yield (
                line,
                ValueError(f"{len(extra)} more cells than the header; is a quotation mark missing?"),
                "",
            )
        else:
            yield line, {key: value for key, value in row.items() if value not in (None, "")}, ""


def _jsonl_rows(text: str) -> Iterator[_Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, load_json(line), ""
            except ValueError as error:
                yield number, ValueError(f"not valid JSON ({getattr(error, 'msg', error)})"), ""


def _parse_rows(format_: str, name: str, rows: Iterable[_Row]) -> Parsed:
    speeches: list[Speech] = []
    errors: list[RecordError] = []
    for line, row, place in rows:
        try:
            if isinstance(row, Exception):
                raise row
            if not isinstance(row, dict):
                raise ValueError("expected an object with the fields of a speech")
            speeches.append(SpeechRow.model_validate(row).speech(len(speeches) + 1))
        except ValidationError as error:
            errors.append(RecordError(name, line, _with_place(place, reasons(error))))
        except (ValueError, csv.Error) as error:
            errors.append(RecordError(name, line, _with_place(place, str(error))))
    if not speeches and not errors:
        raise FormatError(f"{name}: the file holds no record.")
    return Parsed(format_, speeches=tuple(speeches), errors=tuple(errors))


def _head(head: object, name: str) -> ParliamentFacts:
    try:
        return ParliamentRow.model_validate(head).facts()
    except ValidationError as error:
        raise FormatError(f"{name}: parliament: {reasons(error)}.") from error


def reasons(error: ValidationError) -> str:
    """What is wrong with a record, field by field, in words for its author."""
    return "; ".join(
        (f"{'.'.join(str(step) for step in problem['loc'])}: " if problem["loc"] else "")
        + (
            "is missing"
            if problem["type"] in ("missing", "string_too_short")
            else problem["msg"].removeprefix("Value error, ")
        )
        for problem in error.errors(include_url=False)
    )


def _with_place(place: str, reason: str) -> str:
    return f"{place}: {reason}" if place else reason


def load_json(text: str) -> Any:
    """Standard JSON: no NaN, no Infinity, and no nesting too deep for the parser. Raises ValueError."""

    def refuse(constant: str) -> float:
        raise ValueError(f"{constant} is no number")

    def number(digits: str) -> float:
        value = float(digits)
        return value if math.isfinite(value) else refuse(digits[:20])

    try:
        return json.loads(text, parse_constant=refuse, parse_float=number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def decode_text(content: bytes, name: str) -> str:
    """The text of a file. Raises FormatError unless it is UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{name}: not UTF-8 text (byte {error.start}). Save it as UTF-8.") from error
