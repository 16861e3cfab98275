"""Fetches the official record from the parliaments' own sites: politely, and only what is new or has changed."""
