"""Stored games: orders, running and undoing turns, verification, upgrades, backups, archives."""
