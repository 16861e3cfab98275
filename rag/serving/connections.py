"""Gives database connections back while something else is waited for."""

from django.db import connections


def release_connections() -> None:
    """Closes this thread's connections, apart from those in a transaction. A pool lends them to others meanwhile."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
