"""How often something is said over time, and by whom."""
