"""Works out each recorded vote's motion: the words in the record, the mover and the kind."""

from speeches.formats.motions.identify import identify_motions

__all__ = ["identify_motions"]
