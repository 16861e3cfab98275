"""The votes on a matter beside one that was told: on its amendments, or on the matter itself."""

from itertools import pairwise

from rag.language.tokens import words_of
from speeches.models import Division
from speeches.reading.votes import recorded_votes
from speeches.understanding.lexicon import AMENDMENTS, MOTIONS, PRONOUNS
from speeches.understanding.reading import Reading


def is_of_another_kind(division: Division, reading: Reading) -> bool:
    """Whether a question that goes on about a vote names the other kind: an amendment if it was none, or the reverse.
    "That motion" is the vote before, whatever it was on."""
    words = [word.folded for word in words_of(reading.text)]
    called = {word for before, word in pairwise(["", *words]) if word in MOTIONS and before not in PRONOUNS}
    amends = division.kind == Division.Kind.AMENDMENT
    return bool(called) and amends == called.isdisjoint(AMENDMENTS)


def votes_beside(division: Division) -> tuple[Division, ...]:
    """The votes of the other kind on the same bill or under the same heading, in order: on the amendments of a matter,
    or, for an amendment, on the matter itself."""
    if division.about_id is None and division.debate_id is None:
        return ()
    rows = recorded_votes().filter(sitting__chamber=division.sitting.chamber_id).exclude(pk=division.pk)
    rows = rows.filter(about=division.about_id) if division.about_id else rows.filter(debate=division.debate_id)
    amends = division.kind == Division.Kind.AMENDMENT
    others = rows.exclude(kind=Division.Kind.AMENDMENT) if amends else rows.filter(kind=Division.Kind.AMENDMENT)
    return tuple(others.order_by("sitting__date", "position"))
