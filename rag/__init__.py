"""Retrieval with proof: text, model clients, chunks, and finding. Knows neither speeches nor bylaws."""
