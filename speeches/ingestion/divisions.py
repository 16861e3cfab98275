"""Recorded votes into their tables, each ballot with whose it is."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import QuerySet

from speeches.formats import records
from speeches.ingestion.bills import BillBook
from speeches.ingestion.directory import Directory
from speeches.models import Ballot, Debate, Division, PartyVote, Sitting


def votes_differ(votes: Sequence[records.Division], there: QuerySet[Division]) -> bool:
    """Whether a file tells the votes of a sitting, or any ballot in them, otherwise than the record has them."""
    stored = Counter(
        (one.question, one.result, one.ayes, one.noes, frozenset((b.name, b.vote, b.teller) for b in one.ballots.all()))
        for one in there.prefetch_related("ballots")
    )
    told = Counter(
        (one.question, one.result, one.ayes, one.noes, frozenset((b.name, b.vote, b.teller) for b in one.ballots))
        for one in votes
    )
    return stored != told


def write_divisions(
    votes: Sequence[records.Division],
    sitting: Sitting,
    debates: Sequence[Debate],
    base: int,
    directory: Directory,
    bills: BillBook,
) -> None:
    """Write the votes of a sitting, whose places in the day begin at `base`."""
    divisions = Division.objects.bulk_create(
        Division(
            sitting=sitting,
            debate=None if vote.debate is None else debates[vote.debate],
            position=base + vote.position,
            time=vote.time,
            question=vote.question,
            result=vote.result,
            ayes=vote.ayes,
            noes=vote.noes,
            abstentions=vote.abstentions,
            paired=vote.paired,
            number=vote.number,
            kind=vote.kind.value,
            about=bills.about(vote.bill),
        )
        for vote in votes
    )
    pairs = list(zip(divisions, votes, strict=True))
    Ballot.objects.bulk_create(
        Ballot(
            division=division,
            name=ballot.name,
            politician=directory.caster(ballot),
            party=directory.party(ballot.party),
            vote=ballot.vote,
            teller=ballot.teller,
            proxy=ballot.proxy,
        )
        for division, vote in pairs
        for ballot in vote.ballots
    )
    PartyVote.objects.bulk_create(
        PartyVote(
            division=division,
            name=cast.name,
            party=directory.party(cast.name),
            vote=cast.vote,
            count=cast.count,
            members=list(cast.members),
        )
        for division, vote in pairs
        for cast in vote.parties
    )
