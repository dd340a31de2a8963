"""Tournaments: who of several players is better, and how sure that is."""
