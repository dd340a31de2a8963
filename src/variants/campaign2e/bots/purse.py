"""What a player's week brings in and costs, as far as the view tells it; in credits."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.economy import HEADINGS as RESOURCES

#: The resources without which a heading of maintenance doubles (C2E-2.4-02).
HEADINGS = tuple(RESOURCES.values())


@define(eq=False)
class Bills:
    """The weekly maintenance of all ships, in credits.

    Attributes:
        headings: undoubled, by the resource that each heading needs.
        fees: of leased ships, which are not doubled.
        each: by ship, what it costs undoubled.
    """

    headings: dict[str, float]
    fees: float
    each: Mapping[str, float]

    @classmethod
    def of(cls, board: Board) -> Bills:
        """The bills of the ships of a board."""
        headings, fees, each = dict.fromkeys(HEADINGS, 0.0), 0.0, {}
        for ship in board.ships.values():
            if is_free_of_charge(ship):
                continue
            each[ship["name"]] = ship["upkeep"]
            if ship["leased"]:
                fees += ship["upkeep"]
            for heading, need in RESOURCES.items():
                headings[need] += ship["headings"][heading]
        return cls(headings, fees, each)

    def total(self, access: Collection[str]) -> float:
        """The week's bill with access to these resources."""
        doubled = ordered_sum(cost for need, cost in self.headings.items() if need not in access)
        return ordered_sum(self.headings.values()) + doubled + self.fees

    def factor(self, access: Collection[str]) -> float:
        """By how much missing resources raise the bill of the average ship."""
        whole = ordered_sum(self.headings.values())
        return (self.total(access) - self.fees) / whole if whole else 2.0 - len(access) / 3


def is_free_of_charge(ship: Facts) -> bool:
    """Return whether a ship costs no maintenance: defences that cannot leave, and captures."""
    return not ship["upkeep"]
