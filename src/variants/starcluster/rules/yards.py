"""Yards: work of SY, SYM and MS modules in a turn (SC-YRD-001, SC-YRD-002)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.errors import did_you_mean
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import ShipSystem as Part
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster, Unit
from variants.starcluster.references import own_fleet, own_unit
from variants.starcluster.rules.damage import working_systems
from variants.starcluster.rules.hostility import armed_enemies
from variants.starcluster.rules.movement import TRANSITS
from variants.starcluster.rules.pool import pool_service

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


def yards_of(context: TurnContext, empire: Empire) -> list[YardCapacity]:
    """An empire's yards with their present capacity (SC-YRD-001, SC-YRD-002, SC-LOG-006).

    Freighters serve older units first. An SYM works only in a ship that has stayed in one system
    all turn, without an armed enemy there.
    """
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
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


def own_yard(context: TurnContext, empire: Empire, order: Order, argument: str) -> Unit:
    """The unit with SY or SYM named by an argument, or one of the fleet named; raises Refused."""
    units = _units_named(context, empire, order, argument)
    for code in ("SY", "SYM"):
        for unit in units:
            if unit.design.count(code):
                return unit
    message = f"{order[argument]} has no SY or SYM"
    raise Refused(Refusal("no-yard", message, "name a station with SY, such as Yard-1", argument))


def _units_named(
    context: TurnContext, empire: Empire, order: Order, argument: str
) -> Sequence[Unit]:
    """The unit named by an argument, or the units of the fleet named; raises Refused."""
    game: Starcluster = context.game
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


def work_left(context: TurnContext, empire: Empire) -> dict[str, float]:
    """Hull spaces of work left by yard (see `pool_of`) after repairs."""
    work: dict[str, float] = {}
    for yard in yards_of(context, empire):
        pool = pool_of(yard.unit)
        work[pool] = work.get(pool, 0) + yard.works
    for pool, used in reserved(context).items():
        if pool in work:
            work[pool] = max(0, work[pool] - used)
    return work


def reserved(context: TurnContext) -> dict[str, float]:
    """Work of yards reserved for repairs this turn, by `pool_of` (SC-YRD-004)."""
    reservations: dict[str, float] = context.notes.setdefault(_RESERVED, {})
    return reservations
