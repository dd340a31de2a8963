"""REPAIR and BUILD CRAFT: work on existing units (SC-YRD-004, SC-DES-009)."""

from __future__ import annotations

from math import floor

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Fleet, Starcluster, Unit
from variants.starcluster.rules.purchases import pay
from variants.starcluster.rules.yards import pool_of, reserved, work_left, yards_of

REPAIRING = EventKind(
    "fleet.repairing",
    "{points} points of {fleet} will be repaired for {mc:,.2f} MC.",
    ("SC-YRD-004",),
)
REPAIRED = EventKind("unit.repaired", "{points} points of {unit} are repaired.", ("SC-YRD-004",))
CRAFT = EventKind("craft.bought", "{number} {craft} for {fleet}: {mc:,.2f} MC.", ("SC-DES-009",))

#: Tenths in a point of damage.
TENTHS = 10
#: Errors of rounding are smaller than this.
DUST = 1e-9
#: Keys of a turn's notes: planned repairs by unit in tenths; work used of shops by system.
_PLANNED, _SHOPS = "repairs", "shops"


def repair(context: TurnContext, empire: Empire, order: Order) -> None:
    """REPAIR: as much as the yards and shops of the system can do and the treasury can pay.

    Shops, which build nothing, work first; work of yards on repairs is lost for construction.
    """
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    fleet: Fleet = order["fleet"]
    planned: dict[str, float] = context.notes.setdefault(_PLANNED, {})
    damaged = {
        unit.id: ordered_sum(unit.lost) - planned.get(unit.id, 0.0) for unit in game.units_in(fleet)
    }
    requested = min(
        ordered_sum(damaged.values()), TENTHS * order.get("points", ordered_sum(damaged.values()))
    )
    if requested <= 0:
        raise Refused(
            Refusal("undamaged", f"{fleet.name} has no damage", "remove this order", "fleet")
        )
    means = _repair_capacity(context, empire, fleet.at)
    able = min(requested, TENTHS * ordered_sum(means.values()))
    if able <= 0:
        message = f"no yard or shop of yours at {fleet.at} can repair any more"
        raise Refused(Refusal("no-yard", message, "bring it to another one", "fleet"))
    price = MC * economy.repair / TENTHS
    points = min(able, empire.stock[TREASURY] / price)
    cost = floor((points or able) * price + 0.5)
    pay(context, empire, cost, f"repairs of {fleet.name}", ("SC-YRD-004",))
    _reserve(context, means, points / TENTHS)
    for unit, lost in damaged.items():
        mended = min(lost, points)
        planned[unit] = planned.get(unit, 0.0) + mended
        points -= mended
    context.emit(
        REPAIRING,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        points=cost / MC / economy.repair,
        mc=cost / MC,
    )


def carry_out_repairs(context: TurnContext) -> None:
    """Restore points that were paid for, in reverse order of loss."""
    planned: dict[str, float] = context.notes.get(_PLANNED, {})
    for unit in context.game.units:
        points = planned.get(unit.id, 0.0)
        if points:
            restore_points(unit, points)
            owner = context.game.power(unit.owner)
            context.emit(REPAIRED, owner.readers, unit=unit.name, points=round(points / TENTHS, 2))


def restore_points(unit: Unit, points: float) -> None:
    """Restore tenths of points to a unit, from its last damaged system on."""
    for number in reversed(range(len(unit.lost))):
        mended = min(points, unit.lost[number])
        unit.lost[number] -= mended
        points -= mended
        if unit.lost[number] < DUST:
            unit.lost[number] = 0.0
    if not any(unit.lost):
        unit.lost = []


def buy_craft(context: TurnContext, empire: Empire, order: Order) -> None:
    """BUILD CRAFT: for ships with room in their bays, at an own colony (SC-DES-009)."""
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    fleet: Fleet = order["fleet"]
    number: int = order["number"]
    craft: str = order["craft"]
    if game.place(fleet.at).owner != empire.id:
        message = f"{fleet.name} is at {fleet.at}, which is not a colony of yours"
        raise Refused(Refusal("not-at-home", message, "bring it to a colony", "fleet"))
    if craft == "CD" and not empire.has("CD"):
        raise Refused(Refusal("not-developed", "CD is not developed", "DEVELOP CD first", "craft"))
    units = game.units_in(fleet)
    room = int_sum(room_for(unit, craft) for unit in units)
    if number > room:
        message = f"{fleet.name} has room for only {room} {craft}"
        raise Refused(Refusal("no-room", message, "order fewer", "number"))
    price = MC * economy.craft[craft] * number
    pay(context, empire, price, f"{number} {craft}", ("SC-DES-009",))
    for unit in units:
        loaded = min(number, room_for(unit, craft))
        number -= loaded
        _take_aboard(unit, craft, loaded)
    context.emit(
        CRAFT,
        empire.readers,
        place=fleet.at,
        number=order["number"],
        craft=craft,
        fleet=fleet.name,
        mc=price / MC,
    )


def room_for(unit: Unit, craft: str) -> int:
    """Room for more craft of a kind: a bay holds a shuttle or two gigs, a hold four drones.

    (SC-DES-009)
    """
    if craft == "CD":
        return 4 * unit.design.count("H") - unit.drones
    halves = 2 * unit.design.count("Bsa") - 2 * unit.shuttles - unit.gigs
    return halves // 2 if craft == "ST" else halves


def _take_aboard(unit: Unit, craft: str, number: int) -> None:
    if craft == "ST":
        unit.shuttles += number
    elif craft == "GIG":
        unit.gigs += number
    else:
        unit.drones += number


def _repair_capacity(context: TurnContext, empire: Empire, at: str) -> dict[str, float]:
    """Repair capacity in a system in points, in order of use."""
    yards = [yard for yard in yards_of(context, empire) if yard.at == at]
    used: dict[str, float] = context.notes.setdefault(_SHOPS, {})
    key = f"{empire.id}@{at}"
    means = {key: int_sum(yard.repairs for yard in yards) - used.get(key, 0.0)}
    left = work_left(context, empire)
    for stations in (False, True):
        for yard in yards:
            if bool(yard.unit.design.count("SY")) == stations:
                means[pool_of(yard.unit)] = left[pool_of(yard.unit)]
    return means


def _reserve(context: TurnContext, means: dict[str, float], points: float) -> None:
    used: dict[str, float] = context.notes.setdefault(_SHOPS, {})
    for number, (key, most) in enumerate(means.items()):
        share = min(points, most)
        points -= share
        if number:
            reserved(context)[key] = reserved(context).get(key, 0.0) + share
        else:
            used[key] = used.get(key, 0.0) + share
