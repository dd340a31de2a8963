"""Studies of battles: one battle, or variations of it, each fought up to a million times."""
