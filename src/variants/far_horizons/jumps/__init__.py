"""Outcomes of jumps: of single ones, and of a fleet's in a million runs."""
