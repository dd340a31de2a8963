"""The web server under load, and killed: programs of their own, which take minutes."""
