"""From the tables to what the search reads of them: each record of another kind than a speech as an entry."""
