"""Writes recorded votes to their tables, and links each ballot to the politician who cast it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import QuerySet

from speeches.formats import records
from speeches.ingestion.bills import BillBook
from speeches.ingestion.copying import copy_rows
from speeches.ingestion.directory import Directory
from speeches.models import Ballot, Bill, Debate, Division, PartyVote, Politician, Sitting, Vote

_BALLOT = ("division_id", "politician_id", "party_id", "name", "vote", "teller", "proxy")
_LONGEST_MOVER = 200


def votes_differ(votes: Sequence[records.Division], there: QuerySet[Division]) -> bool:
    """Whether a file's votes of a sitting, or any ballot in them, differ from the record's."""
    stored = Counter(_comparison_key(one, one.ballots.all()) for one in there.prefetch_related("ballots"))
    return stored != Counter(_comparison_key(one, one.ballots) for one in votes)


def _comparison_key(
    vote: records.Division | Division, ballots: Iterable[records.Ballot | Ballot]
) -> tuple[object, ...]:
    named = frozenset((ballot.name, ballot.vote, ballot.teller) for ballot in ballots)
    return vote.question, vote.result, vote.ayes, vote.noes, named


def motions_differ(votes: Sequence[records.Division], there: QuerySet[Division]) -> bool:
    """Whether a file's votes, as they are read now, are on something else than the record says."""
    stored = Counter(there.values_list("kind", "stage", "subject", "motion", "mover_name", "meaning", "turned"))
    return stored != Counter(_motion_key(vote.motion) for vote in votes)


def _motion_key(motion: records.Motion | None) -> tuple[object, ...]:
    if motion is None:
        return Division.Kind.OTHER.value, "", "", "", "", "", False
    kind, mover = motion.kind.value, motion.mover[:_LONGEST_MOVER]
    return kind, motion.stage, motion.subject, motion.words, mover, motion.meaning, motion.turned


def write_divisions(
    votes: Sequence[records.Division],
    sitting: Sitting,
    debates: Sequence[Debate],
    base: int,
    directory: Directory,
    bills: BillBook,
) -> None:
    """Write the votes of a sitting. Their positions in the day begin at `base`."""
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
            paired=vote.paired or sum(ballot.vote == Vote.PAIRED for ballot in vote.ballots),
            number=vote.number,
            method=vote.method.value,
            about=_about(vote, debates, bills),
            **motion_values(vote.motion, directory),
        )
        for vote in votes
    )
    _tell_apart(sitting)
    _write_ballots(list(zip(divisions, votes, strict=True)), directory)


def _about(vote: records.Division, debates: Sequence[Debate], bills: BillBook) -> Bill | None:
    """The bill that a vote is on: the one that the source names, else the heading's bill if the motion is on a bill."""
    under = debates[vote.debate].about if vote.debate is not None else None
    return bills.about(vote.bill) or (under if vote.motion and vote.motion.bill else None)


def motion_values(motion: records.Motion | None, directory: Directory) -> dict[str, object]:
    """The columns of a vote's row that say what it was on, as worked out from its day."""
    if motion is None:
        return {}
    return {
        "kind": motion.kind.value,
        "stage": motion.stage,
        "subject": motion.subject,
        "motion": motion.words,
        "mover": directory.politician(motion.person),
        "mover_name": motion.mover[:_LONGEST_MOVER],
        "name": motion.name,
        "meaning": motion.meaning,
        "turned": motion.turned,
    }


def _tell_apart(sitting: Sitting) -> None:
    """Number the votes that share a name because they came in several files of a day."""
    seen: Counter[str] = Counter()
    for division in sitting.divisions.order_by("position"):
        seen[division.name] += 1
        if seen[division.name] > 1:
            division.name = f"{division.name} ({seen[division.name]})"
            division.save(update_fields=["name"])


def _ballot(
    ballot: records.Ballot, division: Division, directory: Directory, voters: Mapping[str, Politician]
) -> tuple[object, ...]:
    politician, party = directory.caster(ballot, voters), directory.party(ballot.party)
    keys = (division.pk, politician.pk if politician else None, party.pk if party else None)
    return (*keys, ballot.name, ballot.vote, ballot.teller, ballot.proxy)


def _write_ballots(pairs: Sequence[tuple[Division, records.Division]], directory: Directory) -> None:
    """Write the ballots by name, and those that whips cast for a party."""
    # A name may create a member or a party, which cannot be written while rows are copied in.
    names = {ballot.name for _, vote in pairs for ballot in vote.ballots if ballot.person is None}
    sitting = pairs[0][0].sitting if names else None
    voters = directory.voters(names, sitting.date, sitting.chamber) if sitting else {}
    rows = [_ballot(ballot, division, directory, voters) for division, vote in pairs for ballot in vote.ballots]
    copy_rows(Ballot._meta.db_table, _BALLOT, rows)
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
