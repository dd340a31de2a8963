"""Economic efficiency of planets, and what the fleet costs next turn (economy 4.4, 4.5)."""

from __future__ import annotations

from collections import Counter

from horizons_core.model import EventKind
from variants.far_horizons.model import Game, Place, Species
from variants.far_horizons.rules.output import (
    earning_power,
    economic_efficiency,
    fleet_cost,
    fleet_percent,
    site_of,
)
from variants.far_horizons.step_context import Desk

MAINTENANCE_PAID = EventKind(
    "maintenance-paid",
    "  {amount} economic units were spent on fleet maintenance.",
    ("FH-FLEET-007",),
)


def set_efficiencies(game: Game) -> None:
    """The economic efficiency of every planet for the colonies on it (FH-EE-001, FH-EE-002)."""
    bases: Counter[Place] = Counter()
    for species in game.empires:
        for colony in species.living_colonies():
            if not colony.home:
                bases[colony.place] += colony.base
    for star in game.stars:
        for orbit, planet in enumerate(star.planets, 1):
            planet.efficiency = economic_efficiency(bases[Place(star.sector, orbit)])


def production(desk: Desk, species: Species) -> int:
    """The total production of a species, of which its fleet takes a share (FH-FLEET-004)."""
    total, home = 0, desk.home(species)
    for colony in species.living_colonies():
        if colony.base:
            site = site_of(species, colony, desk.planet(colony), home, desk.habits)
            total += earning_power(species, colony, site, desk.habits)
    return total


def charge(desk: Desk, species: Species) -> None:
    """The cost of the fleet and its share of production; the treasury helps (FH-FLEET-007)."""
    total = production(desk, species)
    cost = fleet_cost(species.living_ships(), species.level("ML"), desk.habits)
    species.fleet_cost = cost
    if cost > total and not desk.habits.treasury_spares_fleet:
        cost -= _pay(desk, species, cost)
    species.fleet_percent = fleet_percent(cost, total)


def _pay(desk: Desk, species: Species, cost: int) -> int:
    paid = max(0, min(cost, species.treasury))
    if paid:
        desk.credit(species, -paid, "fleet maintenance")
        desk.tell(species, MAINTENANCE_PAID, amount=paid)
    return paid
