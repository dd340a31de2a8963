"""Hexes beyond the initial area: generated once, at the first approach (C2E-1.1-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import GRID, SIGHT
from variants.campaign2e.model import Campaign, Place, place_id
from variants.campaign2e.model.places import within
from variants.campaign2e.model.worlds import HUB
from variants.campaign2e.setup.worlds import add_hub_lanes, roll_hex

FOUND = EventKind("world.found", "There is a world at {place}.", ("C2E-1.1-02",))

#: Function that returns the random stream of a hex.
Dice = Callable[[Place], Stream]


def is_in_grid(at: Place) -> bool:
    """Return whether a hex lies in the initial area (C2E-1.2-01)."""
    return all(1 <= number <= GRID for number in at)


def run(context: TurnContext) -> None:
    """Generate the hexes near groups and dummies, and report worlds to players with ships near.

    A dummy triggers generation as a group does, to remain unrecognized; it reports nothing to its
    owner (C2E-1.1-02, C2E-15.2-01).
    """
    game: Campaign = context.game
    places = {group.at for group in game.groups} | {dummy.at for dummy in game.dummies}
    hexes = {at for place in places for at in within(place, SIGHT)}
    explore(game, hexes, lambda at: context.stream("hex", *at))
    worlds = {world.id for world in game.worlds}
    for player in game.empires:
        known = set(player.explored)
        visible = {at for group in game.groups_of(player.id) for at in within(group.at, SIGHT)}
        new = sorted(at for at in visible if not is_in_grid(at) and place_id(at) not in known)
        player.explored += [place_id(at) for at in new]
        for at in new:
            if place_id(at) in worlds:
                context.emit(FOUND, [player.id], place=place_id(at))


def explore(game: Campaign, places: Iterable[Place], dice: Dice) -> None:
    """Generate those of the given outer hexes that do not exist yet (C2E-1.1-02).

    Contents are rolled as in the initial area. A hub gets its lanes and its bonus at once; other
    worlds get no lanes.
    """
    existing = {*game.explored, *(world.id for world in game.worlds)}
    new = sorted({at for at in places if not is_in_grid(at) and place_id(at) not in existing})
    hubs = []
    for at in new:
        game.explored.append(place_id(at))
        world = roll_hex(at, dice(at))
        if world is not None:
            game.worlds.append(world)
            if world.resource == HUB:
                hubs.append(world)
    game.worlds.sort(key=lambda world: world.at)
    for hub in hubs:
        add_hub_lanes(game.worlds, game.lanes, hub, dice(hub.at).fork("lanes"))
