"""The texts of a turn's messages; recorded states have only their numbers."""

from __future__ import annotations

from collections import defaultdict

from horizons_core.orders import Order
from variants.far_horizons.model import Game
from variants.far_horizons.model.orders import Orders, section_of
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.mods.engine_1999.names import ForgivingNames

_NAMES = ForgivingNames()
_SECTIONS = ("PRE-DEPARTURE", "POST-ARRIVAL")


def message_texts(game: Game, orders: dict[int, Orders]) -> dict[int, list[str]]:
    """Return the lines of each message that was sent, by its number, as in the orders.

    The messages of one species to another were sent in the order of their MESSAGE orders.
    """
    written: dict[tuple[int, int], list[list[str]]] = defaultdict(list)
    for number, species_orders in orders.items():
        for order in _messages(species_orders):
            recipient = _NAMES.species(game, order["species"]) if order["species"] else None
            if recipient is not None:
                written[number, recipient.target.number].append(list(order["lines"]))
    letters = {}
    for deal in game.transactions:
        if deal.kind == TransactionKind.MESSAGE:
            waiting = written[deal.facts["sender"], deal.facts["recipient"]]
            letters[deal.facts["message"]] = waiting.pop(0) if waiting else []
    return letters


def _messages(orders: Orders) -> list[Order]:
    sections = [section_of(orders, name) for name in _SECTIONS]
    return [
        entry
        for section in sections
        if section is not None
        for entry in section.entries
        if isinstance(entry, Order) and entry.keyword == "MESSAGE"
    ]
