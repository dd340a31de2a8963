"""Shops of the game page: a text's orders are shown as numbers of goods, and changed as such."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import asdict, define, field

from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_core.orders import Order, Shop, ShopRow, is_count, plain_number
from horizons_host.server.games.order_board import OrderBoard
from horizons_host.server.pages.order_sentences import (
    arguments_of,
    orders_with_context,
    text_with_line,
)
from horizons_host.server.pages.order_view import localized
from horizons_host.server.texts import translate_plain

#: An order without its number: its keyword and its other arguments.
_Key = tuple[str, frozenset[tuple[str, str]]]


@define
class ShopEntry:
    """A row of a shop with the orders for it.

    Attributes:
        row: what can be ordered.
        orders: the orders for it in the text.
        count: the number in the orders, or the one that the player has entered.
        is_changed: whether the player has changed the number.
    """

    row: ShopRow
    orders: list[Order] = field(factory=list)
    count: str = "0"
    is_changed: bool = False

    @property
    def name(self) -> str:
        """The name of its field on the page."""
        words = [str(value) for value in self.row.chosen.values() if value is not None]
        return " ".join([self.row.command.keyword, *words])

    @property
    def fault(self) -> str:
        """The reason why this number cannot be ordered; "" if it can."""
        low, high, _ = self.row.range
        if not is_count(self.count):
            return LocalizedText("not a number")
        if self.is_changed and self.count != "0" and not low <= int(self.count) <= high:
            least, most = plain_number(low), plain_number(high)
            return LocalizedText("from {least} to {most}", least=least, most=most)
        return ""


def open_shop(
    board: OrderBoard,
    text: str,
    keyword: str,
    chosen: Mapping[str, Any],
    values: Mapping[str, Any],
) -> list[ShopEntry] | None:
    """Return the rows of a command's shop with the orders in a text.

    Returns None if it has no shop, or while an argument before the goods, such as the planet, is
    missing from `chosen`.
    `values` are the numbers that the player has changed, by the names of entries.
    """
    rows = board.shop(keyword, chosen, values)
    if rows is None:
        return None
    entries = {_key(row.command.keyword, row.chosen): ShopEntry(row) for row in rows}
    for order, arguments in _orders_for_shops(board, text):
        key = _key(order.keyword, _goods_of(order, arguments))
        if key in entries:
            entries[key].orders.append(order)
            count = _count_in(entries[key].row, arguments)
            entries[key].count = str(int(entries[key].count) + count)
    for entry in entries.values():
        if entry.name in values:
            entry.count = str(values[entry.name] or "0").strip()
            entry.is_changed = True
    return list(entries.values())


def _orders_for_shops(board: OrderBoard, text: str) -> Iterator[tuple[Order, Mapping[str, Any]]]:
    """Yield the orders of a text whose commands have shops, with their arguments."""
    for order in orders_with_context(board, text):
        if isinstance(order.command.card, Shop):
            arguments = arguments_of(board, order)
            if arguments is not None:
                yield order, arguments


def _goods_of(order: Order, arguments: Mapping[str, Any]) -> dict[str, Any]:
    shop = order.command.card
    numbers = {goods.number for goods in shop.goods} if isinstance(shop, Shop) else set()
    return {name: value for name, value in arguments.items() if name not in numbers}


def _count_in(row: ShopRow, arguments: Mapping[str, Any]) -> int:
    words = str(arguments.get(row.number, "1")) if row.number else "1"
    return int(words) if is_count(words) else 0


def _key(keyword: str, arguments: Mapping[str, Any]) -> _Key:
    given = {name: str(value) for name, value in arguments.items() if value is not None}
    return keyword, frozenset((name, folded(words)) for name, words in given.items())


def _before_goods(order: Order, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that a shop is opened with, such as the planet or the yard."""
    shop = order.command.card
    goods = shop.goods if isinstance(shop, Shop) else ()
    asked = {name for kind in goods for name in (kind.item, kind.number)}
    return {name: value for name, value in arguments.items() if name not in asked}


def goods_in_line(
    board: OrderBoard, text: str, order: Order, arguments: Mapping[str, Any]
) -> dict[str, str]:
    """Return the number that a shop shows for an order, by the name of its row."""
    chosen = _before_goods(order, arguments)
    entries = open_shop(board, text, order.keyword, chosen, {}) or []
    return {
        entry.name: entry.count
        for entry in entries
        if any(ordered.line == order.line for ordered in entry.orders)
    }


def is_in_shop(board: OrderBoard, order: Order, arguments: Mapping[str, Any]) -> bool:
    """Return whether a shop has a row for an order."""
    chosen = _before_goods(order, arguments)
    rows = board.shop(order.keyword, chosen, {})
    key = _key(order.keyword, _goods_of(order, arguments))
    return any(_key(row.command.keyword, row.chosen) == key for row in rows or ())


def write_shop(board: OrderBoard, text: str, entries: list[ShopEntry]) -> tuple[str, int]:
    """Return the text with the changed numbers of a shop, and the line of the last change.

    The first order for a row gets the new number, and others for it are removed. A row without an
    order gets a new one.
    """
    line = 0
    removed: set[int] = set()
    changed = [entry for entry in entries if entry.is_changed]
    for entry in changed:
        kept = entry.orders[:1] if entry.count != "0" else []
        removed.update(order.line for order in entry.orders[len(kept) :])
        for order in kept:
            words = entry.row.line(entry.count).rsplit("\n", 1)[-1]
            text, line = text_with_line(text, order, words), order.line
    rows = text.split("\n")
    line -= sum(number < line for number in removed)
    text = "\n".join(row for number, row in enumerate(rows, 1) if number not in removed)
    for entry in changed:
        if entry.count != "0" and not entry.orders:
            text, line = board.variant.with_order(text, entry.row.line(entry.count))
    return text, line


def shop_to_dict(entries: Iterable[ShopEntry], shop: Shop) -> dict[str, Any]:
    """Return a shop as plain data in the reader's language: a card with a number per row."""
    return {
        "fields": [
            {
                "name": entry.name,
                "heading": localized(entry.row.heading),
                "label": translate_plain(entry.row.label) or localized(entry.row.command.label),
                "help": translate_plain(entry.row.help),
                "choices": [],
                "range": {
                    "low": 0,
                    "high": entry.row.range.high,
                    "step": entry.row.range.step,
                    "cost": entry.row.cost and asdict(entry.row.cost),
                },
                "optional": False,
                "several": False,
                "free": False,
                "value": entry.count,
                "fault": translate_plain(entry.fault),
            }
            for entry in entries
        ],
        "presets": [],
        "figures": [],
        "other": localized(shop.other),
        "shop": localized(shop.label),
    }
