"""The production step: planets open one after another, and their orders are executed.

Species follow each other by number. Planets with a PRODUCTION order come in the order of these
orders, then all others with a base; interceptions end a species' production.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from variants.far_horizons.model import Species
from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.rules.interception import intercept_all, spare_idle_ships
from variants.far_horizons.rules.loading import warn_of_unknown_destinations
from variants.far_horizons.rules.planet_production import close_planet, open_planet
from variants.far_horizons.rules.production_state import ProductionStep, SpeciesProduction
from variants.far_horizons.rules.siege import share_spoils
from variants.far_horizons.step_context import StepContext

TREASURY = EventKind(
    "treasury-before-production",
    "Number of economic units at start of production: {amount}",
)

__all__ = ["run"]


def run(context: StepContext) -> None:
    """Run the production of all species."""
    step = ProductionStep(context)
    for species in context.game.empires:
        _produce(step, species)
    share_spoils(step.spoils)
    spare_idle_ships(step)


def _produce(step: ProductionStep, species: Species) -> None:
    """Run the production of a species, with or without orders (FH-PROD-007)."""
    context = step.context
    orders = section(context, species, "PRODUCTION")
    if orders is None and context.economy.idle_without_orders:
        return
    step.active.add(species.number)
    production = SpeciesProduction(step, species)
    _forget_plans(species)
    context.tell(species, TREASURY, amount=species.treasury)
    if orders is not None:
        context.shared = production
        carry_out(context, species, orders)
    _produce_without_orders(production)
    for tech, level in production.learnt.items():
        species.techs[tech].level = level
    warn_of_unknown_destinations(production)
    intercept_all(production)


def _forget_plans(species: Species) -> None:
    """Clear units planned for ordering or installation by last turn's DEVELOP orders."""
    for colony in species.living_colonies():
        for units in (colony.mining_units, colony.manufacturing_units):
            units.needed = units.ordered = 0


def _produce_without_orders(production: SpeciesProduction) -> None:
    """Run the production of planets with a base, but without orders (FH-PROD-007)."""
    for colony in production.species.living_colonies():
        has_base = colony.mining_base or colony.manufacturing_base
        if has_base and colony.place not in production.opened:
            close_planet(production, another=True)
            open_planet(production, colony)
    close_planet(production)
