"""What a parser brings home. Plain values, in the order in which they were printed."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class FormatError(ValueError):
    """The file cannot be read as what it should be; the message is for the person who brought it."""


@dataclass(frozen=True, slots=True)
class RecordError:
    """One record of a file that could not be read, while the others could."""

    file: str
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who spoke, as the source names them. `source_id` is the source's own key, empty if it has none."""

    name: str
    source_id: str = ""
    spelling: str = ""
    party: str = ""
    electorate: str = ""
    state: str = ""
    title: str = ""


class PartKind(StrEnum):
    """Who holds the words of a part: the main speaker, again the main speaker, somebody else, or nobody."""

    SPEECH = "speech"
    CONTINUATION = "continuation"
    INTERJECTION = "interjection"
    PROCEDURE = "procedure"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch `[start, end)` of a speech's text in one voice. The words begin at `words_start`, after the label."""

    kind: PartKind
    speaker: str
    start: int
    end: int
    words_start: int
    person: Person | None = None
    time: datetime.time | None = None


@dataclass(frozen=True, slots=True)
class Speech:
    """One turn of a main speaker with all that others said in between, verbatim."""

    id: str
    person: Person
    date: datetime.date
    text: str
    parts: tuple[Part, ...]
    position: int = 0
    debate: int | None = None
    kind: str = "speech"
    role: str = ""
    title: str = ""
    chamber: str = ""
    page: str = ""
    time: datetime.time | None = None
    language: str = "en"
    debate_type: str = ""
    reference: str = ""
    source_url: str = ""
    topics: tuple[str, ...] = ()
    transcript_quality: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Debate:
    """A heading of the day. `parent` is the index of the heading above it."""

    title: str
    position: int
    parent: int | None = None
    type: str = ""
    page: str = ""
    bill: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ballot:
    """One member's vote in a division, under the name as printed."""

    name: str
    vote: str
    teller: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """A recorded vote. Counts are the printed ones, so that they can be checked against the ballots."""

    position: int
    ayes: int
    noes: int
    ballots: tuple[Ballot, ...]
    debate: int | None = None
    question: str = ""
    result: str = ""
    time: datetime.time | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """One chamber's day: headings, speeches and votes in order."""

    parliament: str
    chamber: str
    date: datetime.date
    debates: tuple[Debate, ...]
    speeches: tuple[Speech, ...]
    divisions: tuple[Division, ...]
    session: int | None = None
    proof: bool = False
    source_url: str = ""


@dataclass(frozen=True, slots=True)
class PartyFacts:
    """A party as a file introduces it."""

    code: str
    name: str
    aliases: tuple[str, ...] = ()
    colour: str = ""


@dataclass(frozen=True, slots=True)
class ParliamentFacts:
    """The parliament whose speeches a file holds, where the file says so."""

    code: str
    name: str
    country: str = ""
    parties: tuple[PartyFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """The content of one file: whole sittings, or single speeches, and what could not be read."""

    format: str
    sittings: tuple[Sitting, ...] = ()
    speeches: tuple[Speech, ...] = ()
    errors: tuple[RecordError, ...] = ()
    parliament: ParliamentFacts | None = None
