"""Retrieval with proof: text, model clients, chunks and search. Imports neither speeches nor guardian."""
