"""Hansard pages of the New Zealand Parliament (HTML). Each holds a debate, a question or a day's questions."""

from speeches.formats.newzealand.page import looks_like_new_zealand, parse_new_zealand

__all__ = ["looks_like_new_zealand", "parse_new_zealand"]
