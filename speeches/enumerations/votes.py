"""Who voted how: the ballots of the vote that is meant, or the parties' where they cast them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from speeches.enumerations.divisions import divisions_meant, none_on_the_bill
from speeches.enumerations.leftover import without_names
from speeches.enumerations.listing import Entry, Listing, division_source
from speeches.enumerations.one_vote import how_they_voted, without_party
from speeches.enumerations.phrases import (
    NOTES,
    called,
    language_of,
    parties_told,
    result_told,
    side_briefly,
    side_told,
    turned_told,
    votes_told,
)
from speeches.enumerations.sides import is_turned, side_asked
from speeches.formats.names import fold
from speeches.models import Ballot, Division, PartyVote, Riding, Term, Vote
from speeches.reading.votes import parties_on, tally
from speeches.search.catalogue import catalogue
from speeches.search.roster import roster
from speeches.understanding.query import Query

_BY_PARTY = re.compile(r"\b(?:which|what|quels?) (?:political )?part(?:y|ies|is)\b", re.IGNORECASE)
_INDEPENDENTS = re.compile(r"\bind[ée]pendants?\b|\bindependents?\b", re.IGNORECASE)
_HOW = re.compile(
    r"\bhow (?:did|has|have|does|do) (?P<who>.+?) votes?\b"
    r"|\bcomment (?P<qui>.+?) (?:a|ont)(?:-t-\w+)? (?:-t-\w+ )?vot[ée]"
    r"|^(?:et\s+)?(?P<nom>[^,?]{2,60}?) (?:a|ont)-t-(?:il|elle|ils|elles) (?:\w+ )?vot[ée]"
    r"|^(?:et\s+)?est-ce qu(?:e |['’])(?P<nom2>.{2,60}?) (?:a|ont) (?:\w+ )?vot[ée]"
    r"|\bdid (?P<whom>.+?) (?:vote|support|oppose)\b",
    re.IGNORECASE,
)
# A question about a vote: by the word, or by "supported" and the like of a bill, a motion or a reading.
_VOTE = re.compile(r"\b(?:vot\w+|division|abst\w+|paired|voix)\b", re.IGNORECASE)
_TAKEN_SIDES = re.compile(
    r"\b(?:support\w*|oppos\w*|backed|reject\w*|endorsed|favou?red|against|for|in favou?r|appuy\w*|rejet\w*|contre)\b",
    re.IGNORECASE,
)
_PUT = re.compile(
    r"\b(?:bills?|motions?|amendments?|readings?|recommendation|projets? de loi|lecture)\b", re.IGNORECASE
)
_BALLOTS = re.compile(
    r"^(?:(?:and|so|but|et)\s+)?(?:(?:who|which|how many)\b[\w\s'’-]{0,50}?\b(?:voted|abstained)\b"
    r"|how (?:did|has|have) .{2,80}? voted?\b|did .{2,80}? vote\b"
    r"|(?:qui|quels?|quelles?|combien)\b[\w\s'’-]{0,50}?\b(?:vot[ée]|abstenu)|comment .{2,80}? vot[ée])",
    re.IGNORECASE,
)
# What a list of one side of one vote cannot tell.
_MORE_THAN_A_LIST = re.compile(
    r"\b(?:why|pourquoi|sa(?:y|id)|dit|but|mais|both|neither|nor|not|n['’](?:a|ont) pas|own party|their party|across"
    r"|with the (?:government|opposition)|government|gouvernement|ministers?|ministres?|wom[ae]n|men|rebels?"
    r"|backbench\w*|cabinet|crossbench\w*|most|least|often|record|instead(?! of)|switch\w*|first time|lawyers?"
    r"|chang\w*)\b",
    re.IGNORECASE,
)
# "the Local Government (Women in Office) Bill": its words are a name, and ask for nothing; "Bill Shorten" is another.
_TITLE = re.compile(
    r"(?:\b[A-Z][\w’'-]*,?\s+(?:\([^)]*\)\s+)?(?:(?:and|of|for|the|to|on|in|with|by)\s+)*)+(?=(?:Bills?|Act|Motion)\b(?!\s+[A-Z]))"
    r"|\b[Cc]limate [Cc]hange\b"
)
_REPLACES = re.compile(r"\bby (?:omitting|replacing|substituting|striking)\b|\ben remplaçant\b", re.IGNORECASE)
_SAYS_WHICH = re.compile(r"\b(?:replac\w+|rempla\w+|omit\w+|substitut\w+|swap\w*|amend\w+)\b", re.IGNORECASE)
_MOST_OTHERS = 8


def who_voted(query: Query, version: int | None) -> Listing | None:
    """The complete list that a question about a vote asks for; None where it asks for more, or no vote fits it."""
    asked = query.side_of or query.text
    if not _VOTE.search(asked) and not (_TAKEN_SIDES.search(asked) and (query.bills or _PUT.search(query.text))):
        return None
    if _asks_more(query.text) or _asks_more(asked):
        return None
    before, named = _somebody(query.text), _somebody(asked)
    description = without_names(query, catalogue(version))
    meant = divisions_meant(query, version, description.replace(before, " ") if before else description)
    if not meant:
        return None
    if named and fold(named) not in _EVERYBODY:
        listing = how_they_voted(query, named, meant, roster(version))
    else:
        listing = _listing(meant, query, None if named else side_asked(_TITLE.sub(" ", asked)))
    if listing and none_on_the_bill(query, description, meant):
        note = NOTES[listing.language]["not the bill"]
        listing = replace(listing, notes=(note, *listing.notes))
    return listing


def asks_for_ballots(query: Query) -> bool:
    """Whether a question asks for nothing but who voted, or how somebody did: no speech answers it."""
    return bool(_BALLOTS.search(query.text.strip())) and not _asks_more(query.text)


def _asks_more(question: str) -> bool:
    """Whether a question asks for what a list cannot tell.

    >>> _asks_more("Who voted for the Local Government (Women) Bill?"), _asks_more("Which women voted for the Bill?")
    (False, True)
    """
    return _MORE_THAN_A_LIST.search(_TITLE.sub(" ", question)) is not None


def asked_of(query: Query) -> str:
    """Of whom a question asks how they voted; "" where it asks who did."""
    named = _somebody(query.side_of or query.text)
    return "" if fold(named) in _EVERYBODY else named


def _somebody(question: str) -> str:
    """Of whom a question asks how they voted; "" where it asks who did."""
    found = _HOW.search(question)
    return next(filter(None, found.groups())).strip() if found else ""


_EVERYBODY = frozenset("mps members parties everybody everyone they the parties each party senators".split()) | {
    "the parties", "each party", "the members", "all members", "the house", "house", "the senate", "the commons",
    "parliament", "the parliament",
}  # fmt: skip


def _listing(meant: list[Division], query: Query, side: Vote | None) -> Listing:
    division = meant[0]
    notes: list[str] = []
    if side in (Vote.AYE, Vote.NO) and _REPLACES.search(division.question) and not _SAYS_WHICH.search(query.text):
        # "For X" may mean the name that the amendment would strike out: the question is told with both sides.
        side = None
        notes.append(NOTES[language_of(query.language)]["question"].format(division.question))
    if is_turned(division):
        side = None
        notes.append(turned_told(division, language_of(query.language)))
    entries, more = _entries(division, query, side)
    return Listing(
        kind="votes",
        title=_title(division, side, entries, query, missing=bool(query.parties and more)),
        entries=tuple(entries),
        source=division_source(division),
        counts=_counts(division),
        notes=(*notes, *more),
        bill=division.about,
        also=tuple(division_source(other) for other in meant[1 : 1 + _MOST_OTHERS]),
        language=language_of(query.language),
    )


def _counts(division: Division) -> dict[str, int]:
    counts = {"ayes": division.ayes, "noes": division.noes}
    if division.abstentions:
        counts["abstentions"] = division.abstentions
    if division.paired:
        counts["paired"] = division.paired
    return counts


def _title(division: Division, side: Vote | None, entries: list[Entry], query: Query, *, missing: bool) -> str:
    language = language_of(query.language)
    what, result = called(division, language), result_told(division, language)
    if division.method == Division.Method.PARTY and side and not query.parties:
        votes = {Vote.AYE: division.ayes, Vote.NO: division.noes, Vote.ABSTENTION: division.abstentions}.get(side, 0)
        return f"{votes_told(votes, language)} {side_briefly(side, language)} {what} {result}"
    by_party = _BY_PARTY.search(query.text) and not query.parties
    who = parties_told(len(entries), language) if by_party else str(len(entries))
    # Where whips cast the votes none is left out for want of a party.
    if missing and not by_party and division.method != Division.Method.PARTY:
        who = f"{'Au moins' if language == 'fr' else 'At least'} {who}"
    return f"{who} {side_told(side, len(entries) == 1 and not by_party, language)} {what} {result}"


def _entries(division: Division, query: Query, side: Vote | None) -> tuple[list[Entry], list[str]]:
    said = NOTES[language_of(query.language)]
    if division.method == Division.Method.PARTY:
        return _of_parties(division, query, side), [said["whips"]]
    if _BY_PARTY.search(query.text) and not query.parties:
        return list(_counted_by_party(division, side)), [said["parties"]]
    ballots = division.ballots.select_related("politician", "party").order_by("pk")
    if side:
        ballots = ballots.filter(vote=side)
    entries = list(_of_members(division, list(ballots), query, with_side=side is None))
    notes = []
    if query.parties:
        notes += without_party(division, list(ballots), language_of(query.language))
    if query.states:
        notes.append(said["states"])
    return entries, notes


def _counted_by_party(division: Division, side: Vote | None) -> Iterator[Entry]:
    for one in tally(division).parties:
        votes = one.votes(side) if side else one.count
        if votes:
            name = one.party.name if one.party else one.name or "Party not known"
            told = f"{votes} of {one.count}" if side else f"{one.ayes} for, {one.noes} against"
            url = one.party.get_absolute_url() if one.party else ""
            yield Entry(name=name, person=name, url=url, party=name, note=told)


def _of_members(division: Division, ballots: list[Ballot], query: Query, *, with_side: bool) -> Iterator[Entry]:
    parties = parties_on(division.sitting, (one.politician_id for one in ballots if one.politician_id))
    ridings = _ridings_on(division, [one.politician_id for one in ballots if one.politician_id])
    for ballot in ballots:
        party = ballot.party or (parties.get(ballot.politician_id) if ballot.politician_id else None)
        if query.parties and (party is None or party.pk not in query.parties):
            continue
        riding = ridings.get(ballot.politician_id or 0)
        if query.states and (riding is None or riding.state not in query.states):
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
            riding=riding.name if riding else "",
            state=riding.state if riding else "",
            note=", ".join(filter(None, notes)),
        )


def _ridings_on(division: Division, politicians: list[int]) -> dict[int, Riding]:
    """The riding of each member nearest to the day of a vote."""
    day = division.sitting.date
    found: dict[int, tuple[int, Riding]] = {}
    for term in Term.objects.filter(politician__in=politicians).exclude(riding=None).select_related("riding"):
        away = 0 if term.start <= day <= term.end else min(abs((term.start - day).days), abs((term.end - day).days))
        if term.riding and (term.politician_id not in found or away < found[term.politician_id][0]):
            found[term.politician_id] = (away, term.riding)
    return {politician: riding for politician, (_, riding) in found.items()}


def _of_parties(division: Division, query: Query, side: Vote | None) -> list[Entry]:
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
    return entries


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
        url = vote.party.get_absolute_url() if vote.party else ""
        yield Entry(name=vote.name, person=party, url=url, party=party, note=_cast(division, vote))


def _cast(division: Division, vote: PartyVote) -> str:
    """How many votes a party cast so: "49 votes", "3 of 7 votes: Mark, Paraone, Peters"."""
    all_ = sum(one.count for one in division.party_votes.all() if one.name == vote.name)
    members = f": {', '.join(vote.members)}" if vote.members else ""
    split = f" of {all_}" if all_ != vote.count else ""
    return f"{vote.count}{split} {'vote' if vote.count == 1 else 'votes'}{members}"
