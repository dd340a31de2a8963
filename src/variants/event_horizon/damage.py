"""Errors in a saved game, besides those that the core finds."""

from __future__ import annotations

from collections.abc import Iterator

from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.model import Game, sector_id


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
            yield f"{empire.id} has no stock of a component, or less than nothing"
        if any(ship.number >= empire.next_number for ship in game.ships_of(empire.id)):
            yield f"{empire.id} has a ship with a number that is not used yet"
