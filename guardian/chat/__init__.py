"""Answers questions with sentences from a scheme's bylaws, each with its section and page, or says that there is no
answer."""
