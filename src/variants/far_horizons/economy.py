"""The economy as the core asks for it: one account, and the habits that a game keeps.

A mod that plays by other habits gives another `Treasury`.
"""

from __future__ import annotations

from attrs import frozen

from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.orders import tolerance


@frozen
class Treasury:
    """Economic units are the only stock; bases and items stay where they are."""

    habits: Habits = RULEBOOK
    tolerance: tolerance.Tolerance = tolerance.RULEBOOK

    #: The name of the treasury in `Species.stock`.
    accounts: tuple[str, ...] = ("EU",)
