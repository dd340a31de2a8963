"""People: accounts, browsers that are signed in, keys for programs, links by mail."""
