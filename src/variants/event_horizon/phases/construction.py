"""Phase 1, Construction: motherships build, ships get names (EH-CON-001 to EH-CON-007)."""

from __future__ import annotations

from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import COMPONENTS, SHIP_BUILT, SHIP_NAMED
from variants.event_horizon.model import Design, Empire, Ship, new_ship, sector_id
from variants.event_horizon.orders import own_ship, own_ships


def run(context: TurnContext) -> None:
    ships = own_ships(context)
    yards = {ship.owner: ship for ship in context.game.ships if ship.mothership}
    for name, order in context.orders_for("BUILD", "NAME"):
        if order.keyword == "NAME":
            _name(context, name, order, ships[name])
        elif name in yards:
            _build(context, context.game.empire(name), order, yards[name], ships[name])
        else:
            message = "only a mothership builds, and yours is lost"
            context.reject(name, order, "no-mothership", message)


def _name(context: TurnContext, empire: str, order: Order, ships: dict[str, Ship]) -> None:
    ship = own_ship(context, empire, order, ships)
    if ship is not None:
        ship.name = order["name"]
        context.emit(SHIP_NAMED, [empire], number=ship.number, name=ship.name)


def _build(
    context: TurnContext, empire: Empire, order: Order, yard: Ship, ships: dict[str, Ship]
) -> None:
    design = Design(order["hull"], order["thrusters"], order["weapons"], order["shields"])
    if not _acceptable(context, empire.id, order, design):
        return
    count: int = order["count"]
    affordable = min(empire.stock[part] // need for part, need in design.cost.items() if need)
    built = min(count, affordable)
    for number in range(1, built + 1):
        ship = new_ship(
            context.game, empire, design, _ship_name(order, number), yard.at, context.turn
        )
        ships[str(ship.number)] = ship
        _pay_and_tell(context, empire, ship)
    if built < count:
        _report_shortage(context, empire, order, design, built)


def _acceptable(context: TurnContext, empire: str, order: Order, design: Design) -> bool:
    if not design.useful:
        message = "a ship needs at least one weapon or thruster"
        context.reject(empire, order, "no-use", message, argument="thrusters")
        return False
    if not design.sound:
        message = f"{design.others} other components need hull {design.least_hull}"
        message += f", not {design.hull}"
        hint = f"raise the hull to {design.least_hull} or leave components out"
        context.reject(empire, order, "hull-too-small", message, hint, "hull")
        return False
    return True


def _ship_name(order: Order, number: int) -> str:
    name: str = order.get("name", "")
    return f"{name} {number}" if name and order["count"] > 1 else name


def _pay_and_tell(context: TurnContext, empire: Empire, ship: Ship) -> None:
    for part, need in ship.design.cost.items():
        context.post(empire, part, -need, f"Built {ship.called}", ("EH-CMP-002",))
    sector = sector_id(ship.at)
    context.emit(
        SHIP_BUILT, [empire.id], place=sector, number=ship.number, name=ship.called, sector=sector
    )


def _report_shortage(
    context: TurnContext, empire: Empire, order: Order, design: Design, built: int
) -> None:
    short = [
        f"{part} (need {design.cost[part]}, have {empire.stock[part]})"
        for part in COMPONENTS
        if design.cost[part] > empire.stock[part]
    ]
    count = order["count"]
    message = f"built {built} of {count}: not enough {', '.join(short)} for another"
    context.reject(
        empire.id,
        order,
        "stock-short",
        message,
        f"order {built}, or wait for income" if built else "wait for income",
        "count",
        "warning" if built else "error",
    )
