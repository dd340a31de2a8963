"""The history of the tables of a game, a file a version."""
