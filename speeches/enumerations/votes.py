"""Who voted how: the ballots of the vote that is meant, or the parties' where they cast them."""

import re
from collections.abc import Iterator

from speeches.enumerations.divisions import divisions_meant
from speeches.enumerations.listing import Entry, Listing, division_source
from speeches.formats.names import fold, name_key
from speeches.models import Ballot, Division, Party, PartyVote, Term, Vote
from speeches.models.people import riding_key
from speeches.reading.votes import parties_on
from speeches.understanding.query import Query

_AGAINST = re.compile(
    r"\b(?:against|opposed|opposing|opposes?|voted no|no votes?|nays?|noes|contre|rejete[es]?|oppos[ée]s?)\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\b(?:voted? (?:for|to|with|yes|in favou?r)|in favou?r|support(?:ed|ing|s)?|backed|yeas?|ayes?"
    r"|pour|en faveur|appuy[ée]s?)\b",
    re.IGNORECASE,
)
_ABSTAINED = re.compile(r"\babst(?:ain|enu|ention)", re.IGNORECASE)
_PAIRED = re.compile(r"\bpaired\b|\bpair[ée]s\b", re.IGNORECASE)
_BY_PARTY = re.compile(r"\b(?:which|what|quels?) (?:political )?part(?:y|ies|is)\b", re.IGNORECASE)
_INDEPENDENTS = re.compile(r"\bind[ée]pendants?\b|\bindependents?\b", re.IGNORECASE)
_HOW = re.compile(
    r"\bhow (?:did|has|have|does|do) (?P<who>.+?) votes?\b"
    r"|\bcomment (?P<qui>.+?) (?:a|ont)(?:-t-\w+)? (?:-t-\w+ )?vot[ée]"
    r"|\bdid (?P<whom>.+?) (?:vote|support|oppose)\b",
    re.IGNORECASE,
)
_SIDES = {
    Vote.AYE: "voted for",
    Vote.NO: "voted against",
    Vote.PAIRED: "were paired on",
    Vote.ABSTENTION: "abstained on",
}
_MOST_OTHERS = 8


def who_voted(query: Query, version: int | None) -> Listing | None:
    """The complete list that a question about a vote asks for; None where the record has no such vote."""
    meant = divisions_meant(query, version)
    if not meant:
        return None
    division = meant[0]
    who = _HOW.search(query.text)
    if who:
        named = next(filter(None, who.groups())).strip()
        return _how_one_voted(division, named, meant)
    side = _side(query.text)
    entries, notes = _entries(division, query, side)
    return Listing(
        kind="votes",
        title=_title(division, side, entries, query),
        entries=tuple(entries),
        source=division_source(division),
        counts=_counts(division),
        notes=tuple(notes),
        bill=division.about,
        also=tuple(division_source(other) for other in meant[1 : 1 + _MOST_OTHERS]),
    )


def _side(text: str) -> Vote | None:
    for pattern, side in ((_ABSTAINED, Vote.ABSTENTION), (_PAIRED, Vote.PAIRED), (_AGAINST, Vote.NO), (_FOR, Vote.AYE)):
        if pattern.search(text):
            return side
    return None


def _counts(division: Division) -> dict[str, int]:
    counts = {"ayes": division.ayes, "noes": division.noes}
    if division.abstentions:
        counts["abstentions"] = division.abstentions
    if division.paired:
        counts["paired"] = division.paired
    return counts


def _title(division: Division, side: Vote | None, entries: list[Entry], query: Query) -> str:
    what = division.about.label if division.about else (division.question or "the motion")
    if len(what) > 160:
        what = f"{what[:157]}…"
    done = _SIDES[side] if side else "voted on"
    count = _counts(division)
    total = f" ({count['ayes']} to {count['noes']})"
    return f"{len(entries)} {done} {what}{total}"


def _entries(division: Division, query: Query, side: Vote | None) -> tuple[list[Entry], list[str]]:
    if division.kind == Division.Kind.PARTY:
        return _of_parties(division, query, side)
    ballots = division.ballots.select_related("politician", "party").order_by("pk")
    if side:
        ballots = ballots.filter(vote=side)
    entries = list(_of_members(division, list(ballots), query, with_side=side is None))
    notes = []
    if query.parties:
        notes.append("Only members of the party named are listed.")
    return entries, notes


