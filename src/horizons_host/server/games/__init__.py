"""The games of a server: the directory, their members, and how games are set up."""
