"""What a parser brings home. Plain values, in the order in which they were printed."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rag.text.spans import Span


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
    # The keys of a source that names a person once per role: one person has several.
    role_ids: tuple[str, ...] = field(default=(), repr=False)
    # Other names under which the source knows them, such as the full one of somebody who goes by a short form.
    also: tuple[str, ...] = field(default=(), repr=False)
    witness: bool = field(default=False, repr=False)
    # `name` is a surname, with a riding in brackets where two share it, and all that the source prints.
    surname_only: bool = field(default=False, repr=False)


class PartKind(StrEnum):
    """Who holds the words of a part: the main speaker, again the main speaker, somebody else, or nobody.

    What is printed inside a speech and is nobody's words has a kind of its own: a table, a footnote, a list of names, a
    quotation of another text.
    """

    SPEECH = "speech"
    CONTINUATION = "continuation"
    INTERJECTION = "interjection"
    PROCEDURE = "procedure"
    TABLE = "table"
    FOOTNOTE = "footnote"
    LIST = "list"
    QUOTATION = "quotation"


# Whose words nobody speaks.
UNSPOKEN = frozenset({PartKind.PROCEDURE, PartKind.TABLE, PartKind.FOOTNOTE, PartKind.LIST})


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch `[start, end)` of a speech's text in one voice. The words begin at `words_start`, after the label.

    `chunks` are worked out after parsing: the spans of the text that are searched one by one.
    """

    kind: PartKind
    speaker: str
    start: int
    end: int
    words_start: int
    person: Person | None = None
    time: datetime.time | None = None
    chunks: tuple[Span, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph `[start, end)` of a speech under the source's own id, which its translation shares.

    `floor` is the language in which it was spoken, where the source says so.
    """

    id: str
    start: int
    end: int
    floor: str = ""


@dataclass(frozen=True, slots=True)
class Bill:
    """A bill that a source names; `session` is the one it belongs to, such as "41-2", empty where nobody says, and
    `source_url` its official page.

    `sponsor` moved it for the first or the second time, on the day `introduced` if for the first; `presenters` are all
    in whose names it was presented. `status` is how it stands, in the record's own words.
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
    """One turn of a main speaker with all that others said in between, verbatim.

    `source_key` is the same in every language in which the turn was printed. `digest` is worked out after parsing:
    it differs where anything differs that a source says of the speech, but for its place among others.
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
    # The name of an embedding model, and its vector of the whole text, where the source brings one.
    vector: tuple[str, tuple[float, ...]] | None = field(default=None, repr=False)
    digest: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Debate:
    """A heading of the day. `parent` is the index of the heading above it; `bill` the number of what it is about."""

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

    `person` is what the file knows of them beyond that name; a proxy was cast by somebody else on their behalf.
    """

    name: str
    vote: str
    teller: bool = False
    person: Person | None = None
    party: str = ""
    proxy: bool = False


@dataclass(frozen=True, slots=True)
class PartyBallot:
    """What a party's vote was cast as, in members; `members` are named where a party was split."""

    name: str
    vote: str
    count: int
    members: tuple[str, ...] = ()


class VotingMethod(StrEnum):
    """How a chamber voted: member by member, by its parties' whips, or by a member's own conscience."""

    RECORDED = "recorded"
    PARTY = "party"
    PERSONAL = "personal"


class DivisionKind(StrEnum):
    """What a vote decided: a bill at a stage, an amendment, how business is done, and so on."""

    BILL = "bill"
    AMENDMENT = "amendment"
    PROCEDURAL = "procedural"
    APPOINTMENT = "appointment"
    SUPPLY = "supply"
    REPORT = "report"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Motion:
    """What a vote was on. `words` are the record's own; `mover` is "" where the file does not say who moved it.

    `subject` is the bill or the heading that it belongs to. A `turned` question was put against what was moved. The
    `name` tells the vote from every other of its day.
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
    """A recorded vote. Counts are the printed ones, so that they can be checked against the ballots.

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
    """Somebody on a committee, under the name as printed: "chair", "vice-chair", "member" or "associate"."""

    name: str
    role: str
    person: Person


@dataclass(frozen=True, slots=True)
class CommitteeList:
    """Who sat on a committee on a day, and the speech of the sitting in which that is printed."""

    name: str
    members: tuple[CommitteeMember, ...]
    speech: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A sitting that is a committee's meeting."""

    acronym: str
    number: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """One chamber's day: headings, speeches and votes in order.

    `chamber_names` are its names by language. A `piece` is a file that holds a part of the day only, under a
    key of its own; of two `edition`s of the same the later one, by the alphabet, is right. `members` and `offices`
    are those that lists printed in the record name for that day.
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
    """A numbered parliament, or a session of one, and when it sat."""

    number: int
    part: int = 0
    start: datetime.date | None = None
    end: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class RidingFacts:
    """A riding, in both languages where it has a name in each."""

    name: str
    name_fr: str = ""
    state: str = ""
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """Somebody who sat in a chamber for a party and a riding, which another file may know by its key.

    Without a start nothing is told but who they are; a start without an end is of somebody who still sat when the
    list was made.
    """

    person: Person
    start: datetime.date | None = None
    end: datetime.date | None = None
    riding_id: str = ""
    chamber: str = "house"


@dataclass(frozen=True, slots=True)
class OfficeFacts:
    """An office that somebody held, as a list prints it. Without an end they held it when the list was made."""

    person: Person
    title: str
    start: datetime.date
    end: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class ParliamentFacts:
    """What a file says of a parliament at large: of the one whose speeches it holds, or as a list of its own."""

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
    lines; and what could not be read."""

    format: str
    sittings: tuple[Sitting, ...] = ()
    speeches: tuple[Speech, ...] = ()
    errors: tuple[RecordError, ...] = ()
    parliament: ParliamentFacts | None = None
    rows: tuple[tuple[int, Any], ...] = ()
