"""Messages between seats, and from the gamemaster: what the rule of a game lets them write."""
