"""What one player was told over the turns of a game, made ready for pages from reports alone."""
