"""Asking a scheme's bylaws: sentences of them that answer, each with its section and page, or none."""
