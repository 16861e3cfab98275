"""Facts from the tables, each a sentence with its source: one function for each kind of fact."""
