"""What a species knows: who sees what, its shape as plain data, and its map."""
