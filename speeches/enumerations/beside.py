"""The votes on a matter beside one that was told: on its amendments, or on the matter itself."""

from rag.language.tokens import words_of
from speeches.enumerations.vote_judge import names_an_amendment
from speeches.models import Division
from speeches.reading.votes import recorded_votes
from speeches.understanding.lexicon import MOTIONS
from speeches.understanding.reading import Reading
from speeches.understanding.stems import stems_of


def is_of_another_kind(division: Division, reading: Reading) -> bool:
    """Whether a question that goes on about a vote calls what was voted on otherwise: an amendment what was none, or
    the reverse."""
    called = any(word.folded in MOTIONS for word in words_of(reading.text))
    amends = division.kind == Division.Kind.AMENDMENT
    return called and amends != names_an_amendment(stems_of(reading.text))


def votes_beside(division: Division) -> tuple[Division, ...]:
    """The votes of the other kind on the same bill or under the same heading, in order: on the amendments of a matter,
    or, for an amendment, on the matter itself."""
    rows = recorded_votes().filter(sitting__chamber=division.sitting.chamber_id).exclude(pk=division.pk)
    rows = rows.filter(about=division.about_id) if division.about_id else rows.filter(debate=division.debate_id)
    amends = division.kind == Division.Kind.AMENDMENT
    others = rows.exclude(kind=Division.Kind.AMENDMENT) if amends else rows.filter(kind=Division.Kind.AMENDMENT)
    return tuple(others.order_by("sitting__date", "position"))
