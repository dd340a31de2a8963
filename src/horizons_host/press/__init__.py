"""Messages between seats and with the gamemaster, under the message rules of a game."""
