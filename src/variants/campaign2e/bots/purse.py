"""Weekly bills as far as the view shows them, in credits."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.economy import HEADINGS as RESOURCES

#: Resources without which a heading of maintenance doubles (C2E-2.4-02).
HEADINGS = tuple(RESOURCES.values())


@define(eq=False)
class Bills:
    """The weekly maintenance of all ships, in credits.

    Attributes:
        headings: undoubled cost, by the resource that each heading needs.
        fees: fees of leased ships, which are not doubled.
        each: undoubled cost of each ship.
    """

    headings: dict[str, float]
    fees: float
    each: Mapping[str, float]

    @classmethod
    def of(cls, bot: BotView) -> Bills:
        """Return the bills for all ships of a player."""
        headings, fees, each = dict.fromkeys(HEADINGS, 0.0), 0.0, {}
        for ship in bot.ships.values():
            if is_free_of_charge(ship):
                continue
            each[ship["name"]] = ship["upkeep"]
            if ship["leased"]:
                fees += ship["upkeep"]
            for heading, need in RESOURCES.items():
                headings[need] += ship["headings"][heading]
        return cls(headings, fees, each)

    def total(self, access: Collection[str]) -> float:
        """Return the week's bill with access to some resources."""
        doubled = ordered_sum(cost for need, cost in self.headings.items() if need not in access)
        return ordered_sum(self.headings.values()) + doubled + self.fees

    def factor(self, access: Collection[str]) -> float:
        """Return the factor by which missing resources raise the average ship's bill."""
        undoubled = ordered_sum(self.headings.values())
        return (self.total(access) - self.fees) / undoubled if undoubled else 2.0 - len(access) / 3


def is_free_of_charge(ship: Facts) -> bool:
    """Return whether a ship costs no maintenance, as fixed defences and captures do."""
    return not ship["upkeep"]
