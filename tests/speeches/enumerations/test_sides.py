"""Which side a question asks for, and votes whose ayes are against what was moved."""

import pytest

from speeches.enumerations.sides import side_asked
from speeches.models import Vote


@pytest.mark.parametrize(
    ("question", "side"),
    [
        ("Who voted for Bill C-10?", Vote.AYE),
        ("Who rejected Bill C-10?", Vote.NO),
        ("Who supported the motion that was rejected?", Vote.AYE),
        ("Who voted for the motion to reject Bill C-10?", Vote.AYE),
        ("Who voted in favour of the rejected motion?", Vote.AYE),
        ("Who opposed the motion in favour of a levy?", Vote.NO),
        ("Qui a voté pour l'amendement rejeté ?", Vote.AYE),
        ("Quels députés ont voté contre l'appui à la motion ?", Vote.NO),
        ("Quels partis se sont opposés au projet de loi ?", Vote.NO),
        ("And for?", Vote.AYE),
        ("For?", Vote.AYE),
        ("How many ayes and noes were there?", None),
        ("List who voted for and against Bill C-10", None),
        ("Who voted for it, and who voted against?", None),
        ("Who abstained on the motion in favour of it?", Vote.ABSTENTION),
        ("How did they vote on Bill C-10?", None),
    ],
)
def test_the_side_is_the_askers(question: str, side: Vote | None) -> None:
    assert side_asked(question) is side
