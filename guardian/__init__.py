"""Schemes (communities) and their bylaws, each private to its members."""
