"""Finds passages: parses the query, searches by meaning and by words, then fuses, cuts and dresses the results."""
