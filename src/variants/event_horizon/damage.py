"""What in a saved game does not fit together."""

from __future__ import annotations

from collections.abc import Iterator

from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.model import Game, sector_id


def damage(game: Game) -> Iterator[str]:
    """Name what does not fit together: the map, places off it, and forgotten contacts."""
    side = game.side
    if [sector.at for sector in game.sectors] != [(q, r) for r in range(side) for q in range(side)]:
        yield f"its sectors are no map of {side} x {side}"
    if any(sector.id != sector_id(sector.at) for sector in game.sectors):
        yield "a sector has the id of another"
    for thing, at in [
        *((ship.id, ship.at) for ship in game.ships),
        *((f"the home of {empire.id}", empire.home) for empire in game.empires),
    ]:
        if not (0 <= at[0] < side and 0 <= at[1] < side):
            yield f"{thing} is off the map at {at}"
    for empire in game.empires:
        sighted = {*empire.sighted}
        if len(sighted) < len(empire.sighted) or not sighted <= empire.contacts.keys():
            yield f"{empire.id} sees a ship twice, or one that it has no contact with"
        if len({seen.number for seen in empire.contacts.values()}) < len(empire.contacts):
            yield f"{empire.id} has two contacts of one number"
        if any(empire.stock.get(part, -1) < 0 for part in COMPONENTS):
            yield f"{empire.id} has no stock of a component, or less than nothing"
        if any(ship.number >= empire.next_number for ship in game.ships_of(empire.id)):
            yield f"{empire.id} has a ship of a number that is still to come"
