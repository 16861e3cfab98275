"""Reads records of every kind from JSON Lines: one object per line, with its kind in `source_type` and its parliament
in `parliament`. A file may mix kinds. Each kind's fields are those of its class here (docs/records.md).
"""

import datetime
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from speeches.formats.flat import SpeechRow, decode_text, load_json, reasons
from speeches.formats.records import FormatError, Parsed, RecordError, Speech

_SESSION = re.compile(r"^\d{1,4}(-\d{1,3})?$")
_BEGINNING = re.compile(
    rb'\s*\{[^\n]*"source_type"\s*:\s*"(bill|hansard|vote_(question|party|member)|politician|committee(_report|_meeting)?'
    rb'|party|election|candidacy|session|riding)"'
)


def _to_text(value: object) -> object:
    return "" if value is None else str(value) if isinstance(value, int) else value


Text = Annotated[str, BeforeValidator(_to_text)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Side = Literal["aye", "no", "paired", "abstention"]


class TypedRow(BaseModel):
    """The fields of every kind. An unknown field is an error, because it would be lost."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)
    kind: ClassVar[str] = ""

    source_type: str
    parliament: str = Field(pattern=r"^[a-z0-9-]{1,20}$", description="The parliament's code, such as `ca`.")

    @field_validator("session", check_fields=False)
    @classmethod
    def _is_a_session(cls, value: str) -> str:
        if value and not _SESSION.match(value):
            raise ValueError(f"“{value}” is no session; write it as 44-1, or 47 where a parliament has one session")
        return value


class SessionRow(TypedRow):
    kind = "session"
    session: str = Field(min_length=1, description="Such as `44-1`, or `47`.")
    start: datetime.date | None = None
    end: datetime.date | None = None


class PartyRow(TypedRow):
    kind = "party"
    code: str = Field(min_length=1, max_length=100)
    name: Name
    name_fr: Text = Field("", max_length=200)
    aliases: list[Annotated[str, Field(max_length=100)]] = Field(default_factory=list)
    colour: str = Field("", pattern=r"^(#[0-9a-fA-F]{6})?$", description="Such as `#0c499c`.")


class RidingRow(TypedRow):
    kind = "riding"
    name: Name
    name_fr: Text = Field("", max_length=200)
    state: Text = Field("", max_length=100, description="Its state or province.")


class TermRow(BaseModel):
    """A seat that somebody held."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)
    chamber: str = Field("house", max_length=100)
    party: Annotated[str, Field(min_length=1, max_length=100)]
    riding: Text = Field("", max_length=200)
    state: Text = Field("", max_length=100)
    start: datetime.date
    end: datetime.date | None = Field(None, description="Open for somebody who still sits: until today.")

    @model_validator(mode="after")
    def _begins_before_it_ends(self) -> "TermRow":
        if self.end and self.end < self.start:
            raise ValueError(f"a term from {self.start} cannot end on {self.end}")
        return self


class PoliticianRow(TypedRow):
    kind = "politician"
    name: Name
    source_id: Text = Field("", max_length=100, description="The source's own key of the person.")
    terms: list[TermRow] = Field(default_factory=list, max_length=100)


class BillRow(TypedRow):
    kind = "bill"
    number: Text = Field("", max_length=20, description="Such as `C-11`; empty where bills go by their titles.")
    session: Text = ""
    title: Text = ""
    title_fr: Text = ""
    short_title: Text = Field("", max_length=300)
    text: Text = Field("", description="The bill's own words, cut at PART, DIVISION, SCHEDULE, SUMMARY in the search.")
    text_fr: Text = Field("", description="The same in French.")
    status: Text = Field("", max_length=200)
    introduced: datetime.date | None = None
    sponsor: Text = Field("", max_length=200)
    source_id: Text = Field("", max_length=100)
    source_url: Text = Field("", max_length=500, pattern=r"^(https?://\S+)?$")

    @field_validator("text", "text_fr")
    @classmethod
    def _in_plain_lines(cls, value: str) -> str:
        return value.replace("\r\n", "\n").replace("\r", "\n")

    @model_validator(mode="after")
    def _is_called_something(self) -> "BillRow":
        if not (self.title or self.number):
            raise ValueError("a bill needs a number or a title")
        return self


class CommitteeRow(TypedRow):
    kind = "committee"
    name: str = Field(min_length=1, max_length=300)
    name_fr: Text = Field("", max_length=300)
    acronym: Text = Field("", max_length=20)


class MeetingRow(TypedRow):
    kind = "committee_meeting"
    committee: str = Field(min_length=1, max_length=300, description="Its name or acronym.")
    session: Text = ""
    number: int = Field(ge=1, le=100_000)
    date: datetime.date
    title: Text = ""


class ReportRow(TypedRow):
    kind = "committee_report"
    committee: str = Field(min_length=1, max_length=300, description="Its name or acronym.")
    session: Text = ""
    number: int = Field(ge=1, le=100_000)
    title: str = Field(min_length=1)
    title_fr: Text = ""
    presented: datetime.date | None = None
    text: Text = ""
    text_fr: Text = ""
    source_url: Text = Field("", max_length=500, pattern=r"^(https?://\S+)?$")


class ElectionRow(TypedRow):
    kind = "election"
    name: Name
    date: datetime.date
    by_election: bool = False


class CandidacyRow(TypedRow):
    kind = "candidacy"
    election: Name = Field(description="The election's name.")
    date: datetime.date = Field(description="The election's day.")
    name: Name
    party: Text = Field("", max_length=100)
    riding: Text = Field("", max_length=200)
    votes: int | None = Field(None, ge=0)
    elected: bool = False


class OfAVote(TypedRow):
    """The fields that identify a vote: the chamber, its day, and the vote's number on that day or in that session."""

    chamber: str = Field("house", min_length=1, max_length=100)
    date: datetime.date
    number: Annotated[str, BeforeValidator(_to_text)] = Field(min_length=1, max_length=20)


class VoteQuestionRow(OfAVote):
    kind = "vote_question"
    session: Text = ""
    question: str = Field(min_length=1)
    result: Text = ""
    ayes: int = Field(ge=0)
    noes: int = Field(ge=0)
    paired: int = Field(0, ge=0)
    abstentions: int = Field(0, ge=0)
    bill: Text = Field("", max_length=20, description="The bill's number.")


class VotePartyRow(OfAVote):
    kind = "vote_party"
    party: Name
    vote: Side
    count: int = Field(ge=0)


class VoteMemberRow(OfAVote):
    kind = "vote_member"
    name: Name
    party: Text = Field("", max_length=100)
    riding: Text = Field("", max_length=200)
    vote: Side
    teller: bool = False


# In the order in which they are stored: a kind comes after those that it refers to.
ROWS: Mapping[str, type[TypedRow]] = {
    row.kind: row
    for row in (
        SessionRow,
        PartyRow,
        RidingRow,
        PoliticianRow,
        BillRow,
        CommitteeRow,
        MeetingRow,
        ReportRow,
        ElectionRow,
        CandidacyRow,
        VoteQuestionRow,
        VotePartyRow,
        VoteMemberRow,
    )
}


def looks_like_typed(content: bytes) -> bool:
    """Whether the first line names its kind."""
    return _BEGINNING.match(content[:65536]) is not None


def parse_typed(content: bytes, name: str = "") -> Parsed:
    """The records of a file, in the order of `ROWS`; those of kind `hansard` as speeches. Raises FormatError."""
    rows: list[tuple[int, TypedRow]] = []
    speeches: list[Speech] = []
    errors: list[RecordError] = []
    for number, line in enumerate(decode_text(content, name).split("\n"), 1):
        if not line.strip():
            continue
        try:
            read = _read_row(load_json(line))
        except ValidationError as error:
            errors.append(RecordError(name, number, reasons(error)))
        except ValueError as error:
            errors.append(RecordError(name, number, str(error)))
        else:
            if isinstance(read, TypedRow):
                rows.append((number, read))
            else:
                speeches.append(read.speech(len(speeches) + 1))
    if not (rows or speeches or errors):
        raise FormatError(f"{name}: the file holds no record.")
    order = {kind: place for place, kind in enumerate(ROWS)}
    rows.sort(key=lambda one: order[one[1].kind])
    return Parsed("records", speeches=tuple(speeches), errors=tuple(errors), rows=tuple(rows))


def _read_row(values: Any) -> TypedRow | SpeechRow:
    if not isinstance(values, dict):
        raise ValueError("expected an object with source_type and the fields of that kind")
    if "\\u0000" in json.dumps(values):
        raise ValueError("it holds a NUL character; the file is damaged")
    kind = values.get("source_type")
    if kind == "hansard":
        return SpeechRow.model_validate({key: value for key, value in values.items() if key != "source_type"})
    if kind not in ROWS:
        raise ValueError(f"source_type: “{kind}” is none of hansard, {', '.join(ROWS)}")
    return ROWS[str(kind)].model_validate(values)
