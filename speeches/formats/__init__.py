"""Parsers of the record: bytes in, records out. Pure functions, no Django, no network."""

# The names that a form or a schema needs without loading a parser.
FORMATS = (
    "aph",
    "canada",
    "csv",
    "json",
    "jsonl",
    "markdown",
    "new-zealand",
    "openaustralia",
    "openparliament",
    "parlparse",
    "pdf",
    "prepared",
    "records",
)
