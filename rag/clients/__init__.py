"""Clients of models outside the database: a Protocol for each and its implementations, configured by arguments."""
