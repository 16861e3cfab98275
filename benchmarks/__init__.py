"""What is claimed about speed, measured: `make bench`. Ratios of things run side by side, medians and p95."""
