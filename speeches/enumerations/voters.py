"""Who voted on a side: the ballots of members, or the votes cast by whips, for the people a question means."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from speeches.enumerations.listing import Entry
from speeches.enumerations.phrases import NOTES, is_turned, side_briefly, votes_phrase
from speeches.models import Ballot, Division, PartyVote, Riding, Term, Vote
from speeches.reading.votes import PartyShown, parties_on, parties_shown
from speeches.search.catalogue import catalogue
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import find_states
from speeches.understanding.stems import stems_of

_YEAR = datetime.timedelta(days=365)
# A party shown more than so many days from a vote may have been another then.
_FAR = 180


def with_namesakes_as_voters(reading: Reading, division: Division) -> Reading:
    """The reading of a question for names, with the voters of a surname that several members bear ("the Youngs") in
    slots of their own. A name that the vote itself holds says what it was on."""
    if reading.kind not in ("vote/names", "vote/count"):
        return reading
    matter = stems_of(f"{division.name} {division.motion} {division.subject}")
    slots = tuple(
        replace(slot, name="voter")
        if slot.name == "about" and len(slot.keys) > 1 and not stems_of(slot.words) & matter
        else slot
        for slot in reading.slots
    )
    return replace(reading, slots=slots)


def list_members(
    division: Division, reading: Reading, side: Vote | None, version: int | None
) -> tuple[list[Entry], list[str], list[str]]:
    """The members who voted on a side (on any, for None), of the parties and places named; notes on whom the list
    leaves out, and other notes on it."""
    language = reading.language
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    ballots = [one for one in ballots if side is None or one.vote == side]
    if voters := reading.keys("voter"):
        ballots = [one for one in ballots if one.politician_id in voters]
    parties, others = reading.keys("party"), reading.keys("except")
    states, ridings = states_of(reading, version), reading.keys("place")
    people = [one.politician_id for one in ballots if one.politician_id]
    shown = parties_shown(division.sitting, people)
    seats = _seats_on(division, people)
    elsewhere = _shown_in(parties, division, people) if parties else set()
    left_out = far_off = 0
    entries = []
    for ballot in ballots:
        own = shown.get(ballot.politician_id or 0)
        party = ballot.party or (own.party if own else None)
        riding, state = seats.get(ballot.politician_id or 0, (None, ""))
        if (states or ridings) and (riding is None or (state not in states and riding.pk not in ridings)):
            continue
        if parties and (party is None or party.pk not in parties):
            left_out += party is not None and ballot.politician_id in elsewhere
            continue
        if others and (party is None or party.pk in others):
            continue
        far_off += bool(parties or others) and is_shown_far_off(ballot, own)
        entry = entry_of(ballot, division, language, apart=side is None)
        entries.append(
            replace(
                entry,
                party=party.name if party else "",
                riding=riding.name if riding else "",
                state=state,
            )
        )
    notes = _without_party(division, ballots, language) if parties or others else []
    if left_out:
        notes.append(NOTES[language]["one elsewhere" if left_out == 1 else "elsewhere"].format(left_out))
    notes += [NOTES[language]["states"]] if states else []
    return entries, notes, [NOTES[language]["party far off"].format(far_off)] if far_off else []


def is_shown_far_off(ballot: Ballot, shown: PartyShown | None) -> bool:
    """Whether the record shows a voter's party only on a day far from the vote, since when it may have changed."""
    return ballot.party is None and shown is not None and shown.away > _FAR


def _shown_in(parties: Sequence[int], division: Division, politicians: Sequence[int]) -> set[int]:
    """The members whom the record shows about the day of a vote both in one of the parties and in another.

    A list may name a member's party in the nation, and the day's record the one in the state. Somebody who changed
    parties was in one after the other.
    """
    day = division.sitting.date
    terms = [one for one in _terms_in(division).filter(politician__in=politicians) if one.party_id]
    about = [one for one in terms if one.party_id in parties and one.start - _YEAR <= day <= one.end + _YEAR]
    return {
        one.politician_id
        for one in about
        for other in terms
        if other.politician_id == one.politician_id
        and other.party_id not in parties
        and other.start <= one.end
        and one.start <= other.end
    }


def states_of(reading: Reading, version: int | None) -> tuple[str, ...]:
    """The states or provinces that a question names, in the record's spelling. An unknown party may be a state: "the
    ACT"."""
    slots = [*reading.all("place"), *(slot for slot in reading.all("party") if not slot.keys)]
    return tuple(state for slot in slots for state in states_in(slot, version))


