"""Name matching in the steps of a turn, by the rulebook or a mod."""

from __future__ import annotations

from attrs import evolve

from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.model.matching import PLAIN_NAMES, RULEBOOK_NAMES, Names

_NOTE = "names"


def names_of(context: TurnContext) -> Names:
    """Return the name matching of the current phase."""
    names: Names | None = context.notes.get(_NOTE)
    return names or (RULEBOOK_NAMES if context.game.plays_by("1.1.0") else PLAIN_NAMES)


def with_names(phase: Phase, names: Names) -> Phase:
    """Return the phase with this name matching."""

    def run(context: TurnContext) -> None:
        context.notes[_NOTE] = names
        if phase.run is not None:
            phase.run(context)

    return evolve(phase, run=run)
