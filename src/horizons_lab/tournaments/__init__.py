"""Tournaments between players, with ratings and their uncertainty."""
