"""Answers questions to the record with sentences that were said in it."""
