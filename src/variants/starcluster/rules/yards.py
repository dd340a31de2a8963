"""Yards: what modules of SY, SYM and MS can do in a turn (SC-YRD-001, SC-YRD-002)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.errors import did_you_mean
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import System as Part
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Starcluster, Unit
from variants.starcluster.references import own_fleet, own_unit
from variants.starcluster.rules.damage import working
from variants.starcluster.rules.hostility import armed_enemies
from variants.starcluster.rules.movement import TRANSITS
from variants.starcluster.rules.pool import service

#: Hull spaces that an SY works in a turn (SC-YRD-001).
SY_WORK = 12
#: Hull spaces that an SYM works in a turn (SC-YRD-002).
SYM_WORK = 6
#: Points that an MS repairs in a turn (SC-YRD-004).
MS_POINTS = 4
#: In a turn's notes: by empire, how many freighters of its yards the liquidation has sold.
SOLD = "sold"
_RESERVED = "reserved"


@frozen
class Yard:
    """What the modules of a unit can do in a turn.

    Attributes:
        unit: whose modules they are.
        at: the id of its system.
        works: hull spaces of work.
        repairs: points that its machine shops repair besides.
    """

    unit: Unit
    at: str
    works: int
    repairs: int


def yards_of(context: TurnContext, empire: Empire) -> list[Yard]:
    """An empire's yards with what they can do now (SC-YRD-001, SC-YRD-002, SC-LOG-006).

    Freighters serve older units first. An SYM works only in a ship that has stayed in one system
    all turn, and where no armed enemy is.
    """
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    served = service(game, empire, economy, context.notes.get(SOLD, {}).get(empire.id, 0))
    left = {"SY": served.yards, "SYM": served.mobile_yards, "MS": served.shops}
    moved = {passed.fleet for passed in context.notes.get(TRANSITS, ())}
    found: list[Yard] = []
    for unit in game.units_of(empire.id):
        parts = _served(unit, left)
        if not parts:
            continue
        at = game.fleet(unit.fleet).at
        stays = unit.fleet not in moved and not armed_enemies(game, empire, at)
        works = int_sum(_work(part) for part in parts if part.code == "SY" or stays)
        repairs = MS_POINTS * int_sum(part.code == "MS" for part in parts)
        found.append(Yard(unit, at, works, repairs))
    return found


def _served(unit: Unit, left: dict[str, int]) -> list[Part]:
    """The modules of a unit that work and that freighters serve, as far as there are any left."""
    if not any(part.code in left for part in unit.design.systems):
        return []
    found: list[Part] = []
    for part in working(unit):
        if left.get(part.code, 0):
            left[part.code] -= 1
            found.append(part)
    return found


def _work(part: Part) -> int:
    """Hull spaces of work of one module, whole ones (SC-DES-003)."""
    each = {"SY": SY_WORK, "SYM": SYM_WORK}.get(part.code, 0)
    return each * factor_tenths(part.generation) // 10


def own_yard(context: TurnContext, empire: Empire, order: Order, argument: str) -> Unit:
    """The unit with SY or SYM that an argument names, or that its fleet has; raises Refused."""
    units = _units_named(context, empire, order, argument)
    for code in ("SY", "SYM"):
        for unit in units:
            if unit.design.count(code):
                return unit
    message = f"{order[argument]} has neither SY nor SYM"
    raise Refused(Refusal("no-yard", message, "name a station with SY, as Yard-1", argument))


def _units_named(
    context: TurnContext, empire: Empire, order: Order, argument: str
) -> Sequence[Unit]:
    """The unit that an argument names, or those of the fleet that it names; raises Refused."""
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
    """With whom a yard works: a station by itself, ships with the others of their fleet."""
    return unit.id if unit.design.count("SY") else unit.fleet


def work_left(context: TurnContext, empire: Empire) -> dict[str, float]:
    """Hull spaces of work that each yard, by `pool_of`, has left beside its repairs."""
    found: dict[str, float] = {}
    for yard in yards_of(context, empire):
        pool = pool_of(yard.unit)
        found[pool] = found.get(pool, 0) + yard.works
    for pool, used in reserved(context).items():
        if pool in found:
            found[pool] = max(0, found[pool] - used)
    return found


def reserved(context: TurnContext) -> dict[str, float]:
    """What repairs take of the work of yards this turn, by `pool_of` (SC-YRD-004)."""
    found: dict[str, float] = context.notes.setdefault(_RESERVED, {})
    return found
