"""Turns a question into a reading: tags its words, resolves them against the record, merges the question before it."""
