"""Messages between seats, and announcements of the gamemaster."""
