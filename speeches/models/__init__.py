"""The rows of the parliamentary record."""

from speeches.models.answers import Answer, Citation, Conversation
from speeches.models.chunk import Chunk, TermCount
from speeches.models.job import IngestJob
from speeches.models.merge import Merge
from speeches.models.parliament import Chamber, Parliament, Session, Sitting
from speeches.models.people import Party, Politician, Riding, Term
from speeches.models.record import Ballot, Debate, Division, Speech

__all__ = [
    "Answer",
    "Ballot",
    "Chamber",
    "Chunk",
    "Citation",
    "Conversation",
    "Debate",
    "Division",
    "IngestJob",
    "Merge",
    "Parliament",
    "Party",
    "Politician",
    "Riding",
    "Session",
    "Sitting",
    "Speech",
    "Term",
    "TermCount",
]
