"""A player who sends back what AUTO drafts, and nothing else (FH-AUTO-001)."""

from __future__ import annotations

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.far_horizons.orders.drafts import default_orders


class AutoBot:
    """Drafts are complete but for the destinations that only a player can choose."""

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it takes no chances
        lines = default_orders(view.data).splitlines()
        return "".join(f"{line}\n" for line in lines if "???" not in line)
