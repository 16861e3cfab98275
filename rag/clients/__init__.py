"""Models that run outside of the database. Each is a Protocol and its implementations; configuration comes as arguments."""
