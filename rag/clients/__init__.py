"""Models that run outside of the database: a Protocol each and what implements it, configured by arguments."""
