"""Benchmarks of speed, and mutation tests of the test suite: `make bench` and `make mutants`."""
