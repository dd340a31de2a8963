"""Seats of a game: players, passwords, replacement, and missing orders."""
