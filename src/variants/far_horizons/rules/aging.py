"""Aging of ships, and the end of their movement."""

from __future__ import annotations

from variants.far_horizons.constants import LARGEST_AGE
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import WORMHOLED, Ship, ShipLocation, Species
from variants.far_horizons.step_context import StepContext


def enlarge(context: StepContext, starbase: Ship, added: int) -> None:
    """Let a starbase grow: its age is the average of its parts' (FH-AGE-003).

    The number of orders makes no difference: a rounding error carries over to the next. Games of
    version 1.0.0, and the engine, round each time.
    """
    economy, size = context.economy, starbase.tonnage + added
    years = starbase.age * starbase.tonnage - added
    age = economy.starbase_age(starbase.age, starbase.tonnage, added)
    is_exact = economy.starbases_age_exactly and context.game.plays_by("1.1.0")
    if is_exact and age == truncated(years, size):  # other formulas keep their own rounding
        years += starbase.age_rest
        age = truncated(years, size)
        starbase.age_rest = years - age * size
    starbase.age, starbase.tonnage = age, size


def age(species: Species) -> None:
    """Age all ships of a species by a turn; nothing else ages, not even defenses.

    (FH-AGE-004, FH-PD-006)
    """
    for ship in species.living_ships():
        if ship.where != ShipLocation.BUILDING:  # FH-AGE-002
            ship.age = min(ship.age + 1, LARGEST_AGE)  # FH-AGE-006


def rest(species: Species) -> None:
    """End the movement of a species' ships; arrivals by wormhole are remembered for a turn."""
    for ship in species.living_ships():
        ship.through_wormhole = ship.moved == WORMHOLED
        ship.moved = 0
