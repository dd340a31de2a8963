"""Messages between seats, and announcements by the gamemaster."""
