"""The economy: four accounts, and what a sector yields to whom (EH-INC-001 to EH-INC-005)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from attrs import frozen

from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.model import Ship


@frozen
class Share:
    """What one ship mines in its sector this turn, by component."""

    miner: Ship
    amounts: Mapping[str, int]


def income(thrusters: int, value: int, empires: int) -> int:
    """Components mined: sqrt(thrusters) * value / empires, rounded down (EH-INC-002, 004, 005).

    In whole numbers, so that no rounding of the root can show.
    """
    return math.isqrt(thrusters * value * value) // empires


@frozen
class Mining:
    """The rulebook's economy. A house rule replaces it by another object with `shares`."""

    accounts: tuple[str, ...] = COMPONENTS

    def fastest(self, ships: Sequence[Ship]) -> list[Ship]:
        """The ship with the most thrusters of each empire that shares that number; none for 0."""
        most = max((ship.thrusters for ship in ships), default=0)
        best: dict[str, Ship] = {}
        for ship in ships:
            if most and ship.thrusters == most:
                best.setdefault(ship.owner, ship)
        return list(best.values())

    def shares(self, ships: Sequence[Ship], values: Mapping[str, int]) -> list[Share]:
        """Who mines how much of a sector with these values and living ships (EH-INC-003)."""
        miners = self.fastest(ships)
        if len(miners) != 1:
            return []
        return [self.share(miners[0], ships, values)]

    def share(self, miner: Ship, ships: Sequence[Ship], values: Mapping[str, int]) -> Share:
        """The miner's income, divided by the number of empires present (EH-INC-004)."""
        empires = len({ship.owner for ship in ships})
        amounts = {
            part: income(miner.thrusters, values.get(part, 0), empires) for part in self.accounts
        }
        return Share(miner, amounts)
