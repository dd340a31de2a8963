"""What shipyards build: classes, and as many units as they can finish soon (SC-YRD)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.sums import int_sum
from variants.starcluster.bots.board import Board

#: By its name, the hull of a class and its design string.
Classes = Mapping[str, tuple[str, str]]


def register(board: Board, classes: Classes) -> None:
    """Order the classes that are not registered yet."""
    known = {one["name"] for one in board.view["classes"]}
    for name, (hull, design) in classes.items():
        if name not in known:
            board.order("DESIGN", name, hull, design)


def count(board: Board, name: str) -> int:
    """How many units of a class there are and are being built."""
    rows = (*board.view["units"], *board.view["yards"])
    return int_sum(row["of_class"] == name for row in rows)


def build(board: Board, name: str, number: int, most: float | None = None, fleet: str = "") -> int:
    """Order up to so many units where yards have room, for at most so many MC; say how many.

    They appear in a `fleet` of this name, if one is given.
    """
    found = next((one for one in board.view["classes"] if one["name"] == name), None)
    if found is None or found["faults"] or board.short or number <= 0:
        return 0
    price = found["price"]
    if found["prototype"]:  # SC-HULL-009: one at a time, twice the price
        coming = any(one["of_class"] == name for one in board.view["yards"])
        price, number = 2 * price, 0 if coming or name in board.busy else 1
    money = board.cash if most is None else min(most, board.cash)
    ordered = 0
    for yard, room in board.slips.items():
        here = min(number - ordered, int((money - ordered * price) / price))
        here = min(here, -(-int(room) // found["spaces"]))
        if here > 0 and board.pay(here * price):
            board.order("BUILD", yard, here, name, *(("FLEET", fleet) if fleet else ()))
            board.slips[yard] -= here * found["spaces"]
            ordered += here
            board.busy.add(name)
    return ordered
