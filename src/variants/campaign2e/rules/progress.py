"""Step 8, progress: repairs and refits, keels, then reconstruction (C2E-1.5-03, C2E-2.5-02)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.rules import construction, reconstruction, repair_work
from variants.campaign2e.rules.deliveries import rename_departed


def run(context: TurnContext) -> None:
    """Do the week's work, paid from the remaining treasury; then work that only takes time."""
    if context.game.plays_by("1.1.0"):
        rename_departed(context)
    repair_work.run(context)
    construction.run(context)
    reconstruction.run(context)
