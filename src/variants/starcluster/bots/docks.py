"""Shipyard orders: classes, and as many units as can be finished soon (SC-YRD)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.sums import int_sum
from variants.starcluster.bots.board import BotView

#: Hull and design string by class name.
Classes = Mapping[str, tuple[str, str]]


def register_classes(bot: BotView, classes: Classes) -> None:
    """Order the classes that are not registered yet."""
    known = {row["name"] for row in bot.view["classes"]}
    for name, (hull, design) in classes.items():
        if name not in known:
            bot.order("DESIGN", name, hull, design)


def count_units(bot: BotView, name: str) -> int:
    """The number of units of a class, including those under construction."""
    rows = (*bot.view["units"], *bot.view["yards"])
    return int_sum(row["of_class"] == name for row in rows)


def build_units(
    bot: BotView, name: str, number: int, most: float | None = None, fleet: str = ""
) -> int:
    """Order up to `number` units at yards with room, for up to `most` MC; return how many.

    They join a `fleet` of this name, if given.
    """
    class_ = next((row for row in bot.view["classes"] if row["name"] == name), None)
    if class_ is None or class_["faults"] or bot.short or number <= 0:
        return 0
    price = class_["price"]
    if class_["prototype"]:  # SC-HULL-009: one at a time, twice the price
        coming = any(building["of_class"] == name for building in bot.view["yards"])
        price, number = 2 * price, 0 if coming or name in bot.busy else 1
    money = bot.cash if most is None else min(most, bot.cash)
    ordered = 0
    for yard, room in bot.free_yard_work.items():
        share = min(number - ordered, int((money - ordered * price) / price))
        share = min(share, -(-int(room) // class_["spaces"]))
        if share > 0 and bot.pay(share * price):
            bot.order("BUILD", yard, share, name, *(("FLEET", fleet) if fleet else ()))
            bot.free_yard_work[yard] -= share * class_["spaces"]
            ordered += share
            bot.busy.add(name)
    return ordered
