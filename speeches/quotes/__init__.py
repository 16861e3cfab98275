"""Checks whether somebody said exactly this: the fact-checker's question."""
