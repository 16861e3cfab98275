"""A small model that reads a question: which of its words name what, and what kind of question it is."""
