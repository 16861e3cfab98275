"""Hansard as PDF. Speakers' labels tell the voices apart; running heads and page numbers are removed."""

from speeches.formats.pdf.day import looks_like_pdf, parse_pdf

__all__ = ["looks_like_pdf", "parse_pdf"]
