"""A step as a phase of a turn, and how a mod does something before or after it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from horizons_core.errors import PluginError
from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.model.sections import SECTIONS
from variants.far_horizons.rules.knowledge import store_scans
from variants.far_horizons.step_context import StepContext

_WITH_SECTIONS = frozenset(kind.phase for kind in SECTIONS)

#: A step of the turn; see `step_context.py`.
Step = Callable[[StepContext], None]


@frozen
class StepRun:
    """What a phase runs: a step for all species, in a context of its own."""

    step: Step

    def __call__(self, context: TurnContext) -> None:
        if context.phase_name in _WITH_SECTIONS:
            for species in context.game.empires:
                context.take_orders(species.id)
        own = StepContext.of(context)
        self.step(own)
        store_scans(own)
        own.close()


def phase_of(step: Step) -> StepRun:
    """The function of a phase that runs this step."""
    return StepRun(step)


def wrapped_step(phase: Phase, wrapper: Callable[[Step], Step]) -> Phase:
    """The phase with another step in the place of its own, which the wrapper makes of it.

    Raises PluginError for a phase that runs no step, or whose `run` a mod has wrapped before.
    """
    if not isinstance(phase.run, StepRun):
        raise PluginError(f"the phase '{phase.name}' runs no step", "wrap what the phase runs")
    return evolve(phase, run=StepRun(wrapper(phase.run.step)))