def states_in(slot: Slot, version: int | None) -> tuple[str, ...]:
    """The states or provinces that a slot of a question names."""
    return find_states(slot.words, catalogue(version))


def entry_of(ballot: Ballot, division: Division, language: str, *, apart: bool = True) -> Entry:
    """A ballot as a line of a list. In one that sets the sides `apart`, the note begins with the side as printed."""
    notes = [
        ballot.get_vote_display() if apart else "",
        "teller" if ballot.teller else "",
        "proxy" if ballot.proxy else "",
    ]
    return Entry(
        name=ballot.name,
        person=ballot.politician.name if ballot.politician else "",
        url=ballot.politician.get_absolute_url() if ballot.politician else "",
        party=ballot.party.name if ballot.party else "",
        note=", ".join(filter(None, notes)),
        side=side_briefly(Vote(ballot.vote), language, is_turned(division)),
    )


def _seats_on(division: Division, politicians: list[int]) -> dict[int, tuple[Riding, str]]:
    """The riding of each member in the house of a vote, with its state: on the day or nearest to it.

    The state is the term's own, because a riding's name may move to another state.
    """
    day = division.sitting.date
    found: dict[int, tuple[int, Riding, str]] = {}
    terms = _terms_in(division).filter(politician__in=politicians)
    for term in terms.exclude(riding=None).select_related("riding"):
        away = 0 if term.start <= day <= term.end else min(abs((term.start - day).days), abs((term.end - day).days))
        if term.riding and (term.politician_id not in found or away < found[term.politician_id][0]):
            found[term.politician_id] = (away, term.riding, term.state or term.riding.state)
    return {politician: (riding, state) for politician, (_, riding, state) in found.items()}


def _terms_in(division: Division) -> QuerySet[Term]:
    """The terms in the house of a vote. A chamber without votes of its own is a second room of that house."""
    chamber = division.sitting.chamber
    voting = Division.objects.filter(sitting__chamber__parliament=chamber.parliament_id)
    return Term.objects.exclude(chamber__in=voting.exclude(sitting__chamber=chamber).values("sitting__chamber"))


def list_parties(division: Division, reading: Reading, side: Vote | None) -> list[Entry]:
    """The parties of a party vote, with their counts.

    A split party is listed by its members' names if the question names parties; independents always are.
    """
    cast = division.party_votes.select_related("party").order_by("pk")
    if side:
        cast = cast.filter(vote=side)
    if others := reading.keys("except"):
        cast = cast.exclude(party__in=others)
    wanted, language = reading.keys("party"), reading.language
    entries: list[Entry] = []
    for vote in cast:
        if not wanted or vote.party_id in wanted:
            by_member = bool(wanted) or vote.name == "Independent"
            took = side_briefly(Vote(vote.vote), language, is_turned(division))
            own = _party_entries(division, vote, took, language, by_member=by_member)
            entries += [replace(one, side="" if side else took) for one in own]
    return entries


def _party_entries(
    division: Division, vote: PartyVote, took: str, language: str, *, by_member: bool
) -> Iterator[Entry]:
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
                note=took,
            )
    else:
        url = vote.party.get_absolute_url() if vote.party else ""
        cast = _cast(division, vote, language)
        yield Entry(name=vote.name, person=party, url=url, party=party, note=took, detail=cast)


def _cast(division: Division, vote: PartyVote, language: str) -> str:
    """The votes that a party cast on a side: "49 votes", "3 votes of 7: Mark, Paraone, Peters"."""
    all_ = sum(one.count for one in division.party_votes.all() if one.name == vote.name)
    colon, of = (" :", "sur") if language == "fr" else (":", "of")
    members = f"{colon} {', '.join(vote.members)}" if vote.members else ""
    split = f" {of} {all_}" if all_ != vote.count else ""
    return f"{votes_phrase(vote.count, language)}{split}{members}"


def _without_party(division: Division, ballots: list[Ballot], language: str) -> list[str]:
    """A note on how many ballots are of members whose party the record does not say; [] if there are none."""
    without = [one for one in ballots if one.party_id is None]
    parties = parties_on(division.sitting, (one.politician_id for one in without if one.politician_id))
    unknown = sum(one.politician_id not in parties for one in without)
    if not unknown:
        return []
    return [NOTES[language]["one unknown" if unknown == 1 else "unknown"].format(unknown)]
