"""Makes entries, which the search reads, from the tables of records other than speeches."""
