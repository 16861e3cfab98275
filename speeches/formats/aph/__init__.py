"""Hansard XML of the Parliament of Australia, schemas 2.1 and 2.2: House, Senate and Federation Chamber."""

from speeches.formats.aph.openaustralia import looks_like_openaustralia, parse_openaustralia
from speeches.formats.aph.sitting import looks_like_aph, parse_aph

__all__ = ["looks_like_aph", "looks_like_openaustralia", "parse_aph", "parse_openaustralia"]
