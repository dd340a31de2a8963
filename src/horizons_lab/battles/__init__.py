"""Studies of battles: one battle, or many variations of it, fought a million times."""
