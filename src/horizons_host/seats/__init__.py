"""The seats of a game, with their players, passwords and missing-orders policies."""
