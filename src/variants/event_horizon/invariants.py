"""Invariants of a game of Event Horizon."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.sums import int_sum
from horizons_core.turn import VariantRules
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Game, Ship, ship_id


def faults(game: Game, variant: VariantRules) -> list[str]:
    """Return all broken invariants, in words; empty for a sound game."""
    economy: Mining = variant.economy
    messages = [fault for ship in game.ships for fault in _ship_faults(game, ship, economy)]
    ids = [ship.id for ship in game.ships]
    if len(set(ids)) != len(ids):
        messages.append("two ships have one id")
    owners = {empire.id for empire in game.empires}
    messages += [
        f"{ship.id} has no owner in the game" for ship in game.ships if ship.owner not in owners
    ]
    for empire in game.empires:
        messages += [
            f"{empire.id} has a negative stock of {part}"
            for part in economy.accounts
            if empire.stock.get(part, 0) < 0
        ]
        if int_sum(ship.mothership for ship in game.ships_of(empire.id)) > 1:
            messages.append(f"{empire.id} has two motherships")
    return messages


def _ship_faults(game: Game, ship: Ship, economy: Mining) -> Iterator[str]:
    if ship.id != ship_id(ship.owner, ship.number):
        yield f"{ship.id} is not the id of {ship.owner}'s ship {ship.number}"
    if min(ship.hull, ship.thrusters, ship.weapons, ship.shields, ship.points) < 0:
        yield f"{ship.id} has a negative number of something"
    if not economy.is_legal(ship.design):
        least = economy.least_hull(ship.design.others)
        yield f"{ship.id} is not a legal ship: {ship.design} (it needs hull {least})"
    if not (0 <= ship.at[0] < game.side and 0 <= ship.at[1] < game.side):
        yield f"{ship.id} is off the map at {ship.at}"
