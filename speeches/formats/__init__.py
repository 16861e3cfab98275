"""Parsers of the record: bytes in, records out. Pure functions, no Django, no network."""
