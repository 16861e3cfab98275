"""How often two members or two parties voted alike, and the votes in which two members differed."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from speeches.models import Ballot, Division, Party, PartyVote, Politician, Sitting, Vote
from speeches.reading.votes import parties_on, recorded_votes
from speeches.search.version import corpus_version

# A party's side is computed from ballots on this many of its parliament's latest days with ballots.
DAYS = 100
TOOK_A_SIDE = (Vote.AYE, Vote.NO)


@dataclass(frozen=True, slots=True)
class Alike:
    """The number of votes in which both took a side, and in how many of them it was the same side."""

    shared: int
    alike: int

    @property
    def share(self) -> float:
        """The share of shared votes in which both voted alike; 0 if they shared none."""
        return self.alike / self.shared if self.shared else 0.0


def alike(one: Mapping[int, str], other: Mapping[int, str]) -> Alike:
    """Compare two maps from vote to side (see `sides_of`)."""
    both = one.keys() & other.keys()
    return Alike(len(both), sum(one[key] == other[key] for key in both))


def sides_of(who: Politician | Party) -> dict[int, str]:
    """The side that a member, or most of a party, took in each recorded vote, by the vote's key.

    Pairs and abstentions take no side, nor does an evenly split party. A party's side comes from the votes that its
    whips cast and, only on the latest days, from its members' ballots.
    """
    if isinstance(who, Politician):
        return _sides(who)
    version = corpus_version()
    return _sides_of_party(who) if version is None else _sides_cached(who, version)


@lru_cache(maxsize=64)
def _sides_cached(party: Party, version: int) -> dict[int, str]:
    return _sides_of_party(party)


def _sides_of_party(party: Party) -> dict[int, str]:
    votes: dict[int, Counter[str]] = defaultdict(Counter)
    cast = PartyVote.objects.filter(party=party, division__in=recorded_votes(), vote__in=TOOK_A_SIDE)
    for division, vote, count in cast.values_list("division", "vote", "count"):
        votes[division][vote] += count
    ballots = Ballot.objects.filter(division__in=recorded_votes(), vote__in=TOOK_A_SIDE).exclude(politician=None)
    ballots = ballots.filter(division__sitting__chamber__parliament=party.parliament_id, division__party_votes=None)
    days = ballots.order_by("-division__sitting__date").values_list("division__sitting", flat=True).distinct()[:DAYS]
    for sitting in Sitting.objects.filter(pk__in=list(days)).select_related("session"):
        own = list(ballots.filter(division__sitting=sitting).values_list("division", "vote", "politician", "party"))
        party_of = parties_on(sitting, (member for _, _, member, _ in own if member))
        for division, vote, member, printed in own:
            known = printed or (party_of[member].pk if member in party_of else None)
            votes[division][vote] += known == party.pk
    most = {division: own.most_common(2) for division, own in votes.items()}
    return {key: own[0][0] for key, own in most.items() if own[0][1] and (len(own) < 2 or own[0][1] > own[1][1])}


@dataclass(frozen=True, slots=True)
class Parting:
    """A vote in which two members took different sides."""

    division: Division
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two members: how often they voted alike, and the votes in which they differed, latest first."""

    one: Politician
    other: Politician
    votes: Alike
    partings: list[Parting]


def agreement(one: Politician, other: Politician) -> Agreement:
    """Compare the votes of two members. Pairs and abstentions take no side. Three queries."""
    sides, others = _sides(one), _sides(other)
    parted = [key for key in sides.keys() & others.keys() if sides[key] != others[key]]
    divisions = Division.objects.filter(pk__in=parted).select_related("sitting__chamber__parliament", "about")
    partings = [
        Parting(division, Vote(sides[division.pk]).label, Vote(others[division.pk]).label)
        for division in divisions.order_by("-sitting__date", "-position")
    ]
    return Agreement(one, other, alike(sides, others), partings)


def _sides(politician: Politician) -> dict[int, str]:
    ballots = Ballot.objects.filter(politician=politician, division__in=recorded_votes(), vote__in=TOOK_A_SIDE)
    return dict(ballots.values_list("division", "vote"))
