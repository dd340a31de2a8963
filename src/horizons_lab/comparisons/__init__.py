"""What a change of rules changes: the same games, on the same dice, with it and without."""
