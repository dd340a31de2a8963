"""What the engine of 1999 does otherwise in whole steps of a turn, around those of the rulebook."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping

from variants.far_horizons.model import Species, Where
from variants.far_horizons.rules.dispatch import section
from variants.far_horizons.rules.steps import Step
from variants.far_horizons.step_context import StepContext

_IN_TRANSIT = (Where.WITHDREW, Where.FORCED)


def unsaved_withdrawals(step: Step) -> Step:
    """Without a jump section, ships that left a battle seem to jump, and stay (FH-WITHDRAW-011)."""

    def run(context: StepContext) -> None:
        silent = _who_left_out(context, "JUMPS")
        before = [copy.deepcopy((species.ships, species.visited)) for species in silent]
        step(context)
        for species, kept in zip(silent, before, strict=True):
            species.ships, species.visited = kept

    return run


def lasting_auto(step: Step) -> Step:
    """AUTO stays in force for who sends no post-arrival section (number 16; FH-AUTO-001).

    It does not for who is sent money then: only species with orders, and what others change, are
    written to the files.
    """

    def run(context: StepContext) -> None:
        everybody: list[Species] = context.game.empires
        asked = [one for one in everybody if one.auto and _left_out(context, one, "POST-ARRIVAL")]
        before = [species.treasury for species in asked]
        step(context)
        for species, treasury in zip(asked, before, strict=True):
            species.auto = species.treasury == treasury

    return run


def lost_destinations(step: Step) -> Step:
    """Ships still in transit after arrival forget the z of their destination (no clause)."""

    def run(context: StepContext) -> None:
        step(context)
        for species in context.game.empires:
            for ship in species.living_ships():
                if ship.where in _IN_TRANSIT:
                    x, y, _ = ship.destination
                    ship.destination = (x, y, 0)

    return run


def goals_outlast_colonies(step: Step) -> Step:
    """A transport's goals stay when the colony is disbanded (no clause).

    The order form then sends it on to "PL Unused" in sector 0 0 0.
    """

    def run(context: StepContext) -> None:
        ships = [ship for one in context.game.empires for ship in one.living_ships()]
        goals = [(ship.loading_point, ship.unloading_point) for ship in ships]
        step(context)
        for ship, (loading, unloading) in zip(ships, goals, strict=True):
            ship.loading_point, ship.unloading_point = loading, unloading

    return run


def _who_left_out(context: StepContext, name: str) -> list[Species]:
    """The species that have sent orders, or have drafted ones, but without this section."""
    drafted = context.notes.get("drafted", {})
    everybody: list[Species] = context.game.empires
    return [
        one
        for one in everybody
        if (one.id in context.heard or one.id in drafted) and _left_out(context, one, name)
    ]


def _left_out(context: StepContext, species: Species, name: str) -> bool:
    """Whether a species has sent no orders, or orders without this section."""
    return section(context, species, name) is None


#: By the name of the phase, what is done around its step; the last one is the outermost.
WRAPPERS: Mapping[str, tuple[Callable[[Step], Step], ...]] = {
    "jumps": (unsaved_withdrawals,),
    "post-arrival": (lasting_auto, lost_destinations),
    "housekeeping": (goals_outlast_colonies,),
}


def as_in_1999(phase: str, step: Step) -> Step:
    """The step of a phase as the engine runs it."""
    for wrapper in WRAPPERS.get(phase, ()):
        step = wrapper(step)
    return step
