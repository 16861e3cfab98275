"""Questions whose answer is a list: complete and exact, from the tables, never a sample of a search."""
