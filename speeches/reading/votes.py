"""A division by party: who voted how."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Max, Min, QuerySet

from speeches.formats.frame import frame_of
from speeches.models import Ballot, Division, Party, Sitting, Speech, Term, Vote

# If the record does not say to which parliament a day belongs, a member's party is looked up within this many days
# around it, and no further, since members change parties.
_NEAR = 400


@dataclass(slots=True)
class PartyTally:
    """One party's vote: its members' ballots, and the votes that its whips cast without naming members.

    `party` is None for members whose party is unknown.
    """

    party: Party | None
    name: str = ""
    ballots: dict[str, list[Ballot]] = field(default_factory=lambda: defaultdict(list))
    cast: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def votes(self, side: str) -> int:
        """The number of votes on a side: as cast by the whips, or else the number of ballots."""
        return self.cast[side] if side in self.cast else len(self.ballots.get(side, ()))

    @property
    def ayes(self) -> int:
        return self.votes(Vote.AYE)

    @property
    def noes(self) -> int:
        return self.votes(Vote.NO)

    @property
    def abstentions(self) -> int:
        return self.votes(Vote.ABSTENTION)

    @property
    def count(self) -> int:
        return self.ayes + self.noes


@dataclass(frozen=True, slots=True)
class SideOfParty:
    """A party on one side of a vote: its number of votes, and the ballots with names."""

    party: Party | None
    name: str
    votes: int
    ballots: list[Ballot]


@dataclass(frozen=True, slots=True)
class Tally:
    """A division by party, largest first, with its tellers."""

    parties: list[PartyTally]
    tellers: list[Ballot]

    @property
    def rebels(self) -> list[Ballot]:
        """Ballots against the majority of the member's party, where that is certain: the party has a whip, and its
        majority is larger than the number of voters whose party is unknown."""
        return [
            ballot
            for one in self.parties
            if one.party and _has_whip(one.party) and abs(one.ayes - one.noes) > self.unknown
            for ballot in one.ballots.get(Vote.AYE if one.ayes < one.noes else Vote.NO, ())
        ]

    @property
    def unknown(self) -> int:
        """The number of ayes and noes by members whose party is unknown."""
        return sum(one.count for one in self.parties if one.party is None and not one.name)

    @property
    def most(self) -> int:
        return max((max(one.ayes, one.noes) for one in self.parties), default=0)

    @property
    def abstained(self) -> bool:
        return any(one.abstentions for one in self.parties)

    def side(self, vote: str) -> list[SideOfParty]:
        """The parties with votes on a side, with their ballots in the order of the record."""
        return [
            SideOfParty(one.party, one.name, one.votes(vote), one.ballots.get(vote, []))
            for one in self.parties
            if one.votes(vote)
        ]


def _has_whip(party: Party) -> bool:
    return party.code not in frame_of(party.parliament_id).unwhipped


def recorded_votes() -> QuerySet[Division]:
    """Each recorded vote once, even if its day was printed in two languages."""
    return Division.objects.filter(sitting__in=Sitting.objects.once())


def leaves_out_tellers(division: Division, side: str) -> bool:
    """Whether the printed count of a side leaves out its tellers, as far as its ballots show."""
    own = [one.teller for one in division.ballots.all() if one.vote == side]
    printed = {Vote.AYE: division.ayes, Vote.NO: division.noes}.get(Vote(side))
    return any(own) and own.count(False) == printed


def tally(division: Division) -> Tally:
    """A division by party. At most six queries."""
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    parties = parties_on(division.sitting, (one.politician_id for one in ballots if one.politician_id))
    grouped: dict[int | str | None, PartyTally] = {}
    for cast in division.party_votes.select_related("party").order_by("pk"):
        one = grouped.setdefault(cast.party_id or cast.name, PartyTally(cast.party, cast.name))
        one.cast[cast.vote] += cast.count
    for ballot in ballots:
        party = ballot.party or (parties.get(ballot.politician_id) if ballot.politician_id else None)
        one = grouped.setdefault(party.pk if party else None, PartyTally(party, party.name if party else ""))
        one.ballots[ballot.vote].append(ballot)
    ordered = sorted(grouped.values(), key=lambda one: (one.party is None and not one.name, -one.count))
    return Tally(ordered, [ballot for ballot in ballots if ballot.teller])


@dataclass(frozen=True, slots=True)
class PartyShown:
    """A politician's party, and how many days from the day asked for the record shows it."""

    party: Party
    away: int


def parties_on(sitting: Sitting, politicians: Iterable[int]) -> Mapping[int, Party]:
    """The party of each politician on a day (see `parties_shown`)."""
    return {politician: shown.party for politician, shown in parties_shown(sitting, politicians).items()}


def parties_shown(sitting: Sitting, politicians: Iterable[int]) -> Mapping[int, PartyShown]:
    """The party of each politician on a day. Leaves out politicians without one. Makes three queries.

    The nearest day on which the same parliament's record prints a party decides. Without one, the nearest term from a
    list does, which may name one party for all years of a seat.
    """
    first, last = _days_of_the_parliament(sitting)
    people, day = set(politicians), sitting.date
    known: dict[int, list[tuple[bool, int, int]]] = defaultdict(list)
    spoken = Speech.objects.filter(politician__in=people, date__range=(first, last)).exclude(party=None)
    for politician, party, date in spoken.values_list("politician", "party", "date").distinct():
        known[politician].append((False, abs((date - day).days), party))
    for term in Term.objects.filter(politician__in=people, start__lte=last, end__gte=first).exclude(party=None):
        known[term.politician_id].append((term.listed, _days_from(day, term), term.party_id or 0))
    nearest = {politician: min(own) for politician, own in known.items()}
    parties = Party.objects.in_bulk({party for _, _, party in nearest.values()})
    return {politician: PartyShown(parties[party], away) for politician, (_, away, party) in nearest.items()}


def _days_of_the_parliament(sitting: Sitting) -> tuple[datetime.date, datetime.date]:
    """The first and last day on record of the sitting's numbered parliament, between two elections; about a year either
    side if the parliament is unknown."""
    if sitting.session is None:
        near = datetime.timedelta(days=_NEAR)
        return sitting.date - near, sitting.date + near
    number = sitting.session.number
    same = Sitting.objects.filter(session__number=number, session__parliament=sitting.session.parliament_id)
    held = same.aggregate(first=Min("date"), last=Max("date"))
    return held["first"], held["last"]


def _days_from(day: datetime.date, term: Term) -> int:
    if term.start <= day <= term.end:
        return 0
    return min(abs((term.start - day).days), abs((term.end - day).days))


def headings_over(division: Division) -> list[str]:
    """The headings above a vote, without "BILLS" or "MOTIONS", which only group the day's business."""
    heading = division.debate
    above = heading.parent if heading and heading.parent and not heading.parent.title.isupper() else None
    return [one.title for one in (above, heading) if one]
