"""Draft orders for species whose players sent none."""

from __future__ import annotations

from typing import cast

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.far_horizons.economy import economy_of
from variants.far_horizons.model.written import Orders
from variants.far_horizons.orders.drafts import default_orders
from variants.far_horizons.view.model import FarHorizonsView

DRAFTED = EventKind("orders-drafted", "No orders received: the program gave orders instead.")


def run(context: TurnContext) -> None:
    """Draft orders for the absent, if the game's option is set."""
    if context.game.options.get("absent", "drafted") != "drafted":
        return
    view, economy = cast("FarHorizonsView", context.variant.view_model), economy_of(context)
    drafted: dict[str, Orders] = {}
    for species in context.game.empires:
        if species.id not in context.senders:
            text = default_orders(view.of_species(context.game, species), economy)
            read = context.variant.language.read(text)
            assert isinstance(read.orders, Orders)  # noqa: S101 - our own language
            drafted[species.id] = read.orders
            context.emit(DRAFTED, (species.id,))
    context.notes["drafted"] = drafted
