"""A species' view of the game: who sees what, its shape as plain data, and its map."""
