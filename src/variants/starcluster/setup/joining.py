"""Entry of a newcomer into a running game (SC-SET-008, SC-SET-015)."""

from __future__ import annotations

from horizons_core.errors import OptionError
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.starcluster.constants import CORE
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.setup.creation import found_empire


def join_game(game: Starcluster, player: str, stream: Stream, variant: VariantRules) -> Empire:
    """Add a late player's empire in a fresh cluster; nothing already in play changes.

    Raises OptionError if every core system already has an entry point.
    """
    entries = {link.b for link in game.links if link and link.closed_b}
    if len(entries) >= CORE:
        raise OptionError("no core system is free for another entry point", "start a new game")
    number = 1 + max(power.number for power in (*game.empires, *game.natives))
    empire = found_empire(game, player, number, variant.economy, stream)
    empire.joined = game.turn
    game.newcomers.append(empire.name)
    return empire
