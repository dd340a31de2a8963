"""Steps as phases of a turn, wrappers for mods, and the steps before departure and after arrival.

Clauses: FH-ORDER-013.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from horizons_core.errors import PluginError
from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.model import Game
from variants.far_horizons.model.orders import SECTIONS
from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.rules.knowledge import store_scans
from variants.far_horizons.rules.loading import load_waiting
from variants.far_horizons.rules.telescopes import forget_used
from variants.far_horizons.step_context import StepContext

_WITH_SECTIONS = frozenset(kind.phase for kind in SECTIONS)

#: A step of the turn; see `step_context.py`.
Step = Callable[[StepContext], None]


@frozen
class StepRun:
    """The function of a phase, which runs a step for all species in a separate context."""

    step: Step

    def __call__(self, context: TurnContext[Game]) -> None:
        if context.phase_name in _WITH_SECTIONS:
            for species in context.game.empires:
                context.take_orders(species.id)
        step_context = StepContext.of(context)
        self.step(step_context)
        store_scans(step_context)
        step_context.close()


def phase_of(step: Step) -> StepRun:
    """Return the function of a phase that runs this step."""
    return StepRun(step)


def wrapped_step(phase: Phase, wrapper: Callable[[Step], Step]) -> Phase:
    """Return the phase with its step replaced by the wrapper's result.

    Raises PluginError for a phase without a step, or if a mod has already wrapped its `run`.
    """
    if not isinstance(phase.run, StepRun):
        raise PluginError(f"the phase '{phase.name}' runs no step", "wrap what the phase runs")
    return evolve(phase, run=StepRun(wrapper(phase.run.step)))


def run_pre_departure(context: StepContext) -> None:
    """Execute the pre-departure orders of all species by their numbers (FH-ORDER-010)."""
    for species in context.game.empires:
        orders = section(context, species, "PRE-DEPARTURE")
        if orders is not None:
            carry_out(context, species, orders)


def run_post_arrival(context: StepContext) -> None:
    """Execute the post-arrival orders of all species, in the order of their numbers."""
    for species in context.game.empires:
        orders = section(context, species, "POST-ARRIVAL")
        species.auto = False  # it is valid for one order form (FH-AUTO-001)
        forget_used(species)
        load_waiting(context, species)
        if orders is not None:
            carry_out(context, species, orders)
