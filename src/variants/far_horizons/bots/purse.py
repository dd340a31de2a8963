"""What the home planet has to give in a turn: money, people and shipyards."""

from __future__ import annotations

from attrs import define

from variants.far_horizons.bots.realm import Realm


@define
class Purse:
    """Amounts that are certain; each method takes from them only what is there."""

    money: int
    people: int
    yards: int

    @classmethod
    def of_home(cls, realm: Realm) -> Purse:
        home = realm.home
        balance, treasury = max(0, home["to_spend"]), max(0, realm.view["treasury"])
        if home["bombed"]:
            treasury = min(treasury, balance)
        return cls(balance + treasury, home["population"], home["shipyards"])

    def pay(self, amount: int) -> bool:
        """Pay all of it or nothing."""
        if amount > self.money:
            return False
        self.money -= amount
        return True

    def build(self, cost: int) -> bool:
        """Pay for a ship, in a shipyard of its own."""
        if not self.yards or not self.pay(cost):
            return False
        self.yards -= 1
        return True

    def settlers(self, most: int) -> int:
        """Money for colonists with their units, in pairs; 0 if it is hardly worth while."""
        amount = min(most, self.money, 2 * self.people) // 2 * 2
        if amount < 20:
            return 0
        self.money -= amount
        self.people -= amount // 2
        return amount
