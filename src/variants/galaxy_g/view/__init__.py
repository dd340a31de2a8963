"""What a race knows as plain data: who sees what, the view, its schema and its map."""
