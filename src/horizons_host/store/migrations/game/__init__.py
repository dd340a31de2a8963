"""The history of the tables of a game, a file per version."""
