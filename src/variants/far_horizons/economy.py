"""The economy as the core asks for it: one account, and the habits that a game keeps.

A mod that plays by other habits or other dice gives another `Treasury`.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.turn import TurnContext
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.dice import Chance, StreamChance
from variants.far_horizons.orders import tolerance


@frozen
class Treasury:
    """Economic units are the only stock; bases and items stay where they are."""

    habits: Habits = RULEBOOK
    tolerance: tolerance.Tolerance = tolerance.RULEBOOK

    #: The name of the treasury in `Species.stock`.
    accounts: tuple[str, ...] = ("EU",)

    def chance(self, context: TurnContext) -> Chance:
        """Where the phase that is being run gets its dice from."""
        return StreamChance(context)
