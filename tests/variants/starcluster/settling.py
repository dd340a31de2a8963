"""Games for tests of colonies: one known way from Ada's home to a system that she has surveyed."""

from __future__ import annotations

from tests.variants.starcluster.builders import lone_way, new_game, surveyed
from variants.starcluster.model import Planet, Race, Survey


def frontier(*path, planets=1, **changes):
    """A game where Ada knows one way from her home to a system that she has surveyed."""
    game = new_game()
    ada = game.empire("Ada")
    ada.race, ada.freighters = Race(traits=()), 100
    path = path or ("1", "7")
    lone_way(game, *path)
    surveyed(game, path[-1], planets=[Planet() for _ in range(planets)], **changes)
    return game


def known(game, **changes):
    fields = {"system": "7", "level": 2, "turn": 0, **changes}
    game.empire("Ada").charts.surveys["7"] = Survey(**fields)
