"""A query understood, then searched: the one door to the search for pages, the API, the commands and assistants."""
