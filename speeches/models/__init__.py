"""The rows of the parliamentary record."""

from speeches.models.answers import Answer, Citation, Conversation
from speeches.models.bills import Bill
from speeches.models.chunk import Chunk, EntryChunk, RecordChunk, TermCount
from speeches.models.clippings import Clip, Collection
from speeches.models.committees import Committee, CommitteeMeeting, CommitteeReport, CommitteeSeat
from speeches.models.elections import Candidacy, Election
from speeches.models.enrichment import Enrichment
from speeches.models.entries import PRINTED, TOLD, Entry
from speeches.models.fetched import Fetched
from speeches.models.follows import Follow, Notice
from speeches.models.job import IngestJob
from speeches.models.merge import Merge
from speeches.models.parliament import Chamber, Parliament, Session, Sitting
from speeches.models.people import ELECTION_TAKES, LIST_HOLDS, Office, Party, Politician, Riding, Term
from speeches.models.record import Ballot, Debate, Division, PartyVote, Speech, Vote
from speeches.models.source_types import BY_WORDS, IN_ENGLISH, SourceType

__all__ = [
    "BY_WORDS",
    "ELECTION_TAKES",
    "IN_ENGLISH",
    "LIST_HOLDS",
    "PRINTED",
    "TOLD",
    "Answer",
    "Ballot",
    "Bill",
    "Candidacy",
    "Chamber",
    "Chunk",
    "Citation",
    "Clip",
    "Collection",
    "Committee",
    "CommitteeMeeting",
    "CommitteeReport",
    "CommitteeSeat",
    "Conversation",
    "Debate",
    "Division",
    "Election",
    "Enrichment",
    "Entry",
    "EntryChunk",
    "Fetched",
    "Follow",
    "IngestJob",
    "Merge",
    "Notice",
    "Office",
    "Parliament",
    "Party",
    "PartyVote",
    "Politician",
    "RecordChunk",
    "Riding",
    "Session",
    "Sitting",
    "SourceType",
    "Speech",
    "Term",
    "TermCount",
    "Vote",
]
