"""The parliamentary record: parsed, stored verbatim, searched, read and cited."""
