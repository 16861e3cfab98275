"""`make bench`: measures every claim about speed. Reports medians, p95, and ratios of things run side by side."""
