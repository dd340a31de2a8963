"""The random bot: gives legal orders by chance and spends part of its money."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.starcluster.bots import fleet_whims, settling, whims
from variants.starcluster.bots.board import BotView

#: The share of its money to spend in a turn.
SPENT = 0.2


@frozen
class RandomBot:
    """The random bot; see the module."""

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        if not view["colonies"]:
            return ""
        bot = BotView.from_view(view, self.rules.economy)
        settling.buy_missing_freighters(bot)  # without freighters people earn nothing
        bot.cash *= SPENT
        for random_order, chance in {
            **whims.RANDOM_ORDERS,
            **fleet_whims.RANDOM_FLEET_ORDERS,
        }.items():
            if stream.chance(chance):
                random_order(bot, stream)
        return bot.text()
