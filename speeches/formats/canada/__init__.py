"""Hansard XML of the Parliament of Canada: House of Commons and committees, in English and in French."""

from speeches.formats.canada.sitting import looks_like_canada, parse_canada

__all__ = ["looks_like_canada", "parse_canada"]
