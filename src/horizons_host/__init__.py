"""The gamemaster's side of Horizons: the command line, the store of a game and its files."""
