"""Whole steps of a turn that the engine of 1999 runs differently, wrapped around the rulebook's."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping

from variants.far_horizons.model import ShipLocation, Species
from variants.far_horizons.rules.dispatch import section
from variants.far_horizons.rules.steps import Step
from variants.far_horizons.step_context import StepContext

_IN_TRANSIT = (ShipLocation.WITHDREW, ShipLocation.FORCED)


def withdrawals_need_jump_section(step: Step) -> Step:
    """Without a jump section, ships that left a battle seem to jump, but stay (FH-WITHDRAW-011)."""

    def run(context: StepContext) -> None:
        without_section = _all_without_section(context, "JUMPS")
        states = [copy.deepcopy((species.ships, species.visited)) for species in without_section]
        step(context)
        for species, old_state in zip(without_section, states, strict=True):
            species.ships, species.visited = old_state

    return run


def persistent_auto(step: Step) -> Step:
    """AUTO stays in force without a post-arrival section (number 16; FH-AUTO-001).

    It does not if the species is sent money then, because only species with orders, and changes by
    others, are written to the files.
    """

    def run(context: StepContext) -> None:
        with_auto = [species for species in context.game.empires if species.auto]
        with_auto = [s for s in with_auto if _lacks_section(context, s, "POST-ARRIVAL")]
        treasuries = [species.treasury for species in with_auto]
        step(context)
        for species, treasury in zip(with_auto, treasuries, strict=True):
            species.auto = species.treasury == treasury

    return run


def destinations_lose_z(step: Step) -> Step:
    """Ships still in transit after arrival lose the z of their destination (no clause)."""

    def run(context: StepContext) -> None:
        step(context)
        for species in context.game.empires:
            for ship in species.living_ships():
                if ship.where in _IN_TRANSIT:
                    x, y, _ = ship.destination
                    ship.destination = (x, y, 0)

    return run


def goals_outlast_colonies(step: Step) -> Step:
    """A transport keeps its goals when the colony is disbanded (no clause).

    The order form then sends it to "PL Unused" in sector 0 0 0.
    """

    def run(context: StepContext) -> None:
        ships = [ship for species in context.game.empires for ship in species.living_ships()]
        goals = [(ship.loading_point, ship.unloading_point) for ship in ships]
        step(context)
        for ship, (loading, unloading) in zip(ships, goals, strict=True):
            ship.loading_point, ship.unloading_point = loading, unloading

    return run


def _all_without_section(context: StepContext, name: str) -> list[Species]:
    """Return the species with orders, sent or drafted, that lack this section."""
    sent = context.senders.union(context.notes.get("drafted", {}))
    empires = context.game.empires
    return [s for s in empires if s.id in sent and _lacks_section(context, s, name)]


def _lacks_section(context: StepContext, species: Species, name: str) -> bool:
    """Return whether a species has sent no orders, or orders without this section."""
    return section(context, species, name) is None


#: The wrappers around a phase's step, by the name of the phase; the last one is the outermost.
WRAPPERS: Mapping[str, tuple[Callable[[Step], Step], ...]] = {
    "jumps": (withdrawals_need_jump_section,),
    "post-arrival": (persistent_auto, destinations_lose_z),
    "housekeeping": (goals_outlast_colonies,),
}


def as_in_1999(phase: str, step: Step) -> Step:
    """Return the step of a phase as the engine runs it."""
    for wrapper in WRAPPERS.get(phase, ()):
        step = wrapper(step)
    return step
