"""A bot that sends back AUTO's drafts, and nothing else (FH-AUTO-001)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.orders.drafts import default_orders


@frozen
class AutoBot:
    """Sends the drafts without orders whose destination only a player can choose."""

    economy: Economy = RULEBOOK_ECONOMY

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it uses no dice
        lines = default_orders(view.data, self.economy).splitlines()
        return "".join(f"{line}\n" for line in lines if "???" not in line)
