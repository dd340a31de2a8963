"""Measurements of speed, and of how much the tests notice: `make bench` and `make mutants`."""
