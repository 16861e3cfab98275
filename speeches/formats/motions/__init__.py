"""Works out each recorded vote's motion, and who moved and who seconded what."""

from speeches.formats.motions.identify import identify_motions
from speeches.formats.motions.moves import Line, Move, SecondedMove, moves_in, seconded_moves
from speeches.formats.motions.procedure import Form, Forms, procedure_of

__all__ = [
    "Form",
    "Forms",
    "Line",
    "Move",
    "SecondedMove",
    "identify_motions",
    "moves_in",
    "procedure_of",
    "seconded_moves",
]
