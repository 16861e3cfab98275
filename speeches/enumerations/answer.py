"""The list that a query asks for, if it asks for one."""

import re

from speeches.enumerations.listing import Listing
from speeches.enumerations.members import members_of_committee, members_sitting
from speeches.enumerations.records import bills_listed, committees_listed
from speeches.enumerations.votes import who_voted
from speeches.understanding.query import Query

# What asks for all of something, and not for what was said of it.
_LIST = re.compile(
    r"\b(?:list|name|show|which|what are|how many|every|all|members of"
    r"|who (?:are|were|is|was|sits?|sat|serves?|served|chairs|chaired|represents?|represented)"
    r"|liste[rz]?|quels?|quelles?|qui (?:sont|étaient|siège|siégeait)|nommez|combien|compos[ée]nt?)\b",
    re.IGNORECASE,
)
_MEMBERS = re.compile(
    r"\b(?:mps?|members?|senators?|députée?s?|sénat(?:eur|rice)s?|who|qui|chairs?|caucus)\b", re.IGNORECASE
)


def listing_for(query: Query, version: int | None) -> Listing | None:
    """The complete list that a query asks for; None where it asks for none, or the record does not have it."""
    name = query.intent.name
    if name == "vote_focused":
        return who_voted(query, version)
    if not _LIST.search(query.text):
        return None
    if name == "committee_focused":
        return (members_of_committee(query, version) if _MEMBERS.search(query.text) else None) or committees_listed(
            query, version
        )
    of_members = query.parties or _MEMBERS.search(query.text)
    if name in ("party_focused", "riding_focused", "politician_focused") and of_members:
        return members_sitting(query, version)
    if name == "bill_focused" and not query.bills:
        return bills_listed(query, version)
    return None
