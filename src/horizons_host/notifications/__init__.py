"""Notifications about events in a game, by mail, webhook or feed."""
