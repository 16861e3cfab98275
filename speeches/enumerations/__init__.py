"""Questions whose answer is a list: complete and exact, from the tables, never a sample from a search."""
