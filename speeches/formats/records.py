"""The plain values that a parser returns, in the order in which they were printed."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rag.text.spans import Span


class FormatError(ValueError):
    """The file cannot be read in its format. The message is for the person who brought it."""


@dataclass(frozen=True, slots=True)
class RecordError:
    """One record of a file that could not be read. The others could."""

    file: str
    line: int | None
    reason: str


# Begins the keys of lists that give each person one number, and not each seat.
PERSON_NUMBER = "openaustralia-"


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
    # Keys of a source that lists a person once per role, so that one person has several.
    role_ids: tuple[str, ...] = field(default=(), repr=False)
    # Other names that the source uses, such as the full name of somebody who goes by a short form.
    also: tuple[str, ...] = field(default=(), repr=False)
    witness: bool = field(default=False, repr=False)
    # `name` is only a surname, with a riding in brackets if two share it, because the source prints no more.
    surname_only: bool = field(default=False, repr=False)


class PartKind(StrEnum):
    """Who speaks in a part: the main speaker, the main speaker again, somebody else, or nobody.

    Text printed inside a speech that nobody speaks has a kind of its own: a table, a footnote, a list of names. So has
    a quotation of another text.
    """

    SPEECH = "speech"
    CONTINUATION = "continuation"
    INTERJECTION = "interjection"
    PROCEDURE = "procedure"
    TABLE = "table"
    FOOTNOTE = "footnote"
    LIST = "list"
    QUOTATION = "quotation"


# Kinds of parts that nobody speaks.
UNSPOKEN = frozenset({PartKind.PROCEDURE, PartKind.TABLE, PartKind.FOOTNOTE, PartKind.LIST})
# Who counts as the speaker of their words, by language.
THE_RECORD = {"en": "The record", "fr": "Le compte rendu"}


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch `[start, end)` of a speech's text in one voice. The words begin at `words_start`, after the label.

    `set_apart` are the spans of the text that the record sets apart from what is said: a motion, a quotation, a
    document. `chunks` are the spans of the text that are searched one by one. They are worked out after parsing.
    """

    kind: PartKind
    speaker: str
    start: int
    end: int
    words_start: int
    person: Person | None = None
    time: datetime.time | None = None
    set_apart: tuple[Span, ...] = field(default=(), repr=False, compare=False)
    chunks: tuple[Span, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph `[start, end)` of a speech, with the source's id, which its translation shares.

    `floor` is the language in which it was spoken, if the source says so.
    """

    id: str
    start: int
    end: int
    floor: str = ""


@dataclass(frozen=True, slots=True)
class Bill:
    """A bill that a source names. `session` is the bill's session, such as "41-2", or empty if no source says;
    `source_url` is its official page.

    `sponsor` moved it for the first or second time, and `introduced` is the day of the first. `presenters` are the
    names in which it was presented. `status` is where it stands, in the record's own words.
    """

    number: str
    source_id: str = ""
    title: str = ""
    session: str = ""
    sponsor: Person | None = None
    introduced: datetime.date | None = None
    presenters: tuple[str, ...] = ()
    status: str = ""
    source_url: str = ""


@dataclass(frozen=True, slots=True)
class Speech:
    """One turn of a main speaker, with everything that others said in between, verbatim.

    `source_key` is the same in every language in which the turn is printed. `digest` is worked out after parsing. It
    changes with anything that a source says about the speech, except its place among others.
    """

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
    source_key: str = field(default="", repr=False)
    paragraphs: tuple[Paragraph, ...] = field(default=(), repr=False)
    bills: tuple[Bill, ...] = field(default=(), repr=False)
    # The name of an embedding model and its vector of the whole text, if the source brings one.
    vector: tuple[str, tuple[float, ...]] | None = field(default=None, repr=False)
    digest: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Debate:
    """A heading of the day. `parent` is the index of the heading above it; `bill` the number of the bill it is
    about."""

    title: str
    position: int
    parent: int | None = None
    type: str = ""
    page: str = ""
    bill: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ballot:
    """One member's vote in a division, under the name as printed. `vote` is aye, no, paired or abstention.

    `person` holds what the file knows about the member beyond that name. Somebody else casts a `proxy` on their behalf.
    """

    name: str
    vote: str
    teller: bool = False
    person: Person | None = None
    party: str = ""
    proxy: bool = False


@dataclass(frozen=True, slots=True)
class PartyBallot:
    """A party's votes on one side, as a number of members. `members` names them if the party split."""

    name: str
    vote: str
    count: int
    members: tuple[str, ...] = ()


class VotingMethod(StrEnum):
    """How a chamber voted: member by member, by the parties' whips, or as a personal vote of conscience."""

    RECORDED = "recorded"
    PARTY = "party"
    PERSONAL = "personal"


class DivisionKind(StrEnum):
    """What a vote decided: a bill at a stage, an amendment, the order of business, and so on."""

    BILL = "bill"
    AMENDMENT = "amendment"
    PROCEDURAL = "procedural"
    APPOINTMENT = "appointment"
    SUPPLY = "supply"
    REPORT = "report"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Motion:
    """What a vote was on. `words` are the record's own; `mover` is "" if the file does not say who moved it.

    `subject` is the bill or heading that it belongs to. If `turned`, the question put was the opposite of what was
    moved. No other vote of the day has the same `name`.
    """

    words: str
    kind: DivisionKind
    subject: str
    name: str
    meaning: str
    mover: str = ""
    person: Person | None = None
    stage: str = ""
    bill: str = ""
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """A recorded vote. Its counts are the printed ones, so that they can be checked against the ballots.

    `motion` is worked out after parsing.
    """

    position: int
    ayes: int
    noes: int
    ballots: tuple[Ballot, ...]
    debate: int | None = None
    question: str = ""
    result: str = ""
    time: datetime.time | None = None
    number: str = ""
    method: VotingMethod = VotingMethod.RECORDED
    abstentions: int = 0
    paired: int = 0
    parties: tuple[PartyBallot, ...] = ()
    bill: str = ""
    motion: Motion | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class CommitteeMember:
    """One person on a committee, under the printed name. `role` is "chair", "vice-chair", "member" or "associate"."""

    name: str
    role: str
    person: Person


@dataclass(frozen=True, slots=True)
class CommitteeList:
    """The members of a committee on a day, and the id of the speech in which the list is printed."""

    name: str
    members: tuple[CommitteeMember, ...]
    speech: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Marks a sitting as a committee's meeting."""

    acronym: str
    number: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """One chamber's day: headings, speeches and votes in order.

    `chamber_names` are its names by language. A `piece` is the key of a file that holds only a part of the day. Of two
    `edition`s of the same file, the one that is later in the alphabet is right. `members` and `offices` come from lists
    printed in the record for that day.
    """

    parliament: str
    chamber: str
    date: datetime.date
    debates: tuple[Debate, ...]
    speeches: tuple[Speech, ...]
    divisions: tuple[Division, ...]
    session: int | None = None
    proof: bool = False
    source_url: str = ""
    session_part: int = 0
    language: str = "en"
    number: str = ""
    chamber_names: Mapping[str, str] = field(default_factory=dict)
    piece: str = ""
    edition: str = ""
    meeting: Meeting | None = None
    members: tuple[Person, ...] = ()
    offices: "tuple[OfficeFacts, ...]" = ()
    committees: tuple[CommitteeList, ...] = ()
    bills: tuple[Bill, ...] = ()


@dataclass(frozen=True, slots=True)
class PartyFacts:
    """A party as a file introduces it."""

    code: str
    name: str
    aliases: tuple[str, ...] = ()
    colour: str = ""


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """A numbered parliament, or a session of one, with its first and last day."""

    number: int
    part: int = 0
    start: datetime.date | None = None
    end: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class RidingFacts:
    """A riding, with its name in each language that has one."""

    name: str
    name_fr: str = ""
    state: str = ""
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """Somebody's seat in a chamber, for a party and a riding. `riding_id` is the riding's key in another file.

    Without a start, it only says who the person is. A start without an end means that they still sat when the list
    was made.
    """

    person: Person
    start: datetime.date | None = None
    end: datetime.date | None = None
    riding_id: str = ""
    chamber: str = "house"


@dataclass(frozen=True, slots=True)
class OfficeFacts:
    """An office that somebody held, as a list prints it. Without an end, they held it when the list was made."""

    person: Person
    title: str
    start: datetime.date
    end: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class ParliamentFacts:
    """A file's facts about a parliament: the one whose speeches it holds, or the one that it is a list of."""

    code: str
    name: str
    country: str = ""
    sample: bool = False
    parties: tuple[PartyFacts, ...] = ()
    sessions: tuple[SessionFacts, ...] = ()
    ridings: tuple[RidingFacts, ...] = ()
    members: tuple[MemberFacts, ...] = ()
    offices: tuple[OfficeFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """The content of one file: whole sittings, single speeches, or rows of other kinds (`typed.TypedRow`) with their
    line numbers; and the errors."""

    format: str
    sittings: tuple[Sitting, ...] = ()
    speeches: tuple[Speech, ...] = ()
    errors: tuple[RecordError, ...] = ()
    parliament: ParliamentFacts | None = None
    rows: tuple[tuple[int, Any], ...] = ()
