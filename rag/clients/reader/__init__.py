"""The reader: a small model that reads a question and a passage together and tells which sentences answer."""
