"""A server's games: their places, opening and moving them."""

from horizons_host.hosting.games import Games
from horizons_host.hosting.opening import open_games

__all__ = ["Games", "open_games"]
