"""What a question means: its words tagged, resolved against the record, and merged with the question before it."""
