"""What each recorded vote of a sitting was on: the motion in the record's own words, who moved it, and its kind."""

from speeches.formats.motions.identify import with_motions

__all__ = ["with_motions"]
