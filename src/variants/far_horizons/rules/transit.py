"""Jumps of ships that withdrew or were forced away (FH-WITHDRAW-011, FH-FM-008)."""

from __future__ import annotations

from variants.far_horizons.model import Place, Ship, Species
from variants.far_horizons.rules.flight import fly
from variants.far_horizons.rules.jump_orders import IN_TRANSIT, JumpGoal, format_sector
from variants.far_horizons.step_context import StepContext


def release(context: StepContext, species: Species) -> None:
    """Let all ships of a species that are in transit jump."""
    for ship in list(species.living_ships()):
        if ship.where in IN_TRANSIT:
            release_ship(context, species, ship)


def release_ship(context: StepContext, species: Species, ship: Ship) -> None:
    """Let a ship in transit jump to its destination's deep space (FH-WITHDRAW-012, FH-FM-004)."""
    fly(context, species, ship, JumpGoal(Place(ship.destination), format_sector(ship.destination)))
