"""Step 3, movement: all groups move simultaneously (C2E-15.4-01, C2E-5).

There are no meetings in FTL: contact occurs only at the ends of moves (C2E-5.3-01).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.model import (
    Campaign,
    Departure,
    Place,
    TaskGroup,
    World,
    place_id,
    place_of,
)
from variants.campaign2e.references import GROUP, WORLD, Sender
from variants.campaign2e.rules import counters, postures, umpire_forces
from variants.campaign2e.rules.fleets import audience_of
from variants.campaign2e.rules.jumps_and_lanes import (
    can_jump_to,
    lane_path,
    open_part,
    path_via,
    stranded,
)
from variants.campaign2e.rules.supply import must_come_nearer

MOVED = EventKind("group.moved", "{group} jumps from {start} to {place}.", ("C2E-5.1-01",))
TRAVELLED = EventKind(
    "group.travelled", "{group} travels along the lane from {start} to {place}.", ("C2E-5.2-01",)
)
CUT_SHORT = EventKind(
    "group.cut_short",
    "{group} stops at {place}: the lane beyond is blocked at {block}.",
    ("C2E-5.4-02",),
)

#: In a turn's notes: plotted moves by group.
_PLOTTED = "moves plotted"


@frozen
class PlottedMove:
    """A plotted move: its hexes, including start and end, and its order."""

    path: tuple[Place, ...]
    order: Order
    by_lane: bool = False
    block: str = ""


def plot_jump(context: TurnContext[Campaign], player: Sender, order: Order) -> None:
    """MOVE: plot a jump; the last order for a group counts."""
    group, end = order[GROUP], order["place"]
    _must_be_free(group)
    if end == group.at:
        raise Refused(Refusal("same-hex", f"{group.name} is already at {place_id(end)}"))
    if not can_jump_to(context.game, group.at, end):
        raise Refused(_out_of_reach(context.game, group, end))
    must_come_nearer(context.game, group, end)
    _must_jump(context, group)
    _plot(context, player, group, PlottedMove((group.at, end), order))  # C2E-1.5-05


def plot_lane(context: TurnContext[Campaign], player: Sender, order: Order) -> None:
    """LANE: plot a journey along lanes via the given worlds (C2E-5.2-01, C2E-5.4-02).

    The route uses only worlds known to the sender, so as not to reveal others.
    """
    game = context.game
    group = order[GROUP]
    _must_be_free(group)
    start = game.world_at(group.at)
    if start is None:
        message = f"{group.name} is at {place_id(group.at)}, where there is no world"
        raise Refused(Refusal("no-lane", message, "MOVE it to a world on a lane first", "group"))
    stops: list[World] = [start, *order.get("via", ()), order[WORLD]]
    known = {world.id for world in references.known_worlds(context, player)}
    path = path_via(game, [world.id for world in stops], known.__contains__)
    if path is None or len(path) < 2:
        message = f"no lane leads from {start.id} to {order['world'].id}"
        raise Refused(Refusal("no-lane", message, "lanes are shown on the map", "world"))
    _must_jump(context, group)
    worlds = {world.id: world for world in game.worlds}
    open_route = open_part(path, lambda name: worlds[name].is_blocked)
    block = next((name for name in path if worlds[name].is_blocked), "")
    hexes = tuple(worlds[name].at for name in open_route)
    must_come_nearer(game, group, hexes[-1])
    _plot(context, player, group, PlottedMove(hexes, order, by_lane=True, block=block))


def hold(context: TurnContext[Campaign], player: Sender, order: Order) -> None:
    """HOLD: keep the group in place, cancelling an earlier move order (C2E-5.1-01)."""
    group = order[GROUP]
    _must_be_free(group)
    _plot(context, player, group, PlottedMove((group.at,), order))


def _must_be_free(group: TaskGroup) -> None:
    """Raise Refused for a group whose move is fixed (C2E-17.4-01, C2E-18.2-01)."""
    if group.departure is not None:
        message = f"{group.name} withdraws to {place_id(group.departure.to)} this week"
        raise Refused(Refusal("move-fixed", message, "give this order next week", "group"))


def _must_jump(context: TurnContext[Campaign], group: TaskGroup) -> None:
    """Raise Refused unless all ships of a group can move (C2E-5.1-03)."""
    game = context.game
    immobile = stranded(game.ships_in(group.id), tows_defences=not game.plays_by("1.1.0"))
    if not immobile:
        return
    names = ", ".join(ship.name for ship in immobile)
    if group.defence:
        message = f"{group.name} cannot jump: {names} cannot leave the world that they defend"
        raise Refused(
            Refusal("no-ftl", message, "SPLIT off the other ships and MOVE them", "group")
        )
    message = f"{group.name} cannot jump: {names} without a working FTL drive"
    raise Refused(Refusal("no-ftl", message, "SPLIT them off first", "group"))


def _out_of_reach(game: Campaign, group: TaskGroup, end: Place) -> Refusal:
    target = place_id(end)
    if game.world_at(end) is None:
        message = f"{target} has no world and is more than one hex from {place_id(group.at)}"
    elif game.world_at(group.at) is None:
        message = f"from an empty hex you can only jump to its neighbours, not to {target}"
    else:
        message = f"{target} is more than two hexes from {place_id(group.at)}"
    return Refusal("out-of-reach", message, "go there in several jumps, or by LANE", "place")


def _plot(
    context: TurnContext[Campaign], player: Sender, group: TaskGroup, plot: PlottedMove
) -> None:
    plotted: dict[str, PlottedMove] = context.notes.setdefault(_PLOTTED, {})
    earlier = plotted.get(group.id)
    if earlier is not None:
        message = f"a later order moves {group.name} and replaces this one"
        context.reject(player.id, earlier.order, "moved-twice", message, severity="warning")
    plotted[group.id] = plot


def run(context: TurnContext[Campaign]) -> None:
    """Carry out all plotted moves and fixed departures simultaneously (C2E-15.4-01)."""
    game = context.game
    if game.plays_by("1.1.0"):
        counters.remove_unjustified_dummies(game)  # orders may have regrouped ships
    context.carry_out()
    plotted: dict[str, PlottedMove] = context.notes.pop(_PLOTTED, {})
    for group in game.groups:
        plot = plotted.get(group.id)
        departure = group.departure
        if departure is not None:
            group.entry_speed, group.entry_formation = departure.speed, departure.formation
            group.departure = None
            hexes = _route_of(game, group.at, departure)
            _go(context, group, hexes, by_lane=departure.by_lane)
        elif plot is not None and len(plot.path) > 1:
            _go(context, group, plot.path, by_lane=plot.by_lane)
        if plot is not None and plot.block:
            context.notes.setdefault(postures.CUT_SHORT, set()).add(group.id)
            context.emit(
                CUT_SHORT,
                audience_of(group.owner),
                place=place_id(group.at),
                group=group.name,
                block=plot.block,
            )
    if game.plays_by("1.1.0"):
        _leave_defences(game)
    counters.move_dummies(context)
    if not context.forecast:
        umpire_forces.update_punitive_forces(context)
        umpire_forces.update_pirates(context)
    counters.set_counters(context)


def _leave_defences(game: Campaign) -> None:
    """Record which ships have moved; moved defence units become ordinary ships (C2E-8.1-03)."""
    moved = {group.id: group for group in game.groups if group.came_from is not None}
    for ship in game.ships:
        if ship.group in moved:
            ship.moved, ship.defence = game.week, False
            moved[ship.group].defence = False


def _route_of(game: Campaign, start: Place, departure: Departure) -> list[Place]:
    """Return the hexes of a departure; later blocks do not stop it (C2E-17.4-01)."""
    ends = game.world_at(start), game.world_at(departure.to)
    if departure.by_lane and ends[0] is not None and ends[1] is not None:
        path = lane_path(game, ends[0].id, ends[1].id)
        if path is not None:
            return [place_of(name) for name in path]
    return [start, departure.to]


def _go(
    context: TurnContext[Campaign], group: TaskGroup, path: Sequence[Place], *, by_lane: bool
) -> None:
    """Move a group to the end of its path, which it enters from the previous hex.

    Its postures end.
    """
    start, end = path[0], path[-1]
    group.came_from, group.at, group.by_lane = path[-2], end, by_lane  # C2E-17.8-01
    # C2E-6.1-01, C2E-7.2-01
    group.posture, group.engage, group.land, group.peacekeep = "", False, False, False
    context.emit(
        TRAVELLED if by_lane else MOVED,
        audience_of(group.owner),
        place=place_id(end),
        group=group.name,
        start=place_id(start),
    )
