"""Views of races as plain data: visibility, the view, its schema and its map."""
