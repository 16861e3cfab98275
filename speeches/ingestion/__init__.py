"""Ingestion: stores what was parsed, cuts it into chunks, embeds them and checks the result."""
