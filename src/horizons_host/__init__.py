"""The gamemaster's side of Horizons, with the command line, the store of games and the server."""
