"""Notifications about events in a game, by email, webhook or feed."""
