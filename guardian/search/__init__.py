"""Finds the sections that a question means, by exact search over one scheme's own chunks."""
