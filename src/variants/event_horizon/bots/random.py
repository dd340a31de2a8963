"""A bot that gives random legal orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from attrs import frozen

from horizons_core.model import View
from horizons_core.orders import OrderOptions, order_options, sample_order
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Design

#: Orders with their own logic here, and orders without effect.
_KNOWN = ("BUILD", "MOVE", "NAME")


@frozen
class RandomBot:
    """Builds what the stock allows and moves about half of its ships in random directions.

    It chooses among the view's offers for the arguments of orders. It gives each order of a house
    rule once, half of the time.
    """

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        lines = []
        options = order_options(self.rules.commands, view)
        if any(ship["mothership"] for ship in view["ships"]):
            stock = dict(view["stock"])
            for _ in range(stream.integer(0, 3)):
                lines += self._build(stock, stream)
        if "MOVE" in options:
            lines += _moves(options["MOVE"], stream)
        for keyword in options:
            if keyword not in _KNOWN and stream.chance(0.5):
                lines.append(sample_order({keyword: options[keyword]}, stream))
        return "\n".join([*lines, ""])

    def _build(self, stock: dict[str, int], stream: Stream) -> list[str]:
        economy: Mining = self.rules.economy
        thrusters = stream.integer(0, min(4, stock["thruster"]))
        weapons = stream.integer(0, min(4, stock["weapon"]))
        shields = stream.integer(0, min(3, stock["shield"]))
        hull = economy.least_hull(thrusters + weapons + shields)
        design = Design(hull, thrusters, weapons, shields)
        if not economy.is_useful(design) or not economy.affordable(design, stock, 1):
            return []
        for part, need in economy.cost(design).items():
            stock[part] -= need
        return [f"BUILD 1 {design.hull} {thrusters} {weapons} {shields}"]


def _moves(options: OrderOptions, stream: Stream) -> list[str]:
    """Return random moves for about half of the ships that can move."""
    ships = cast(Sequence[str], options.arguments["ship"])
    directions = cast(Sequence[str], options.arguments["direction"])
    return [f"MOVE {ship} {stream.choice(directions)}" for ship in ships if stream.chance(0.5)]
