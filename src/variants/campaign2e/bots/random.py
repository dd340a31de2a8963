"""A bot that gives random legal orders of nearly every kind.

It chooses among the offers for the arguments of orders, and only orders that succeed whatever
others do. It gives up ships that it cannot pay for, never resigns, and does not ask for battles by
hand. Of each order added by a house rule it gives one, half of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from horizons_core.model import View
from horizons_core.orders import sample_order
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.campaign2e.bots import random_actions, random_economy, random_fleets
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.random_choices import RandomChoices
from variants.campaign2e.orders import COMMANDS
from variants.campaign2e.rules.setup_rounds import ROUNDS

#: Probability of each order per week, and the function that generates its lines.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    **random_economy.SETUP_ORDERS,
    **random_economy.ECONOMY_ORDERS,
    **random_fleets.REFIT_ORDERS,
    **random_fleets.FLEET_ORDERS,
    **random_actions.CONTACT_ORDERS,
    **random_actions.ACTION_ORDERS,
}
_OWN = {command.keyword for command in COMMANDS}


@frozen
class RandomBot:
    """The random bot, described in the module."""

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        if view["waits"]:
            return ""  # the pending week has its orders already
        options = self.rules.order_options(view)
        bot = BotView.of(view, self.rules.economy)
        choices = RandomChoices(bot, stream)
        if not view["round"]:
            choices.cut_costs()
        for keyword, (chance, make) in RANDOM_ORDERS.items():
            if keyword in options and _is_due(view, keyword) and stream.chance(chance):
                bot.lines += make(choices)
        for keyword in options:
            if keyword not in _OWN and not view["round"] and stream.chance(0.5):
                bot.lines.append(
                    sample_order([options[keyword].command], view, stream, self.rules).line
                )
        return bot.text()


def _is_due(view: View, keyword: str) -> bool:
    """Return whether an order is possible now: set-up rounds have their own (C2E-1.3-11)."""
    return not view["round"] or keyword in ROUNDS[view["round"]]
