"""What the steps of a turn go by besides the economy: habits, and how names are matched."""

from __future__ import annotations

from attrs import evolve, frozen

from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.model.matching import RULEBOOK_NAMES, Names

_NOTE = "settings"


@frozen
class Settings:
    """The rulebook's settings unless others are given."""

    habits: Habits = RULEBOOK
    names: Names = RULEBOOK_NAMES


def settings_of(context: TurnContext) -> Settings:
    """The settings of the phase that is being run; the rulebook's unless a mod gives others."""
    settings: Settings = context.notes.get(_NOTE, Settings())
    return settings


def with_settings(phase: Phase, settings: Settings) -> Phase:
    """The phase, run with these settings."""

    def run(context: TurnContext) -> None:
        context.notes[_NOTE] = settings
        if phase.run is not None:
            phase.run(context)

    return evolve(phase, run=run)
