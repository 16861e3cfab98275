"""The searchable rows: an abstract chunk, its QuerySet, its indexes, and the embedding models."""
