"""Invariants of a game of Event Horizon, and errors in saved games."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.sums import int_sum
from horizons_core.turn import VariantRules
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Game, Ship, sector_id, ship_id


def damage(game: Game) -> Iterator[str]:
    """Yield errors of the map, places off it, and missing contacts."""
    side = game.side
    if [sector.at for sector in game.sectors] != [(q, r) for r in range(side) for q in range(side)]:
        yield f"its sectors do not form a map of {side} x {side}"
    if any(sector.id != sector_id(sector.at) for sector in game.sectors):
        yield "two sectors have the same id"
    for name, place in [
        *((ship.id, ship.at) for ship in game.ships),
        *((f"the home of {empire.id}", empire.home) for empire in game.empires),
    ]:
        if not (0 <= place[0] < side and 0 <= place[1] < side):
            yield f"{name} is off the map at {place}"
    for empire in game.empires:
        sighted = {*empire.sighted}
        if len(sighted) < len(empire.sighted) or not sighted <= empire.contacts.keys():
            yield f"{empire.id} sees a ship twice, or one that it has no contact with"
        if len({contact.number for contact in empire.contacts.values()}) < len(empire.contacts):
            yield f"{empire.id} has two contacts of one number"
        if any(empire.stock.get(part, -1) < 0 for part in COMPONENTS):
            yield f"{empire.id} has no stock of a component, or a negative one"
        if any(ship.number >= empire.next_number for ship in game.ships_of(empire.id)):
            yield f"{empire.id} has a ship with a number that is not used yet"


def faults(game: Game, variant: VariantRules) -> list[str]:
    """Return a description of each broken invariant; empty for a sound game."""
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
        minimum = economy.least_hull(ship.design.others)
        yield f"{ship.id} is not a legal ship: {ship.design} (it needs hull {minimum})"
    if not (0 <= ship.at[0] < game.side and 0 <= ship.at[1] < game.side):
        yield f"{ship.id} is off the map at {ship.at}"
