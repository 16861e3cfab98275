"""The formats that a file may have, by name: what a form or a schema needs to know without loading a parser."""

FORMATS = (
    "aph",
    "canada",
    "csv",
    "json",
    "jsonl",
    "markdown",
    "new-zealand",
    "openparliament",
    "pdf",
    "prepared",
    "records",
)
