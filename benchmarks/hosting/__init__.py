"""The web server under load, and killed: separate programs that take minutes."""
