"""Ships grow older, and may move again."""

from __future__ import annotations

from variants.far_horizons.constants import LARGEST_AGE
from variants.far_horizons.formulas import truncated
from variants.far_horizons.model import WORMHOLED, Ship, Species, Where
from variants.far_horizons.step_context import StepContext


def enlarge(context: StepContext, starbase: Ship, added: int) -> None:
    """Let a starbase grow: its age is the average of its parts' (FH-AGE-003).

    It does not matter how many orders add them: what one rounds off counts in the next. Games of
    version 1.0.0, and the engine, round each time.
    """
    economy, size = context.economy, starbase.tonnage + added
    whole = starbase.age * starbase.tonnage - added
    age = economy.starbase_age(starbase.age, starbase.tonnage, added)
    is_exact = economy.starbases_age_exactly and context.game.plays_by("1.1.0")
    if is_exact and age == truncated(whole, size):  # a formula of others rounds as it does
        whole += starbase.age_rest
        age = truncated(whole, size)
        starbase.age_rest = whole - age * size
    starbase.age, starbase.tonnage = age, size


def age(species: Species) -> None:
    """A turn has passed for all ships of a species; nothing else ages, defenses neither.

    (FH-AGE-004, FH-PD-006)
    """
    for ship in species.living_ships():
        if ship.where != Where.BUILDING:  # FH-AGE-002
            ship.age = min(ship.age + 1, LARGEST_AGE)  # FH-AGE-006


def rest(species: Species) -> None:
    """The ships of a species have ended their movement; who came by a wormhole is known a turn."""
    for ship in species.living_ships():
        ship.through_wormhole = ship.moved == WORMHOLED
        ship.moved = 0
