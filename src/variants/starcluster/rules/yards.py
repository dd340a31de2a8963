"""Yards and their work in a turn; REPAIR and BUILD CRAFT (SC-YRD, SC-DES-009)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import cast

from attrs import frozen

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum, ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import ShipSystem as Part
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.economy import economy_of
from variants.starcluster.model import Empire, Starcluster, Unit
from variants.starcluster.references import FLEET, own_fleet, own_unit
from variants.starcluster.rules.logistics import pool_service
from variants.starcluster.rules.movement import TRANSITS
from variants.starcluster.rules.relations import armed_enemies
from variants.starcluster.rules.treasury import pay
from variants.starcluster.rules.units import working_systems

#: Hull spaces of work of an SY in a turn (SC-YRD-001).
SY_WORK = 12
#: Hull spaces of work of an SYM in a turn (SC-YRD-002).
SYM_WORK = 6
#: Points repaired by an MS in a turn (SC-YRD-004).
MS_POINTS = 4
#: Key of a turn's notes: freighters of yards sold by the liquidation, by empire.
SOLD = "sold"
_RESERVED = "reserved"


@frozen
class YardCapacity:
    """The work of a unit's modules in a turn.

    Attributes:
        unit: the unit with the modules.
        at: the id of its system.
        works: hull spaces of work.
        repairs: points repaired by its machine shops in addition.
    """

    unit: Unit
    at: str
    works: int
    repairs: int


def yards_of(context: TurnContext[Starcluster], empire: Empire) -> list[YardCapacity]:
    """An empire's yards with their present capacity (SC-YRD-001, SC-YRD-002, SC-LOG-006).

    Freighters serve older units first. An SYM works only in a ship that has stayed in one system
    all turn, without an armed enemy there.
    """
    game = context.game
    economy = economy_of(context)
    served = pool_service(game, empire, economy, context.notes.get(SOLD, {}).get(empire.id, 0))
    left = {"SY": served.yards, "SYM": served.mobile_yards, "MS": served.shops}
    moved = {transit.fleet for transit in context.notes.get(TRANSITS, ())}
    yards: list[YardCapacity] = []
    for unit in game.units_of(empire.id):
        parts = _served(unit, left)
        if not parts:
            continue
        at = game.fleet(unit.fleet).at
        stays = unit.fleet not in moved and not armed_enemies(game, empire, at)
        works = int_sum(_work(part) for part in parts if part.code == "SY" or stays)
        repairs = MS_POINTS * int_sum(part.code == "MS" for part in parts)
        yards.append(YardCapacity(unit, at, works, repairs))
    return yards


def _served(unit: Unit, left: dict[str, int]) -> list[Part]:
    """The working modules of a unit with freighter service, while freighters last."""
    if not any(part.code in left for part in unit.design.systems):
        return []
    modules: list[Part] = []
    for part in working_systems(unit):
        if left.get(part.code, 0):
            left[part.code] -= 1
            modules.append(part)
    return modules


def _work(part: Part) -> int:
    """Hull spaces of work of one module, rounded down (SC-DES-003)."""
    work = {"SY": SY_WORK, "SYM": SYM_WORK}.get(part.code, 0)
    return work * factor_tenths(part.generation) // 10


def own_yard(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> Unit:
    """The unit with SY or SYM named by an argument, or one of the fleet named; raises Refused."""
    units = _units_named(context, empire, order, argument)
    for code in ("SY", "SYM"):
        for unit in units:
            if unit.design.count(code):
                return unit
    message = f"{order[argument]} has no SY or SYM"
    raise Refused(Refusal("no-yard", message, "name a station with SY, such as Yard-1", argument))


def _units_named(
    context: TurnContext[Starcluster], empire: Empire, order: Order, argument: str
) -> Sequence[Unit]:
    """The unit named by an argument, or the units of the fleet named; raises Refused."""
    game = context.game
    try:
        return [own_unit(context, empire, order, argument)]
    except Refused:
        pass
    try:
        return game.units_in(own_fleet(context, empire, order, argument))
    except Refused as refused:
        yards = [unit.name for unit in game.units_of(empire.id) if _has_yard(unit)]
        hint = did_you_mean(order[argument], yards) if yards else "you have no yard"
        message = f"you have no yard {order[argument]}"
        raise Refused(Refusal("no-yard", message, hint, argument)) from refused


def _has_yard(unit: Unit) -> bool:
    return any(unit.design.count(code) for code in ("SY", "SYM"))


def pool_of(unit: Unit) -> str:
    """The pool of a yard's work: a station by itself, ships with the others of their fleet."""
    return unit.id if unit.design.count("SY") else unit.fleet


def work_left(context: TurnContext[Starcluster], empire: Empire) -> dict[str, float]:
    """Hull spaces of work left by yard (see `pool_of`) after repairs."""
    work: dict[str, float] = {}
    for yard in yards_of(context, empire):
        pool = pool_of(yard.unit)
        work[pool] = work.get(pool, 0) + yard.works
    for pool, used in reserved(context).items():
        if pool in work:
            work[pool] = max(0, work[pool] - used)
    return work


def reserved(context: TurnContext[Starcluster]) -> dict[str, float]:
    """Work of yards reserved for repairs this turn, by `pool_of` (SC-YRD-004)."""
    reservations: dict[str, float] = context.notes.setdefault(_RESERVED, {})
    return reservations


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


def repair(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """REPAIR: as much as the yards and shops of the system can do and the treasury can pay.

    Shops, which build nothing, work first; work of yards on repairs is not available for
    construction.
    """
    game = context.game
    economy = economy_of(context)
    fleet = order[FLEET]
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
        repaired = min(lost, points)
        planned[unit] = planned.get(unit, 0.0) + repaired
        points -= repaired
    context.emit(
        REPAIRING,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        points=cost / MC / economy.repair,
        mc=cost / MC,
    )


def carry_out_repairs(context: TurnContext[Starcluster]) -> None:
    """Restore points that were paid for, in reverse order of loss."""
    planned: dict[str, float] = context.notes.get(_PLANNED, {})
    for unit in context.game.units:
        points = planned.get(unit.id, 0.0)
        if points:
            restore_points(unit, points)
            owner = cast(Empire, context.game.power(unit.owner))  # a unit's owner is in the game
            context.emit(REPAIRED, owner.readers, unit=unit.name, points=round(points / TENTHS, 2))


def restore_points(unit: Unit, points: float) -> None:
    """Restore tenths of points to a unit, from its last damaged system on."""
    for number in reversed(range(len(unit.lost))):
        repaired = min(points, unit.lost[number])
        unit.lost[number] -= repaired
        points -= repaired
        if unit.lost[number] < DUST:
            unit.lost[number] = 0.0
    if not any(unit.lost):
        unit.lost = []


def buy_craft(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """BUILD CRAFT: for ships with room in their bays, at a colony of the empire (SC-DES-009)."""
    game = context.game
    economy = economy_of(context)
    fleet = order[FLEET]
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


def _repair_capacity(
    context: TurnContext[Starcluster], empire: Empire, at: str
) -> dict[str, float]:
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


def _reserve(context: TurnContext[Starcluster], means: dict[str, float], points: float) -> None:
    used: dict[str, float] = context.notes.setdefault(_SHOPS, {})
    for number, (key, maximum) in enumerate(means.items()):
        share = min(points, maximum)
        points -= share
        if number:
            reserved(context)[key] = reserved(context).get(key, 0.0) + share
        else:
            used[key] = used.get(key, 0.0) + share
