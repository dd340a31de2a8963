"""Creation of games, and entry of newcomers (SC-SET-006, SC-SET-008, SC-SET-015)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.errors import OptionError
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.starcluster.constants import CORE
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.setup.empires import add_native, add_player, roll_native
from variants.starcluster.setup.galaxy import add_cluster, add_core, roll_template


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Starcluster:
    """Create a game before its first turn."""
    game = Starcluster(options=dict(options), template=roll_template(stream.fork("template")))
    add_core(game, stream.fork("core"))
    for number, name in enumerate(players, 1):
        found_empire(game, name, number, variant.economy, stream)
    return game


def found_empire(
    game: Starcluster, name: str, number: int, economy: StarclusterEconomy, stream: Stream
) -> Empire:
    """Add a player with a cluster of this number and its non-player race.

    The race is the same in every cluster, including those of newcomers (SC-SET-009).
    """
    add_cluster(game, number, game.template, stream.fork("cluster", number))
    empire = add_player(game, name, number)
    race = game.natives[0].race if game.natives else roll_native(stream.fork("natives"))
    add_native(game, number, economy, race)
    return empire


def restart_empire(
    game: Starcluster, fallen: Empire, turn: int, economy: StarclusterEconomy, stream: Stream
) -> Empire:
    """Restart a fallen empire's player in a fresh cluster (SC-BRK-009, SC-SET-008).

    It takes the fallen empire's place in the game; nothing else in play changes.
    """
    number = 1 + max(power.number for power in (*game.empires, *game.natives))
    index = game.empires.index(fallen)
    add_cluster(game, number, game.template, stream)
    empire = add_player(game, fallen.id, number, fallen.next_unit, fallen.next_fleet)
    game.empires[index] = game.empires.pop()
    empire.joined, empire.address, empire.password = turn, fallen.address, fallen.password
    empire.own_key, empire.own_commitment = fallen.own_key, fallen.own_commitment
    add_native(game, number, economy, game.natives[0].race)
    return empire


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
