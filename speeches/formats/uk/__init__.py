"""ParlParse's XML of the United Kingdom: both Houses, Westminster Hall, written records, and members."""

from speeches.formats.uk.document import looks_like_parlparse
from speeches.formats.uk.parse import parse_parlparse

__all__ = ["looks_like_parlparse", "parse_parlparse"]
