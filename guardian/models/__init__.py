"""Schemes, their members, their bylaws and their conversations. The database seals all tables except `Scheme`
itself."""

from guardian.models.bylaw import LONGEST_TITLE, MAIN_TITLE, Bylaw, BylawFile, BylawPage, Chunk
from guardian.models.conversation import Citation, Conversation, Message
from guardian.models.event import Event
from guardian.models.scheme import Invitation, Membership, Role, Scheme

__all__ = [
    "LONGEST_TITLE",
    "MAIN_TITLE",
    "Bylaw",
    "BylawFile",
    "BylawPage",
    "Chunk",
    "Citation",
    "Conversation",
    "Event",
    "Invitation",
    "Membership",
    "Message",
    "Role",
    "Scheme",
]
