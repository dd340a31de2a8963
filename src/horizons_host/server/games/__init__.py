"""The games of a server: the directory, who is what in them, and how a game comes to be."""
