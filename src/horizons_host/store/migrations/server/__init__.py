"""The history of the server's own tables, a file per version."""
