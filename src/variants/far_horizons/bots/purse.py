"""The home planet's budget for a turn: money, people and shipyards."""

from __future__ import annotations

from attrs import define

from variants.far_horizons.bots.realm import Realm


@define
class HomeBudget:
    """Amounts that are certain; each method takes at most what is left."""

    money: int
    people: int
    yards: int

    @classmethod
    def of_home(cls, realm: Realm) -> HomeBudget:
        home = realm.home
        balance, treasury = max(0, home["to_spend"]), max(0, realm.view["treasury"])
        if home["bombed"]:
            treasury = min(treasury, balance)
        return cls(balance + treasury, home["population"], home["shipyards"])

    def pay(self, amount: int) -> bool:
        """Pay the full amount or nothing."""
        if amount > self.money:
            return False
        self.money -= amount
        return True

    def build(self, cost: int) -> bool:
        """Pay for a ship, if a shipyard is free."""
        if not self.yards or not self.pay(cost):
            return False
        self.yards -= 1
        return True

    def settlers(self, most: int) -> int:
        """Pay for pairs of colonists and their units; return 0 if it is hardly worthwhile."""
        amount = min(most, self.money, 2 * self.people) // 2 * 2
        if amount < 20:
            return 0
        self.money -= amount
        self.people -= amount // 2
        return amount
