"""The four accounts of an empire, costs and abilities of ships, and the income of sectors.

Phases, commands, views, checks, forecasts, bots and invariants all use this object, so a house rule
that changes a field or a method changes it for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from attrs import Factory, asdict, field, frozen

from horizons_core.limits import MAX_VALUE, number, within
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import COMPONENTS, HEXES, HOME_VALUE, START_STOCK
from variants.event_horizon.model import Design, Game, Ship
from variants.event_horizon.ship_rules import ShipRules


@frozen
class Share:
    """The income of one ship from its sector this turn, by component."""

    miner: Ship
    amounts: Mapping[str, int]


@frozen(kw_only=True)
class Mining(ShipRules):
    """The rulebook's economy. Its fields are the numbers, its methods the formulas.

    `accounts`: the component types, which are the accounts of the stock. `start_stock`: every
    empire's first stock, by account. `home_value`: each resource value of a home sector.
    `mothership`: the components of every mothership. `hexes`: hexes per turn of a ship with a move
    order. The other numbers are those of `ShipRules`. Invalid numbers raise ValueError.
    """

    accounts: tuple[str, ...] = COMPONENTS  # EH-CMP-001
    start_stock: Mapping[str, int] = number(Factory(lambda: dict(START_STOCK)))
    home_value: int = number(HOME_VALUE)
    # EH-SET-007
    mothership: Design = field(default=Design(hull=40, thrusters=4, weapons=4, shields=4))
    hexes: int = number(HEXES, 1, 1_000)

    @mothership.validator
    def _is_legal_mothership(self, field: Any, design: Design) -> None:
        within(0, MAX_VALUE)(self, field, list(asdict(design).values()))
        if not self.is_legal(design):
            minimum = self.least_hull(design.others)
            raise ValueError(f"'mothership' is not a legal ship: it needs hull {minimum}")

    # ships

    def cost(self, design: Design) -> dict[str, int]:
        """Return the cost of a ship of this design, by account (EH-CMP-002)."""
        return {
            "hull": design.hull,
            "thruster": design.thrusters,
            "weapon": design.weapons,
            "shield": design.shields,
        }

    def affordable(self, design: Design, stock: Mapping[str, int], count: int) -> int:
        """Return how many of `count` ships of this design a stock pays for (EH-CON-006)."""
        needs = self.cost(design).items()
        return min([count, *(stock.get(part, 0) // need for part, need in needs if need > 0)])

    def is_useful(self, design: Design) -> bool:
        """Return whether the design has a weapon or a thruster (EH-CON-003)."""
        return bool(design.thrusters or design.weapons)

    def is_sound(self, design: Design) -> bool:
        """Return whether the design's hull holds it together (EH-CON-002)."""
        return design.hull >= self.least_hull(design.others)

    def is_legal(self, design: Design) -> bool:
        """Return whether the design is legal (EH-CON-002, EH-CON-003)."""
        return self.is_useful(design) and self.is_sound(design)

    def reach(self, ship: Ship | Design) -> int:
        """Return the hexes of the ship's move order: 0 without a thruster (EH-MOV-001)."""
        return self.hexes if ship.thrusters else 0

    def strength(self, ship: Ship | Design) -> float:
        """Return the root of the number of components, to one decimal (EH-REP-003)."""
        return round(math.sqrt(ship.components), 1)

    # sectors

    def income(self, thrusters: int, value: int, empires: int) -> int:
        """Return the components mined: sqrt(thrusters) * value / empires (EH-INC-002, EH-INC-004).

        Rounded down (EH-INC-005). Integers avoid errors in the rounding of the root.
        """
        return math.isqrt(thrusters * value * value) // empires

    def fastest(self, ships: Sequence[Ship]) -> list[Ship]:
        """Return the ship with the most thrusters, of each empire that has one (EH-INC-001).

        Empty if no ship has a thruster.
        """
        top_speed = max((ship.thrusters for ship in ships), default=0)
        fastest: dict[str, Ship] = {}
        for ship in ships:
            if top_speed and ship.thrusters == top_speed:
                fastest.setdefault(ship.owner, ship)
        return list(fastest.values())

    def shares(self, ships: Sequence[Ship], values: Mapping[str, int]) -> list[Share]:
        """Return the shares of a sector with these values and living ships (EH-INC-003)."""
        match self.fastest(ships):
            case [miner]:
                return [self.share(miner, ships, values)]
            case _:
                return []

    def share(self, miner: Ship, ships: Sequence[Ship], values: Mapping[str, int]) -> Share:
        """Return the miner's income, divided by the number of empires present (EH-INC-004)."""
        empires = len({ship.owner for ship in ships})
        amounts = {
            part: self.income(miner.thrusters, values.get(part, 0), empires)
            for part in self.accounts
        }
        return Share(miner, amounts)

    # empires

    def worth(self, ships: Iterable[Ship], stock: Mapping[str, int]) -> tuple[int, int]:
        """Return the worth at the turn limit: components in ships, and in stock (EH-VIC-003)."""
        return ordered_sum(ship.components for ship in ships), ordered_sum(stock.values())


def economy_of(context: TurnContext[Game]) -> Mining:
    """Return the economy of the turn."""
    return cast(Mining, context.variant.economy)