def _of_members(division: Division, ballots: list[Ballot], query: Query, *, with_side: bool) -> Iterator[Entry]:
    parties = parties_on(division.sitting.date, (one.politician_id for one in ballots if one.politician_id))
    ridings = _ridings_on(division, [one.politician_id for one in ballots if one.politician_id])
    for ballot in ballots:
        party = ballot.party or (parties.get(ballot.politician_id) if ballot.politician_id else None)
        if query.parties and (party is None or party.pk not in query.parties):
            continue
        notes = [
            ballot.get_vote_display() if with_side else "",
            "teller" if ballot.teller else "",
            "proxy" if ballot.proxy else "",
        ]
        yield Entry(
            name=ballot.name,
            person=ballot.politician.name if ballot.politician else "",
            url=ballot.politician.get_absolute_url() if ballot.politician else "",
            party=party.name if party else "",
            riding=ridings.get(ballot.politician_id or 0, ""),
            note=", ".join(filter(None, notes)),
        )


def _ridings_on(division: Division, politicians: list[int]) -> dict[int, str]:
    """The riding of each member nearest to the day of a vote."""
    day = division.sitting.date
    found: dict[int, tuple[int, str]] = {}
    for term in Term.objects.filter(politician__in=politicians).exclude(riding=None).select_related("riding"):
        away = 0 if term.start <= day <= term.end else min(abs((term.start - day).days), abs((term.end - day).days))
        if term.riding and (term.politician_id not in found or away < found[term.politician_id][0]):
            found[term.politician_id] = (away, term.riding.name)
    return {politician: riding for politician, (_, riding) in found.items()}


def _of_parties(division: Division, query: Query, side: Vote | None) -> tuple[list[Entry], list[str]]:
    """A party vote: the parties with their counts; the members by name where a party was split or they sit alone."""
    cast = division.party_votes.select_related("party").order_by("pk")
    if side:
        cast = cast.filter(vote=side)
    alone = bool(_INDEPENDENTS.search(query.text)) and not _BY_PARTY.search(query.text)
    entries: list[Entry] = []
    for vote in cast:
        independent = vote.name == "Independent"
        if (alone and not independent) or (query.parties and not _is_of(vote, query.parties)):
            continue
        entries += _of_party(division, vote, by_member=bool(query.parties) or independent)
    notes = ["A party vote: the whips cast it for their members, and the record names only those of a split party."]
    return entries, notes


def _is_of(vote: PartyVote, parties: tuple[int, ...]) -> bool:
    return vote.party_id in parties


def _of_party(division: Division, vote: PartyVote, *, by_member: bool) -> Iterator[Entry]:
    party = vote.party.name if vote.party else ""
    if by_member and vote.members:
        ballots = {ballot.name: ballot for ballot in division.ballots.select_related("politician")}
        for name in vote.members:
            politician = ballots[name].politician if name in ballots else None
            yield Entry(
                name=name,
                person=politician.name if politician else "",
                url=politician.get_absolute_url() if politician else "",
                party=party,
            )
    else:
        members = f": {', '.join(vote.members)}" if vote.members else ""
        url = vote.party.get_absolute_url() if vote.party else ""
        plural = "vote" if vote.count == 1 else "votes"
        yield Entry(name=vote.name, person=party, url=url, party=party, note=f"{vote.count} {plural}{members}")


def _how_one_voted(division: Division, named: str, meant: list[Division]) -> Listing | None:
    """One member's or one party's ballot, in the first of the votes meant that has it."""
    for vote in meant:
        if found := list(_ballots_of(vote, named)):
            side = found[0][1]
            entries = tuple(entry for entry, _ in found)
            what = vote.about.label if vote.about else (vote.question or "the motion")
            return Listing(
                kind="votes",
                title=f"{named} {_SIDES[side].replace('were', 'was')} {what}",
                entries=entries,
                source=division_source(vote),
                counts=_counts(vote),
                bill=vote.about,
            )
    return None


def _ballots_of(division: Division, named: str) -> Iterator[tuple[Entry, Vote]]:
    key = name_key(named)
    for ballot in division.ballots.select_related("politician", "party"):
        printed, _, riding = ballot.name.partition("(")
        known = {name_key(ballot.politician.name)} if ballot.politician else set()
        surname = name_key(re.sub(r"\s[A-Z]$", "", printed.split(",")[0]))
        if key in known or key == surname or (known and key.endswith(f" {surname}") and key in known):
            entry = Entry(
                name=ballot.name,
                person=ballot.politician.name if ballot.politician else "",
                url=ballot.politician.get_absolute_url() if ballot.politician else "",
                party=ballot.party.name if ballot.party else "",
                riding=riding_key(riding.rstrip(")")).title() if riding else "",
                note=ballot.get_vote_display(),
            )
            yield entry, Vote(ballot.vote)
    wanted = fold(re.sub(r"^the\s+", "", named, flags=re.IGNORECASE))
    for vote in division.party_votes.select_related("party"):
        names = {fold(vote.name), *(vote.party.keys() if isinstance(vote.party, Party) else ())}
        if wanted in names or wanted.removesuffix("s") in names:
            yield from ((entry, Vote(vote.vote)) for entry in _of_party(division, vote, by_member=False))
