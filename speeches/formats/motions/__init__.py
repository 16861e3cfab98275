"""Works out each recorded vote's motion: the words in the record, the mover and the kind."""

from speeches.formats.motions.identify import with_motions

__all__ = ["with_motions"]
