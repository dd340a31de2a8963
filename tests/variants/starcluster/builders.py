"""Small games for tests."""

from __future__ import annotations

from functools import cache
from typing import Any

import horizons_core as hz
import variants.starcluster
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import Starcluster, Unit
from variants.starcluster.setup.empires import add_unit, new_fleet


@cache
def variant() -> hz.Variant:
    """The game by its rulebook."""
    return hz.Variant(variants.starcluster)


def new_game(*players: str, seed: int = 1, **options: Any) -> Starcluster:
    """A game before its first turn."""
    game: Starcluster = variant().new_game(
        list(players or ("Ada", "Brin")), seed=seed, options=options
    )
    return game


def run(game: Starcluster, turns: int = 1, **orders: str) -> hz.Turn:
    """The game after some turns; the orders are those of the first."""
    turn = hz.run_turn(game, orders, variant=variant())
    for _ in range(turns - 1):
        turn = hz.run_turn(turn.game, {}, variant=variant())
    return turn


def remarks(turn: hz.Turn, player: str = "Ada") -> list[tuple[int, str]]:
    """Line and code of what is said of a player's orders."""
    return [(one.line, one.code) for one in turn.diagnostics.get(player, ())]


def texts(turn: hz.Turn, code: str) -> list[str]:
    """What the events of a kind say."""
    return [event.text for event in turn.events if event.code == code]


def ledger(turn: hz.Turn, player: str = "Ada") -> dict[str, int]:
    """What each reason has changed in a player's treasury, in hundredths."""
    found: dict[str, int] = {}
    for entry in turn.ledger.entries:
        if entry.empire == player:
            found[entry.reason] = found.get(entry.reason, 0) + entry.amount
    return found


def ship(
    game: Starcluster, owner: str, at: str, fleet: str, hull: str, text: str, of_class: str = "Ship"
) -> Unit:
    """A unit of this design in a new fleet."""
    empire = game.power(owner)
    design = Design(hull_named(hull), read_systems(text))
    unit = add_unit(game, empire, of_class, design, new_fleet(game, empire, at, fleet))
    unit.price = unit.list_price = design.list_price
    return unit
