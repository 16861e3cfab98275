"""Understands a query, then searches: the one entry for pages, the API, the commands and assistants."""
