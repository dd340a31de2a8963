"""Ships that withdrew or were forced away jump by themselves (FH-WITHDRAW-011, FH-FM-008)."""

from __future__ import annotations

import copy

from variants.far_horizons.model import Place, Ship, Species
from variants.far_horizons.rules.dispatch import section
from variants.far_horizons.rules.flight import fly
from variants.far_horizons.rules.jump_orders import IN_TRANSIT, Goal, written
from variants.far_horizons.step_context import StepContext


def release(context: StepContext, species: Species) -> None:
    """All ships of a species that are in transit jump."""
    for ship in list(species.living_ships()):
        if ship.where in IN_TRANSIT:
            release_ship(context, species, ship)


def release_ship(context: StepContext, species: Species, ship: Ship) -> None:
    """A ship in transit jumps to where it goes, into deep space (FH-WITHDRAW-012, FH-FM-004)."""
    if context.habits.stuck_at_haven and ship.destination == ship.place.sector:
        return
    goal = Goal(Place(ship.destination), written(ship.destination))
    if context.habits.unsaved_withdrawals and _sent_no_section(context, species):
        before = copy.deepcopy((species.ships, species.visited))
        fly(context, species, ship, goal)
        species.ships, species.visited = before
    else:
        fly(context, species, ship, goal)


def _sent_no_section(context: StepContext, species: Species) -> bool:
    """Whether a species has sent orders, but none for this step."""
    sent = species.id in context.heard or species.id in context.notes.get("drafted", {})
    return sent and section(context, species, "JUMPS") is None
