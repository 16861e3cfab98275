"""Hansard as PDF: the speakers' lines tell the voices, everything else of the page is taken off."""

from speeches.formats.pdf.day import looks_like_pdf, parse_pdf

__all__ = ["looks_like_pdf", "parse_pdf"]
