"""The games of a host: where they lie, how one is opened, and how it is moved."""

from horizons_host.hosting.games import Games
from horizons_host.hosting.opening import open_games

__all__ = ["Games", "open_games"]
