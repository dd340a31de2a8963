"""Tournaments, which tell how certain it is that one player is better than another."""
