"""How the steps of a turn match names in orders with things: as the rulebook, or a mod, says."""

from __future__ import annotations

from attrs import evolve

from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.model.matching import PLAIN_NAMES, RULEBOOK_NAMES, Names

_NOTE = "names"


def names_of(context: TurnContext) -> Names:
    """The matching of names in the phase that is being run."""
    names: Names | None = context.notes.get(_NOTE)
    return names or (RULEBOOK_NAMES if context.game.plays_by("1.1.0") else PLAIN_NAMES)


def with_names(phase: Phase, names: Names) -> Phase:
    """The phase, run with this matching of names."""

    def run(context: TurnContext) -> None:
        context.notes[_NOTE] = names
        if phase.run is not None:
            phase.run(context)

    return evolve(phase, run=run)
