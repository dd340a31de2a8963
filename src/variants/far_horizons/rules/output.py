"""What planets produce, and what a fleet takes of it (economy 4.2, 4.4, 4.5)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.constants import FULL_BASE
from variants.far_horizons.formulas import percent, truncated
from variants.far_horizons.model import Colony, Planet, Ship, Species, Status
from variants.far_horizons.rules import life_support

WHOLE = 10_000  #: one hundred percent, in hundredths of a percent


def raw_material(level: int, base: int, difficulty: int) -> int:
    """Raw material of a mining base in tenths; difficulty in hundredths (FH-RM-001)."""
    return truncated(10 * level * base, difficulty)


def capacity(level: int, base: int) -> int:
    """What a manufacturing base, in tenths, can turn into products (FH-PROD-001)."""
    return truncated(level * base, 10)


def penalty(lsn: int, level: int, habits: Habits = RULEBOOK) -> int:
    """The production penalty in percent on a planet that needs life support (FH-PENALTY-001)."""
    if lsn == 0:
        return 0
    if level == 0:
        return 100
    share = 100 * lsn // level
    return share if habits.unlimited_penalty else min(share, 100)


def less_penalty(gross: int, share: int) -> int:
    """What the production penalty leaves."""
    return gross - percent(share, gross)


def economic_efficiency(base: int) -> int:
    """Economic efficiency in percent for all colonies' bases of a planet, in tenths (FH-EE-001)."""
    if base <= FULL_BASE:
        return 100
    return 100 * ((base - FULL_BASE) // 20 + FULL_BASE) // base


def efficient(amount: int, efficiency: int, habits: Habits = RULEBOOK) -> int:
    """An amount after economic efficiency (FH-EE-003)."""
    if habits.efficiency_rounds:
        return truncated(efficiency * amount + 50, 100)
    return percent(efficiency, amount)


def fleet_share(fleet_percent: int, amount: int) -> int:
    """What the fleet takes of a planet's production (FH-FLEET-005)."""
    return truncated(min(fleet_percent, WHOLE) * amount + WHOLE // 2, WHOLE)


def sold(amount: int) -> int:
    """The money for what mining and resort colonies produce (FH-MINECOL-003, FH-RESORT-003)."""
    return truncated(2 * amount, 3)


@frozen
class Output:
    """Raw material and capacity of a planet in a turn."""

    raw_material: int
    capacity: int


@frozen
class Site:
    """What a species' planet offers: the planet, its penalty and its economic efficiency."""

    planet: Planet
    lsn: int
    penalty: int
    efficiency: int


def site_of(
    species: Species, colony: Colony, planet: Planet, home: Planet, habits: Habits = RULEBOOK
) -> Site:
    """How well a species' planet produces; `home` is the species' home planet."""
    lsn = life_support.needed(planet, home, species.atmosphere)
    exempt = colony.home and not habits.efficiency_at_home
    efficiency = 100 if exempt else planet.efficiency
    return Site(planet, lsn, penalty(lsn, species.level("LS"), habits), efficiency)


def after_penalty(species: Species, colony: Colony, site: Site) -> Output:
    """Raw material and capacity with the production penalty, without economic efficiency."""
    difficulty = site.planet.mining_difficulty
    raw = raw_material(species.level("MI"), colony.mining_base, difficulty)
    made = capacity(species.level("MA"), colony.manufacturing_base)
    return Output(less_penalty(raw, site.penalty), less_penalty(made, site.penalty))


def output_of(species: Species, colony: Colony, site: Site, habits: Habits = RULEBOOK) -> Output:
    """Raw material and capacity with penalty and economic efficiency (economy 4.2)."""
    net = after_penalty(species, colony, site)
    return Output(
        efficient(net.raw_material, site.efficiency, habits),
        efficient(net.capacity, site.efficiency, habits),
    )


def earning_power(species: Species, colony: Colony, site: Site, habits: Habits = RULEBOOK) -> int:
    """What a planet counts for in the share that the fleet takes (FH-FLEET-004)."""
    net = after_penalty(species, colony, site)
    if colony.has(Status.MINING):
        amount = sold(net.raw_material)
    elif colony.has(Status.RESORT):
        amount = sold(net.capacity)
    else:
        amount = min(net.raw_material + colony.items.get("RM", 0), net.capacity)
    return efficient(amount, site.efficiency, habits)


def upkeep(ship: Ship) -> int:
    """The base cost of a ship's maintenance (FH-FLEET-001, FH-FLEET-002)."""
    rate = 4 if ship.transport else 10 if ship.starbase else 20
    cost = rate * ship.tonnage
    return cost - cost // 4 if ship.sub_light else cost


def fleet_cost(ships: Iterable[Ship], military: int, habits: Habits = RULEBOOK) -> int:
    """The maintenance of all ships after the military discount (FH-FLEET-003)."""
    total = sum(map(upkeep, ships))
    discount = military // 2 if habits.unlimited_discount else min(military // 2, 100)
    return total - percent(discount, total)


def fleet_percent(cost: int, production: int) -> int:
    """The share of production that the maintenance takes, in hundredths of a percent."""
    return truncated(WHOLE * cost, production) if production > 0 else WHOLE
