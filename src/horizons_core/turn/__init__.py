"""Turns with their phases and context, and forecasts of them."""

from horizons_core.turn.context import Phase, TurnContext, VariantRules
from horizons_core.turn.forecast import Foresight, foresee, view_after_orders
from horizons_core.turn.phases import Watch, chosen, inserted, replaced, wrapped
from horizons_core.turn.records import FoughtBattle, Steps
from horizons_core.turn.run import Turn
from horizons_core.turn.secrets import (
    check_commitment,
    commitment,
    dice_key,
    new_secret,
    reopened,
    secret_from_seed,
    turn_key,
)

__all__ = [
    "Foresight", "FoughtBattle", "Phase", "Steps", "Turn", "TurnContext", "VariantRules", "Watch",
    "check_commitment", "chosen", "commitment", "dice_key", "foresee", "inserted", "new_secret",
    "reopened", "replaced", "secret_from_seed", "turn_key", "view_after_orders", "wrapped",
]  # fmt: skip
