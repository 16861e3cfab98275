"""A community's own rules: schemes and their bylaws, private to each."""
