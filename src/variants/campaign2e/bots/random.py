"""A bot that gives legal orders of nearly every kind by chance.

It draws among what the view offers for the arguments of orders, and of those only what will be
carried out whatever others do. Ships that it cannot pay are given up. It never
resigns, and leaves it to others to ask for battles by hand. Of each order that a house rule brings
it gives one, half of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from horizons_core.model import View
from horizons_core.orders import order_options, sample_order
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.campaign2e.bots import (
    random_actions,
    random_contacts,
    random_fleets,
    random_opening,
    random_realm,
    random_works,
)
from variants.campaign2e.bots.board import Board
from variants.campaign2e.bots.whims import Whims
from variants.campaign2e.orders import COMMANDS
from variants.campaign2e.rules.setup_rounds import ROUNDS

#: By keyword, how likely the order is given in a week, and what makes its lines.
WHIMS: Mapping[str, tuple[float, Callable[[Whims], Iterator[str]]]] = {
    **random_opening.WHIMS,
    **random_realm.WHIMS,
    **random_works.WHIMS,
    **random_fleets.WHIMS,
    **random_contacts.WHIMS,
    **random_actions.WHIMS,
}
_OWN = {command.keyword for command in COMMANDS}


@frozen
class RandomBot:
    """The bot; see the module."""

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        if view["waits"]:
            return ""  # the orders of the week that waits are given already
        options = order_options(self.rules.commands, view)
        board = Board.of(view, self.rules.economy)
        whims = Whims(board, stream)
        if not view["round"]:
            whims.save()
        for keyword, (chance, make) in WHIMS.items():
            if keyword in options and _is_due(view, keyword) and stream.chance(chance):
                board.lines += make(whims)
        for keyword in options:
            if keyword not in _OWN and not view["round"] and stream.chance(0.5):
                board.lines.append(sample_order({keyword: options[keyword]}, stream))
        return board.text()


def _is_due(view: View, keyword: str) -> bool:
    """True if an order can be given now: each round of the set-up has its own (C2E-1.3-11)."""
    return not view["round"] or keyword in ROUNDS[view["round"]]
