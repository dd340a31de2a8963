"""Random generation of worlds and lanes, and fairness of a set-up (C2E-1.7, C2E-2.6)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.campaign2e.constants import GRID, LUXURIES_FIXED, WORLDS
from variants.campaign2e.model import Lane, Place, World, place_id
from variants.campaign2e.model.places import distance
from variants.campaign2e.model.worlds import HUB, LUXURIES

#: A set-up with a higher ratio of richest to poorest start is rejected (C2E-1.3-10).
FAIR = 2.0

#: Attempts at a fair set-up; if all fail, the fairest is played.
SETUPS = 40
#: C2E-1.7-03: the types of resource worlds by the die.
TYPES = ("Mining/Ore", "Food", "Fuel", "Manufactured Goods", LUXURIES, HUB)
HUB_REACH, NEIGHBOUR_REACH = 3, 2  # C2E-1.8-02, C2E-1.8-03


def income_spread(incomes: Sequence[int]) -> float:
    """Return the highest of several weekly incomes divided by the lowest."""
    return max(incomes) / min(incomes) if min(incomes) else float("inf")


def roll_hex(at: Place, stream: Stream) -> World | None:
    """Roll the world of a hex; None for an empty hex, which is one in two.

    One in six worlds supplies a resource. Income is 2d5; resource worlds have 3d5, except
    Luxuries, which roll a separate die every week.
    """
    if stream.roll("1d6") > 3:  # C2E-1.7-01
        return None
    # C2E-1.7-02, C2E-1.7-03
    resource = TYPES[stream.roll("1d6") - 1] if stream.roll("1d6") == 1 else ""
    income = stream.roll("2d5")  # C2E-2.6-01
    if resource == LUXURIES:  # C2E-2.6-03
        income += LUXURIES_FIXED
    elif resource:  # C2E-2.6-02
        income += stream.roll("1d5")
    die = LUXURIES_FIXED if resource == LUXURIES else 0  # C2E-2.6-03
    return World(id=place_id(at), at=at, resource=resource, full=income, points=income, die=die)


def roll_grid(stream: Stream) -> list[World]:
    """Roll the worlds of the initial area, by column and row; again if too few or too many.

    (C2E-1.2-01, C2E-1.2-02)
    """
    for attempt in range(1_000):
        rolled = stream.fork("map", attempt)
        worlds = [
            world
            for x in range(1, GRID + 1)
            for y in range(1, GRID + 1)
            if (world := roll_hex((x, y), rolled.fork(x, y))) is not None
        ]
        if WORLDS[0] <= len(worlds) <= WORLDS[1]:
            return worlds
    raise AssertionError("a thousand maps in a row were too full or too empty")


def roll_lanes(worlds: list[World], stream: Stream) -> list[Lane]:
    """Roll all lanes: between hubs, from hubs to near worlds, and from those to their neighbours.

    Each pair of worlds is rolled for at most once, in the order of places; hubs are always
    joined.
    """
    hubs = [world for world in worlds if world.resource == HUB]
    # C2E-1.8-01
    lanes = {_pair(a, b): True for number, a in enumerate(hubs) for b in hubs[number + 1 :]}
    for hub in hubs:  # C2E-1.8-02
        for world in worlds:
            if world.resource != HUB and distance(hub.at, world.at) <= HUB_REACH:
                lanes[_pair(hub, world)] = stream.roll("1d6") <= 2
    near_hubs = {world.id for world in worlds if _hubs_of(world, hubs, lanes)}
    for world in worlds:  # C2E-1.8-03
        if world.resource == HUB or world.id not in near_hubs:
            continue
        for other in worlds:
            is_near = 0 < distance(world.at, other.at) <= NEIGHBOUR_REACH
            if is_near and other.resource != HUB and _pair(world, other) not in lanes:
                lanes[_pair(world, other)] = stream.roll("1d6") <= 2
    return _in_order(worlds, lanes)


def hub_bonus(worlds: list[World], lanes: list[Lane]) -> None:
    """Add a credit to a hub's income for each world whose only hub it is (C2E-2.7-01)."""
    hubs = [world for world in worlds if world.resource == HUB]
    existing = dict.fromkeys(lanes, True)
    for world in worlds:
        if world.resource == HUB:
            continue
        near_hubs = _hubs_of(world, hubs, existing)
        if len(near_hubs) == 1:
            near_hubs[0].full += 1
            near_hubs[0].points += 1


def add_hub_lanes(worlds: list[World], lanes: list[Lane], hub: World, stream: Stream) -> None:
    """Roll the lanes of a hub found beyond the initial area, and add its bonus.

    The hub is joined to every other hub, by die to worlds within three hexes, and those to their
    neighbours; other hubs keep their bonus (C2E-1.1-02).
    """
    hubs = [world for world in worlds if world.resource == HUB]
    joined = dict.fromkeys(lanes, True)
    joined.update({_pair(hub, other): True for other in hubs if other is not hub})  # C2E-1.8-01
    linked = []
    for world in worlds:  # C2E-1.8-02
        is_near = world.resource != HUB and distance(hub.at, world.at) <= HUB_REACH
        if is_near and stream.roll("1d6") <= 2:
            joined[_pair(hub, world)] = True
            linked.append(world)
    for world in linked:
        for other in worlds:
            is_neighbour = 0 < distance(world.at, other.at) <= NEIGHBOUR_REACH
            if is_neighbour and other.resource != HUB and _pair(world, other) not in joined:
                joined[_pair(world, other)] = stream.roll("1d6") <= 2
    lanes[:] = _in_order(worlds, joined)
    only = int_sum(len(_hubs_of(world, hubs, joined)) == 1 for world in linked)  # C2E-2.7-01
    hub.full += only
    hub.points += only


def _in_order(worlds: list[World], lanes: dict[Lane, bool]) -> list[Lane]:
    places = {world.id: world.at for world in worlds}
    return sorted(
        (lane for lane, is_there in lanes.items() if is_there),
        key=lambda lane: (places[lane.a], places[lane.b]),
    )


def _hubs_of(world: World, hubs: list[World], lanes: dict[Lane, bool]) -> list[World]:
    return [hub for hub in hubs if hub is not world and lanes.get(_pair(hub, world), False)]


def _pair(a: World, b: World) -> Lane:
    first, second = sorted((a, b), key=lambda world: world.at)
    return Lane(first.id, second.id)
