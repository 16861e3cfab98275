"""How often two members voted alike, and where they parted."""

from dataclasses import dataclass

from speeches.models import Ballot, Division, Politician, Vote
from speeches.reading.votes import recorded


@dataclass(frozen=True, slots=True)
class Parting:
    """A vote in which two members were on different sides."""

    division: Division
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """In how many votes two members both took a side, in how many of them the same, and the others, latest first."""

    one: Politician
    other: Politician
    shared: int
    alike: int
    partings: list[Parting]

    @property
    def share(self) -> float:
        """The share of the votes in which both took a side that they voted alike in; 0 where there is none."""
        return self.alike / self.shared if self.shared else 0.0


def agreement(one: Politician, other: Politician) -> Agreement:
    """How two members voted, side by side; who was paired or abstained took no side. Three queries."""
    sides, others = _sides(one), _sides(other)
    both = sides.keys() & others.keys()
    parted = [key for key in both if sides[key] != others[key]]
    divisions = Division.objects.filter(pk__in=parted).select_related("sitting__chamber__parliament")
    partings = [
        Parting(division, Vote(sides[division.pk]).label, Vote(others[division.pk]).label)
        for division in divisions.order_by("-sitting__date", "-position")
    ]
    return Agreement(one, other, len(both), len(both) - len(parted), partings)


def _sides(politician: Politician) -> dict[int, str]:
    ballots = Ballot.objects.filter(politician=politician, division__in=recorded(), vote__in=(Vote.AYE, Vote.NO))
    return dict(ballots.values_list("division", "vote"))
