"""Questions to the record, answered by sentences that were said in it."""
