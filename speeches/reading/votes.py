"""A division as it is read: who voted how, by party."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from speeches.models import Ballot, Division, Party, Term


@dataclass(slots=True)
class PartyVote:
    """The ballots of one party; `None` is of members whose party the record does not say."""

    party: Party | None
    ayes: list[Ballot] = field(default_factory=list)
    noes: list[Ballot] = field(default_factory=list)
    paired: list[Ballot] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.ayes) + len(self.noes)


@dataclass(frozen=True, slots=True)
class Tally:
    """A division's ballots by party, the largest first, and what stands out."""

    parties: list[PartyVote]
    tellers: list[Ballot]

    @property
    def most(self) -> int:
        return max((max(len(one.ayes), len(one.noes)) for one in self.parties), default=0)

    def side(self, vote: str) -> list[tuple[Party | None, list[Ballot]]]:
        """The parties that voted so, with their ballots in the order of the record."""
        chosen = {"aye": "ayes", "no": "noes", "paired": "paired"}[vote]
        return [(one.party, ballots) for one in self.parties if (ballots := getattr(one, chosen))]


def tally(division: Division) -> Tally:
    """A division's ballots by party. Two queries."""
    ballots = list(division.ballots.select_related("politician").order_by("pk"))
    parties = parties_on(division.sitting.date, (one.politician_id for one in ballots if one.politician_id))
    grouped: dict[int | None, PartyVote] = {}
    for ballot in ballots:
        party = parties.get(ballot.politician_id) if ballot.politician_id else None
        vote = grouped.setdefault(party.pk if party else None, PartyVote(party))
        {Ballot.Vote.AYE: vote.ayes, Ballot.Vote.NO: vote.noes}.get(Ballot.Vote(ballot.vote), vote.paired).append(
            ballot
        )
    ordered = sorted(grouped.values(), key=lambda one: (one.party is None, -one.count))
    return Tally(ordered, [ballot for ballot in ballots if ballot.teller])


def parties_on(day: datetime.date, politicians: Iterable[int]) -> Mapping[int, Party]:
    """The party of each politician on a day: of the term that holds it, else of the term nearest to it."""
    terms: dict[int, list[Term]] = defaultdict(list)
    for term in Term.objects.filter(politician__in=set(politicians)).exclude(party=None).select_related("party"):
        terms[term.politician_id].append(term)
    return {
        politician: nearest.party
        for politician, held in terms.items()
        if (nearest := min(held, key=lambda term: _days_from(day, term))).party
    }


def _days_from(day: datetime.date, term: Term) -> int:
    if term.start <= day <= term.end:
        return 0
    return min(abs((term.start - day).days), abs((term.end - day).days))
