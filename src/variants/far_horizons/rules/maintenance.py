"""Economic efficiency of planets, and the cost of the fleet for the next turn."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from horizons_core.model import EventKind
from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import whole_efficiency
from variants.far_horizons.model import Game, Planet, Species
from variants.far_horizons.step_context import StepContext

MAINTENANCE_PAID = EventKind(
    "maintenance-paid",
    "{amount} economic units were spent on fleet maintenance.",
    ("FH-FLEET-007",),
)


def set_efficiencies(game: Game, economy: Economy) -> None:
    """Set the economic efficiency of every planet for its colonies (FH-EE-001, FH-EE-002)."""
    bases: Counter[str] = Counter()
    for species in game.empires:
        for colony in species.living_colonies():
            if not colony.home:
                bases[str(colony.place)] += colony.base
    untouched = int(economy.economic_efficiency(0))
    for star in game.stars:
        for planet in star.planets:
            planet.efficiency, planet.crowded_base = untouched, 0
            if planet.id in bases:
                crowd(planet, bases[planet.id], economy, exact=game.plays_by("1.1.0"))


def crowd(planet: Planet, base: int, economy: Economy, *, exact: bool) -> None:
    """Set the efficiency for a total base. In games of version 1.0.0 it is a whole percent."""
    efficiency = economy.economic_efficiency(base)
    planet.efficiency = int(efficiency)
    if isinstance(efficiency, Fraction):
        if exact:
            planet.crowded_base = base
        else:
            planet.efficiency = whole_efficiency(base)


def production(context: StepContext, species: Species) -> int:
    """Return the total production, which the fleet takes a share of (FH-FLEET-004)."""
    total, home = 0, context.home(species)
    for colony in species.living_colonies():
        if colony.base:
            site = context.economy.site(species, colony, context.planet(colony), home)
            total += context.economy.earning_power(species, colony, site)
    return total


def charge(context: StepContext, species: Species) -> None:
    """Set the fleet's cost and its share of production; the treasury helps (FH-FLEET-007)."""
    economy, total = context.economy, production(context, species)
    cost = economy.fleet_cost(species.living_ships(), species.level("ML"))
    paid = economy.paid_by_treasury(cost, total, species.treasury)
    if paid:
        context.credit(species, -paid, "fleet maintenance")
        context.tell(species, MAINTENANCE_PAID, amount=paid)
    species.fleet_cost = cost
    species.fleet_percent = economy.fleet_percent(cost - paid, total)
