"""Steps as phases of a turn, and wrappers of steps for mods."""

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
    """The function of a phase: runs a step for all species, in a context of its own."""

    step: Step

    def __call__(self, context: TurnContext) -> None:
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

    Raises PluginError for a phase without a step, or whose `run` a mod has already wrapped.
    """
    if not isinstance(phase.run, StepRun):
        raise PluginError(f"the phase '{phase.name}' runs no step", "wrap what the phase runs")
    return evolve(phase, run=StepRun(wrapper(phase.run.step)))
