"""The rows of the parliamentary record."""

from speeches.models.answers import Answer, Citation, Conversation
from speeches.models.bills import Bill
from speeches.models.chunk import Chunk, TermCount
from speeches.models.committees import Committee, CommitteeMeeting, CommitteeReport, CommitteeSeat
from speeches.models.elections import Candidacy, Election
from speeches.models.fetched import Fetched
from speeches.models.job import IngestJob
from speeches.models.merge import Merge
from speeches.models.parliament import Chamber, Parliament, Session, Sitting
from speeches.models.people import Party, Politician, Riding, Term
from speeches.models.record import Ballot, Debate, Division, PartyVote, Speech, Vote

__all__ = [
    "Answer",
    "Ballot",
    "Bill",
    "Candidacy",
    "Chamber",
    "Chunk",
    "Citation",
    "Committee",
    "CommitteeMeeting",
    "CommitteeReport",
    "CommitteeSeat",
    "Conversation",
    "Debate",
    "Division",
    "Election",
    "Fetched",
    "IngestJob",
    "Merge",
    "Parliament",
    "Party",
    "PartyVote",
    "Politician",
    "Riding",
    "Session",
    "Sitting",
    "Speech",
    "Term",
    "TermCount",
    "Vote",
]
