"""How somebody, or a party, voted: each side with the names that the record prints for it."""

import re
from collections.abc import Iterator

from speeches.enumerations.listing import Entry, Listing, division_source
from speeches.enumerations.phrases import (
    NOTES,
    called,
    language_of,
    side_briefly,
    side_told,
    turned_side_told,
    turned_told,
    votes_told,
)
from speeches.enumerations.sides import is_turned
from speeches.formats.names import fold, name_key
from speeches.models import Ballot, Division, PartyVote, Vote
from speeches.models.people import riding_key
from speeches.reading.votes import parties_on
from speeches.search.roster import Roster, within
from speeches.understanding.query import Query

_AND = re.compile(r"\s*(?:,|\band\b|\bet\b)\s*")
_Found = tuple[Entry, Vote, int]


def how_they_voted(query: Query, named: str, meant: list[Division], people: Roster) -> Listing | None:
    """The ballots of those named in the first of the votes meant that has any."""
    for division in meant:
        # "Did Ada Smith vote for Labor's motion?" asks for her ballot, not for her party's.
        of_a_member = name_key(named) in people.by_name
        found = list(_of_party(division, query)) if query.parties and not of_a_member else []
        if not found:
            for name in filter(None, _AND.split(re.sub(r"^the\s+", "", named, flags=re.IGNORECASE))):
                found += _of_member(division, name, people)
        if found:
            # "Katter" is a member, and a party too: who asks for one member asks for no party.
            of_a_party = bool(query.parties) and not of_a_member
            ballots = list(division.ballots.all()) if of_a_party else []
            language = language_of(query.language)
            if len(found) == 1 and not of_a_party:
                named = found[0][0].person or named
            return _listing(division, named, found, without_party(division, ballots, language), language)
    return None


def _listing(division: Division, named: str, found: list[_Found], notes: list[str], language: str) -> Listing:
    sides: dict[Vote, int] = {}
    for _, side, votes in found:
        sides[side] = sides.get(side, 0) + votes
    what, turned = called(division, language), is_turned(division)
    if len(found) == 1 and len(sides) == 1:
        side = found[0][1]
        verb = turned_side_told(side, language) if turned else side_told(side, one=True, language=language)
        title = f"{named} {verb} {what}"
    else:
        told = ", ".join(f"{votes} {side_briefly(side, language, turned)}" for side, votes in sides.items())
        title = f"{named}, {what} : {told}" if language == "fr" else f"{named} on {what}: {told}"
    return Listing(
        kind="votes",
        title=title,
        entries=tuple(entry for entry, _, _ in found),
        source=division_source(division),
        counts={"ayes": division.ayes, "noes": division.noes},
        notes=(*notes, *([turned_told(division, language)] if turned else [])),
        bill=division.about,
        language=language,
    )


def _of_party(division: Division, query: Query) -> Iterator[_Found]:
    """A party's ballots by member, or what its whips cast."""
    cast = [one for one in division.party_votes.select_related("party") if one.party_id in query.parties]
    for vote in cast:
        yield _cast(vote)
    if cast:
        return
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    parties = parties_on(division.sitting, (one.politician_id for one in ballots if one.politician_id))
    for ballot in ballots:
        party = ballot.party or (parties.get(ballot.politician_id) if ballot.politician_id else None)
        if party is not None and party.pk in query.parties:
            yield _told(ballot)


def without_party(division: Division, ballots: list[Ballot], language: str) -> list[str]:
    """How many ballots are of members whose party the record does not say, in words; [] for none."""
    without = [one for one in ballots if one.party_id is None]
    parties = parties_on(division.sitting, (one.politician_id for one in without if one.politician_id))
    unknown = sum(one.politician_id not in parties for one in without)
    if not unknown:
        return []
    return [NOTES[language]["one unknown" if unknown == 1 else "unknown"].format(unknown)]


def _cast(vote: PartyVote) -> _Found:
    members = f": {', '.join(vote.members)}" if vote.members else ""
    side = Vote(vote.vote)
    party = vote.party.name if vote.party else vote.name
    url = vote.party.get_absolute_url() if vote.party else ""
    note = f"{votes_told(vote.count, 'en')} {side_briefly(side, 'en')}{members}"
    return Entry(name=vote.name, person=party, url=url, party=party, note=note), side, vote.count


def _of_member(division: Division, name: str, people: Roster) -> list[_Found]:
    """The ballots under a name as printed, or of the member whom it means; a riding in brackets tells namesakes."""
    bare, _, bracket = name.partition("(")
    day = division.sitting.date
    held = people.held(bare)
    members = set(within(held, day, day) if held else people.called(bare))
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    mine = [one for one in ballots if one.politician_id in members]
    if not mine and not held:
        mine = [one for one in ballots if _surname(one) == name_key(bare)]
    if bracket:
        wanted = riding_key(bracket.rstrip(") "))
        mine = [one for one in mine if riding_key(one.name.partition("(")[2].rstrip(") ")) == wanted] or mine
    return [_told(one) for one in mine]


def _surname(ballot: Ballot) -> str:
    printed = ballot.name.partition("(")[0].split(",")[0]
    return name_key(re.sub(r"\s[A-Z]$", "", fold(printed) if printed.isupper() else printed.strip()))


def _told(ballot: Ballot) -> _Found:
    side = Vote(ballot.vote)
    entry = Entry(
        name=ballot.name,
        person=ballot.politician.name if ballot.politician else "",
        url=ballot.politician.get_absolute_url() if ballot.politician else "",
        party=ballot.party.name if ballot.party else "",
        note=ballot.get_vote_display(),
    )
    return entry, side, 1
