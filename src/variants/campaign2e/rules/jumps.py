"""Jumps: destinations, and ships that can jump (C2E-5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.sums import int_sum
from variants.campaign2e.constants import JUMP
from variants.campaign2e.model import Campaign, Place, Ship
from variants.campaign2e.model.places import distance, neighbours, place_id, within


def can_jump_to(game: Campaign, start: Place, end: Place) -> bool:
    """Return whether a jump leads from a hex to another (C2E-5.1-01, C2E-5.1-02).

    A jump reaches any neighbour; between worlds it can pass over one hex.
    """
    steps = distance(start, end)
    if steps <= 1:
        return steps == 1
    both = game.world_at(start) is not None and game.world_at(end) is not None
    return steps <= JUMP and both


def jumps_from(game: Campaign, start: Place) -> list[Place]:
    """Return the destinations of a jump, by column and row."""
    nearby = neighbours(start)
    worlds = {world.id for world in game.worlds}
    if place_id(start) not in worlds:
        return sorted(nearby)
    return sorted(
        at for at in within(start, JUMP) if at != start and (at in nearby or place_id(at) in worlds)
    )


def stranded(ships: Sequence[Ship], *, tows_defences: bool = False) -> list[Ship]:
    """Return the ships that prevent a group from jumping (C2E-5.1-03).

    Ships with tug drives tow ships without a working FTL drive up to their capacity, the lightest
    first. Fixed units cannot be towed; before 1.1.0 defence units without FTL drive could.
    """
    unable = sorted((ship for ship in ships if not ship.can_jump), key=lambda s: s.design.mass)
    room = int_sum(ship.design.towing for ship in ships if ship.can_jump)
    remaining = []
    for ship in unable:
        stays = ship.bound if tows_defences else ship.is_fixed
        if stays or ship.design.mass > room:  # C2E-8.1-03, C2E-8.2-02
            remaining.append(ship)
        else:
            room -= ship.design.mass
    return remaining
