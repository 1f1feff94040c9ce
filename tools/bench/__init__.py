"""Benchmarks beside bare calls that do the same work. `make bench` prints them."""
