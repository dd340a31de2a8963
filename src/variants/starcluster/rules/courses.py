"""MOVE, STOP and DETUNE: orders for courses and drives, and replaced orders (SC-MOV)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.report import counted
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, WarpLink
from variants.starcluster.references import FLEET, known_system, known_systems, warp_point
from variants.starcluster.rules import fleets
from variants.starcluster.rules.charts import is_probed, path_end, shortest_path
from variants.starcluster.rules.fleets import is_overloaded
from variants.starcluster.rules.movement import fleet_speed, halt_fleet, unit_speed

#: Key of a turn's notes: the last order by fleet and kind.
_FLEET_ORDERS = "fleet orders"


def note_fleet_order(
    context: TurnContext[Starcluster], empire: Empire, fleet: Fleet, order: Order, kind: str = ""
) -> None:
    """Record an order for a fleet; warn if it replaces an earlier one.

    Orders replace only others of the same kind: a fleet that moves may bombard on arrival.
    """
    orders: dict[tuple[str, str], Order] = context.notes.setdefault(_FLEET_ORDERS, {})
    earlier = orders.get((fleet.id, kind))
    orders[fleet.id, kind] = order
    if earlier is not None and earlier.text != order.text:
        message = f"this replaces the order {earlier.text} of {fleet.name} in line {earlier.line}"
        hint = "give a fleet only one of these orders a turn"
        context.refuse(empire.id, order, Refusal("replaced", message, hint, "fleet", "warning"))


def forget_fleet_orders(
    context: TurnContext[Starcluster], fleet: Fleet, kind: str | None = None
) -> None:
    """Forget all orders of a fleet, or those of one kind."""
    orders: dict[tuple[str, str], Order] = context.notes.setdefault(_FLEET_ORDERS, {})
    for key in [key for key in orders if key[0] == fleet.id and kind in (None, key[1])]:
        del orders[key]


COURSE = EventKind("fleet.course", "{fleet} sets out for {goal}, {way} away.", ("SC-MOV-004",))
STOPPED = EventKind("fleet.stopped", "{fleet} stops at {place}.", ("SC-MOV-004",))
DETUNED = EventKind("fleet.detuned", "{fleet} {how} its drives.", ("SC-MOV-003",))

_SYSTEM = re.compile(r"C?[0-9]+", re.IGNORECASE)


def move(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """MOVE: to a system by the shortest known route, or along the warp points named."""
    game = context.game
    fleet = order[FLEET]
    must_have_drives(game, empire, fleet)
    words = order.several("route")
    goal = known_system(game, empire, words[0]) if len(words) == 1 else None
    if goal is not None:
        links = shortest_path(game, empire, fleet.at, goal.id)
        if links is None:
            message = f"you know no route from {fleet.at} to {goal.id}"
            raise Refused(Refusal("no-path", message, "PROBE the warp points in between", "route"))
    else:
        links = _path_by_points(game, empire, fleet.at, words)
    if not links:
        raise Refused(Refusal("already-there", f"{fleet.name} is at {fleet.at}", "", "route"))
    fleet.path = [link.number for link in links]
    fleet.scan = None
    note_fleet_order(context, empire, fleet, order)
    context.emit(
        COURSE,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        goal=path_end(fleet.at, links),
        transits=len(links),
        way=counted(len(links), "transit"),
    )


def stop(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """STOP: end a fleet's path, scan, raid and bombardment."""
    fleet = order[FLEET]
    halt_fleet(fleet)
    fleet.scan, fleet.raids, fleet.bombards = None, False, None
    forget_fleet_orders(context, fleet)
    context.emit(STOPPED, empire.readers, place=fleet.at, fleet=fleet.name)


def detune(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """DETUNE: takes effect from the next turn on (SC-MOV-003)."""
    fleet = order[FLEET]
    must_have_drives(context.game, empire, fleet)
    fleets.set_next_tuning(context, fleet, detuned=order["switch"])
    action = "detunes" if order["switch"] else "tunes"
    context.emit(DETUNED, empire.readers, place=fleet.at, fleet=fleet.name, how=action)


def switch_drives(context: TurnContext[Starcluster]) -> None:
    """Apply DETUNE orders at the end of the turn."""
    fleets.apply_tuning(context, context.game.fleets)


def must_have_drives(game: Starcluster, empire: Empire, fleet: Fleet) -> None:
    """Raise Refused if a fleet cannot move, with the reason (SC-MOV-004)."""
    if fleet_speed(game, empire, fleet) > 0:
        return
    units = game.units_in(fleet)
    idle = [
        unit.name for unit in units if not unit.towed_by and not unit_speed(empire, fleet, unit)
    ]
    if not idle and is_overloaded(units):
        message = f"the tractors of {fleet.name} are too weak for its tow"
        raise Refused(Refusal("too-heavy", message, f"TOW {fleet.name} OFF", "fleet"))
    message = f"{', '.join(idle[:5])} cannot move"
    raise Refused(
        Refusal("no-drives", message, "leave them behind with FLEET, or TOW them", "fleet")
    )


def _path_by_points(
    game: Starcluster, empire: Empire, start: str, words: Sequence[str]
) -> list[WarpLink]:
    """The links of a path of warp points, each in the system reached by the previous one."""
    if len(words) == 1 and _SYSTEM.fullmatch(words[0]):
        hint = did_you_mean(words[0], sorted(known_systems(game, empire)))
        raise Refused(Refusal("unknown-system", f"you know no system {words[0]}", hint, "route"))
    links: list[WarpLink] = []
    current = start
    for word, following in zip_longest(words, words[1:]):
        system, link = warp_point(game, empire, word, current, "route")
        if system != current:
            message = f"{word} is in {system}, but the path leads to {current}"
            raise Refused(Refusal("off-route", message, f"name a warp point of {current}", "route"))
        if following and not is_probed(empire, current, link):
            message = f"the destination of {word} is unknown"
            raise Refused(Refusal("not-probed", message, "PROBE it first", "route"))
        links.append(link)
        current = link.other(current)
    return links
