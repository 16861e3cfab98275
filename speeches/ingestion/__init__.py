"""Into the record: store what was parsed, cut it into chunks, embed them, and check that all of it holds."""
