"""Pure functions over text: sentences, chunks, query terms. No Django, no network."""
