"""What the tables tell in a sentence: one function for each kind of fact, each with its source."""
