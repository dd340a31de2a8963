"""Phase 1, Construction: motherships build ships, and players name them.

Only the mothership builds (EH-CON-001), before ships move (EH-CON-005). A ship needs hull
(EH-CON-002) and a weapon or thruster (EH-CON-003); a single thruster is enough (EH-CON-004). It is
paid from the stock (EH-CON-006), and starts as a new ship (EH-CON-007). An empire that has lost its
mothership plays on but builds no more (EH-VIC-002). Orders are carried out in the order in which
they are written.
"""

from __future__ import annotations

from typing import cast

from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SHIP_BUILT, SHIP_NAMED
from variants.event_horizon.economy import economy_of
from variants.event_horizon.model import Design, Empire, Game, Ship, new_ship, sector_id
from variants.event_horizon.rules.moves import SHIP


def name_ship(context: TurnContext[Game], empire: Empire, order: Order) -> None:
    """NAME: give one of the empire's ships a name that only its owner sees (EH-ORD-004)."""
    ship = order[SHIP]
    ship.name = order["name"]
    context.emit(SHIP_NAMED, [empire.id], number=ship.number, name=ship.name)


def has_mothership(context: TurnContext[Game], empire: Empire, _: Order) -> Refusal | None:
    """Check of BUILD: only a mothership builds (EH-CON-001, EH-VIC-002)."""
    if context.game.mothership(empire.id) is None:
        return Refusal("no-mothership", "only a mothership builds, and yours is lost")
    return None


def has_weapon_or_thruster(context: TurnContext[Game], _: Empire, order: Order) -> Refusal | None:
    """Check of BUILD: the ship has a weapon or a thruster (EH-CON-003)."""
    if not economy_of(context).is_useful(design_of(order)):
        message = "a ship needs at least one weapon or thruster"
        return Refusal("useless-ship", message, argument="thrusters")
    return None


def has_enough_hull(context: TurnContext[Game], _: Empire, order: Order) -> Refusal | None:
    """Check of BUILD: the hull holds the other components together (EH-CON-002)."""
    design, economy = design_of(order), economy_of(context)
    if economy.is_sound(design):
        return None
    minimum = economy.least_hull(design.others)
    message = f"{design.others} other components need hull {minimum}, not {design.hull}"
    hint = f"raise the hull to {minimum} or leave components out"
    return Refusal("hull-too-small", message, hint, "hull")


def has_stock_for_one(context: TurnContext[Game], empire: Empire, order: Order) -> Refusal | None:
    """Check of BUILD: the stock pays for one ship at least (EH-CON-006)."""
    if economy_of(context).affordable(design_of(order), empire.stock, 1):
        return None
    return _shortage(context, empire, order, built=0)


def build(context: TurnContext[Game], empire: Empire, order: Order) -> None:
    """BUILD: build as many of the ships as the stock pays for (EH-CON-006)."""
    design, count = design_of(order), order["count"]
    yard = cast(Ship, context.game.mothership(empire.id))  # has_mothership has checked it
    built = economy_of(context).affordable(design, empire.stock, count)
    for number in range(1, built + 1):
        name = _ship_name(order, number)
        ship = new_ship(context.game, empire, design, name, yard.at, context.turn)
        _pay_and_report(context, empire, ship)
    if built < count:
        context.refuse(empire.id, order, _shortage(context, empire, order, built))


def design_of(order: Order) -> Design:
    """Return the components in a BUILD order."""
    return Design(order["hull"], order["thrusters"], order["weapons"], order["shields"])


def _ship_name(order: Order, number: int) -> str:
    """Return a ship's name; several of one order are numbered 1, 2, ... (EH-ORD-002)."""
    name: str = order.get("name", "")
    return f"{name} {number}" if name and order["count"] > 1 else name


def _pay_and_report(context: TurnContext[Game], empire: Empire, ship: Ship) -> None:
    """Take the components of a new ship from the stock (EH-CMP-002), and report the ship."""
    for part, need in economy_of(context).cost(ship.design).items():
        context.post(empire, part, -need, f"Built {ship.called}", ("EH-CMP-002",))
    sector = sector_id(ship.at)
    context.emit(
        SHIP_BUILT, [empire.id], place=sector, number=ship.number, name=ship.called, sector=sector
    )


def _shortage(context: TurnContext[Game], empire: Empire, order: Order, built: int) -> Refusal:
    """Return the shortage for another ship: a warning if some are built."""
    short = [
        f"{part} (need {need}, have {empire.stock[part]})"
        for part, need in economy_of(context).cost(design_of(order)).items()
        if need > empire.stock[part]
    ]
    message = f"built {built} of {order['count']}: not enough {', '.join(short)} for another"
    return Refusal(
        "insufficient-stock",
        message,
        f"order {built}, or wait for income" if built else "wait for income",
        "count",
        "warning" if built else "error",
    )
