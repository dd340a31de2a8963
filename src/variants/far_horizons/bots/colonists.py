"""Colonists from the home planet: their destinations and ships."""

from __future__ import annotations

from attrs import define

from variants.far_horizons.bots.names import unused
from variants.far_horizons.bots.purse import HomeBudget
from variants.far_horizons.bots.realm import Realm, spot
from variants.far_horizons.bots.returns import Returns
from variants.far_horizons.bots.sheet import MAKING, Facts, OrderSheet
from variants.far_horizons.view.ship_words import class_and_name

MOST_HAULERS = 12
LARGEST_HAULER = 20
FREIGHT = 0.6  #: factor of a yield if colonists have to go by ship
PATIENCE = 0.6  #: factor of research's yield in a comparison with a colony, which grows


@define(slots=False)
class Colonists:
    """Orders of the home planet, paid from its budget."""

    realm: Realm
    returns: Returns
    sheet: OrderSheet
    budget: HomeBudget

    def send(self) -> None:
        """Develop planets of the home system directly; load ships that are at home."""
        for aim in self._worthwhile(near=True):
            amount = self.budget.settlers(2 * self.realm.room(aim))
            if amount:
                self.sheet.say(MAKING, f"Develop {amount} PL {aim['name']}")
        far = self._worthwhile(near=False)
        for number, ship in enumerate(self._empty_haulers()):
            amount = self.budget.settlers(ship["capacity"]) if far else 0
            if amount:
                aim = far[number % len(far)]
                self.sheet.say(MAKING, f"Develop {amount} PL {aim['name']}, {class_and_name(ship)}")

    def build_haulers(self) -> None:
        """Build ships for colonists, as large as possible, while more are needed."""
        economy, haulers = self.realm.economy, self.realm.haulers
        largest = economy.largest_tonnage(self.realm.level("MA"))
        tonnage = min(largest, LARGEST_HAULER)
        needed = min(2 * len(self._worthwhile(near=False)), MOST_HAULERS)
        names = [ship["name"] for ship in self.realm.view["ships"]]
        if tonnage > 1 and len(haulers) < needed and self.budget.build(economy.ship_cost(tonnage)):
            self.sheet.say(MAKING, f"Build TR{tonnage} {unused('Hauler', names)}")

    def _worthwhile(self, *, near: bool) -> list[Facts]:
        """Return the aims that yield more than research, the best first."""
        research = max(self.returns.of_research.values(), default=0.0)
        least = PATIENCE * research / (1 if near else FREIGHT)
        ranked = [
            (-self.returns.of_colony(aim), number, aim)
            for number, aim in enumerate(self.realm.aims)
            if (spot(aim["sector"]) == self.realm.home_sector) is near
        ]
        return [aim for minus, _, aim in sorted(ranked, key=lambda e: e[:2]) if -minus > least]

    def _empty_haulers(self) -> list[Facts]:
        return [
            ship
            for ship in self.realm.haulers
            if spot(ship["sector"]) == self.realm.home_sector and not ship["cargo"]
        ]
