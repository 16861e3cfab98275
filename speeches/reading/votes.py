"""A division as it is read: who voted how, by party."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet

from speeches.formats.names import fold
from speeches.models import Ballot, Division, Party, Sitting, Term, Vote

# Terms begin and end with the days on which the record shows a member: so many days beyond, the party is taken to be
# theirs still, and not longer, for members change their parties.
_NEAR = 400


@dataclass(slots=True)
class PartyTally:
    """How one party voted: its members' ballots, and the votes that its whips cast for members without a name.

    `party` is None for members whose party the record does not say.
    """

    party: Party | None
    name: str = ""
    ballots: dict[str, list[Ballot]] = field(default_factory=lambda: defaultdict(list))
    cast: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def votes(self, side: str) -> int:
        """How many votes on a side: as the whips cast them, or as many as there are names."""
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
    """A party on one side of a vote: its votes, and the names that the record prints."""

    party: Party | None
    name: str
    votes: int
    ballots: list[Ballot]


@dataclass(frozen=True, slots=True)
class Tally:
    """A division by party, the largest first, and what stands out."""

    parties: list[PartyTally]
    tellers: list[Ballot]

    @property
    def most(self) -> int:
        return max((max(one.ayes, one.noes) for one in self.parties), default=0)

    @property
    def abstained(self) -> bool:
        return any(one.abstentions for one in self.parties)

    def side(self, vote: str) -> list[SideOfParty]:
        """The parties that voted so, with their ballots in the order of the record."""
        return [
            SideOfParty(one.party, one.name, one.votes(vote), one.ballots.get(vote, []))
            for one in self.parties
            if one.votes(vote)
        ]


def recorded() -> QuerySet[Division]:
    """Each recorded vote once, whatever the languages in which its day was printed."""
    return Division.objects.filter(sitting__in=Sitting.objects.once())


def tally(division: Division) -> Tally:
    """A division by party. Three queries."""
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    parties = parties_on(division.sitting.date, (one.politician_id for one in ballots if one.politician_id))
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


def parties_on(day: datetime.date, politicians: Iterable[int]) -> Mapping[int, Party]:
    """The party of each politician on a day: of the term that holds it, else of one that ends or begins near it."""
    terms: dict[int, list[Term]] = defaultdict(list)
    for term in Term.objects.filter(politician__in=set(politicians)).exclude(party=None).select_related("party"):
        terms[term.politician_id].append(term)
    found: dict[int, Party] = {}
    for politician, held in terms.items():
        nearest = min(held, key=lambda term: _days_from(day, term))
        if nearest.party and _days_from(day, nearest) <= _NEAR:
            found[politician] = nearest.party
    return found


def _days_from(day: datetime.date, term: Term) -> int:
    if term.start <= day <= term.end:
        return 0
    return min(abs((term.start - day).days), abs((term.end - day).days))


# A question of so many characters is a motion in full.
_SAYS_ALL = 150


def headings_over(division: Division) -> list[str]:
    """The headings that a vote stands under, without "BILLS" and "MOTIONS", which only gather the day's business."""
    heading = division.debate
    above = heading.parent if heading and heading.parent and not heading.parent.title.isupper() else None
    return [one.title for one in (above, heading) if one]


def what_was_put(division: Division) -> str:
    """The question as printed, after the headings over it where it does not say by itself what it is about.

    "That the bill be now read a third time." is said of every bill. "" where the record has neither.
    """
    question, titles = division.question, headings_over(division)
    if question and titles and (len(question) > _SAYS_ALL or fold(titles[0]) in fold(question)):
        return question
    return ": ".join(filter(None, [", ".join(titles), question]))
