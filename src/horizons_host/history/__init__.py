"""A player's view of a game over its turns, prepared for pages from reports alone."""
