"""A step as a phase of a turn."""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.turn import TurnContext
from variants.far_horizons.model.sections import SECTIONS
from variants.far_horizons.rules.knowledge import store_scans
from variants.far_horizons.step_context import StepContext

_WITH_SECTIONS = frozenset(kind.phase for kind in SECTIONS)

#: A step of the turn; see `step_context.py`.
Step = Callable[[StepContext], None]


def phase_of(step: Step) -> Callable[[TurnContext], None]:
    """The function of a phase that runs this step for all species."""

    def run(context: TurnContext) -> None:
        if context.phase_name in _WITH_SECTIONS:
            for species in context.game.empires:
                context.take_orders(species.id)
        own = StepContext.of(context)
        step(own)
        store_scans(own)

    return run
