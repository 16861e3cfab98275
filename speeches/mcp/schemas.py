"""What the record's tools answer with. Names are the contract."""

import datetime
from typing import Any

from pydantic import BaseModel, Field


class SpeechHit(BaseModel):
    """A passage of a speech that fits a search."""

    speech_id: str = Field(description="For get_speech and fetch_speech.")
    speaker: str = Field(description="Who says it; empty for what nobody says, such as how a vote is called.")
    kind: str = Field(
        description="speech, continuation, interjection (called out in another's speech), procedure, table, footnote, "
        "list or quotation"
    )
    main_speaker: str = Field(description="Whose speech it stands in.")
    party: str
    chamber: str
    country: str
    sample: bool = Field(False, description="True for a passage of an invented parliament: nobody said it.")
    date: datetime.date
    title: str
    excerpt: str = Field(description="Verbatim, at most 500 characters around what fits.")
    relevance_score: float = Field(description="In [0, 1]: at 0.7, about 7 in 10 such passages are relevant.")
    hansard_reference: str
    topic_tags: list[str]
    source_url: str


class ChunkHit(BaseModel):
    """A whole passage with all that the source said of it."""

    speech_id: str
    text: str = Field(description="The passage, verbatim.")
    start: int = Field(description="Where it begins in the speech's full text.")
    end: int
    speaker: str
    party: str
    chamber: str
    country: str
    sample: bool = False
    date: datetime.date
    title: str
    state: str
    electorate: str
    kind: str = Field(description="`speech`, or `interjection` where the speaker called out in another's speech.")
    relevance_score: float
    hansard_reference: str
    source_url: str
    topic_tags: list[str]
    themes: Any = None
    entities: Any = None
    policy_areas: Any = None
    soundbite_potential: Any = None
    controversy_level: Any = None


class ContextSpeech(BaseModel):
    speech_id: str
    speaker: str
    title: str
    full_text: str = Field(description="Verbatim; of a long one the beginning alone.")
    cut: bool = Field(False, description="Whether the text goes on; get_speech has all of it.")


class Part(BaseModel):
    """A stretch `[start, end)` of the full text in one voice."""

    kind: str
    speaker: str
    start: int
    end: int
    words_start: int
    time: str | None = None


class Speech(BaseModel):
    """A speech with everything that the record holds of it."""

    speech_id: str
    title: str
    speaker: str
    role: str
    party: str
    party_code: str
    chamber: str
    parliament: str
    state: str
    electorate: str
    date: datetime.date
    time: str | None
    kind: str
    debate_type: str
    language: str
    page: str
    hansard_reference: str
    topic_tags: list[str]
    transcript_quality: str
    word_count: int
    source_url: str
    url: str
    full_text: str = Field(description="Verbatim. A very long one is cut; go on with next_cursor.")
    text_start: int = Field(0, description="Where full_text begins in the whole text, which parts count in.")
    next_cursor: str = Field("", description="Give it back as cursor for the rest of full_text; empty at the end.")
    parts: list[Part]
    metadata: dict[str, Any] = Field(description="What the source said besides, nested as it came.")
    enrichment: dict[str, Any] | None = Field(
        None, description="What a language model made of it. Never attribute it to the source or the speaker."
    )
    context_before: list[ContextSpeech] = []
    context_after: list[ContextSpeech] = []


class Result(BaseModel):
    """A result in the shape that ChatGPT's connectors expect."""

    id: str
    title: str
    url: str
    text: str


class Results(BaseModel):
    results: list[Result]


class Document(BaseModel):
    """A document in the shape that ChatGPT's connectors expect."""

    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]


class Contributor(BaseModel):
    """Somebody who spoke on a topic, and how."""

    politician: str = Field(description="The id for get_politician.")
    speaker: str
    party: str
    passages: int = Field(description="How many of the passages found are theirs.")
    best: list[SpeechHit]


class Debate(BaseModel):
    id: str
    title: str
    type: str
    date: datetime.date
    chamber: str
    page: str
    bill: str
    parent: str
    url: str
    speech_ids: list[str]


class Debates(BaseModel):
    debates: list[Debate]
    next_cursor: str = Field("", description="Give it back as cursor for more; empty at the end.")


class Division(BaseModel):
    id: str
    date: datetime.date
    chamber: str
    country: str
    sample: bool
    debate: str
    title: str = Field(description="A name that no other vote of the day has, and how it ended.")
    kind: str = Field(description="bill (at a stage), amendment, procedural, appointment, supply, report or other.")
    stage: str
    subject: str
    motion: str = Field(description="What was voted on, in the record's words.")
    mover: str
    mover_name: str
    meaning: str = Field(description="What a yes meant.")
    outcome: str = Field(description="How what was moved fared: agreed, negatived or tied.")
    question: str
    result: str
    ayes: int
    noes: int
    abstentions: int
    pairs: int
    number: str
    method: str
    bill: str
    url: str


class Divisions(BaseModel):
    divisions: list[Division]
    next_cursor: str = Field("", description="Give it back as cursor for more; empty at the end.")


class Ballot(BaseModel):
    name: str
    politician: str
    party: str
    vote: str
    teller: bool
    paired: bool
    proxy: bool


class PartyVote(BaseModel):
    """What a party's whips cast; members are named where the party was split."""

    name: str
    party: str
    vote: str
    count: int
    members: list[str]


class DivisionRead(Division):
    """A recorded vote with every ballot, as printed."""

    ballots: list[Ballot]
    party_votes: list[PartyVote]


class ListEntry(BaseModel):
    """One line of a complete list, under the name as the record prints it."""

    name: str
    person: str = Field(description="The whole name, where the record knows it.")
    party: str
    riding: str
    state: str
    role: str
    note: str
    url: str


class CompleteList(BaseModel):
    """A complete list from the record's tables."""

    found: bool
    title: str
    kind: str
    total: int
    counts: dict[str, int] = Field(description="The printed result of a vote.")
    entries: list[ListEntry]
    source: dict[str, Any] | None = Field(description="What proves it: the vote, or the printed list.")
    bill: str
    notes: list[str]
    choices: list[dict[str, Any]] = Field(
        description="Where several votes fit the question: each with its id, title, date, result, answer and url."
    )
    understood: dict[str, Any]


class Ingested(BaseModel):
    """What became of a file."""

    speeches_processed: int
    chunks_created: int
    vectors_stored: int
    duplicates_skipped: int
    errors: list[dict[str, Any]]
    processing_time_seconds: float
