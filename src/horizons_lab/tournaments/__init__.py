"""Tournaments: which of several players is better, and with what certainty."""
