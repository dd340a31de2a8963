"""A bot that gives legal orders by chance."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.event_horizon.model import Design
from variants.event_horizon.orders import DIRECTIONS


@frozen
class RandomBot:
    """Builds whatever the stock allows and moves about half of its ships anywhere."""

    def orders(self, view: View, stream: Stream) -> str:
        lines = []
        stock = dict(view["stock"])
        if any(ship["mothership"] for ship in view["ships"]):
            for _ in range(stream.integer(0, 3)):
                lines += self._build(stock, stream)
        for ship in view["ships"]:
            if ship["thrusters"] and stream.chance(0.5):
                lines.append(f"MOVE {ship['number']} {stream.choice(DIRECTIONS)}")
        return "\n".join([*lines, ""])

    def _build(self, stock: dict[str, int], stream: Stream) -> list[str]:
        thrusters = stream.integer(0, min(4, stock["thruster"]))
        weapons = stream.integer(0, min(4, stock["weapon"]))
        shields = stream.integer(0, min(3, stock["shield"]))
        bare = Design(0, thrusters, weapons, shields)
        design = Design(bare.least_hull, thrusters, weapons, shields)
        if not design.useful or design.hull > stock["hull"]:
            return []
        for part, need in design.cost.items():
            stock[part] -= need
        return [f"BUILD 1 {design.hull} {thrusters} {weapons} {shields}"]
