"""A small model that reads a question and a passage together, and says which of its sentences answer."""
