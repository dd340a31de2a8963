"""Colonists from the home planet: where they go, and in which ships."""

from __future__ import annotations

from attrs import define

from variants.far_horizons.bots.names import unused
from variants.far_horizons.bots.purse import Purse
from variants.far_horizons.bots.realm import Realm, spot
from variants.far_horizons.bots.returns import Returns
from variants.far_horizons.bots.sheet import MAKING, Facts, Sheet
from variants.far_horizons.view.ship_words import class_and_name

MOST_HAULERS = 12
LARGEST_HAULER = 20
FREIGHT = 0.6  #: what is left of a yield where colonists have to go by ship
PATIENCE = 0.6  #: a colony counts for more than its yield beside research: it grows


@define(slots=False)
class Colonists:
    """Orders of the home planet, paid from its purse."""

    realm: Realm
    returns: Returns
    sheet: Sheet
    purse: Purse

    def send(self) -> None:
        """Build straight for planets of the home system; load ships that are at home."""
        for aim in self._worthwhile(near=True):
            amount = self.purse.settlers(2 * self.realm.room(aim))
            if amount:
                self.sheet.say(MAKING, f"Develop {amount} PL {aim['name']}")
        far = self._worthwhile(near=False)
        for number, ship in enumerate(self._empty_haulers()):
            amount = self.purse.settlers(ship["capacity"]) if far else 0
            if amount:
                aim = far[number % len(far)]
                self.sheet.say(MAKING, f"Develop {amount} PL {aim['name']}, {class_and_name(ship)}")

    def build_haulers(self) -> None:
        """Ships for colonists, as large as may be, while there is work for more of them."""
        economy, haulers = self.realm.economy, self.realm.haulers
        largest = economy.largest_tonnage(self.realm.level("MA"))
        tonnage = min(largest, LARGEST_HAULER)
        wanted = min(2 * len(self._worthwhile(near=False)), MOST_HAULERS)
        names = [ship["name"] for ship in self.realm.view["ships"]]
        if tonnage > 1 and len(haulers) < wanted and self.purse.build(economy.ship_cost(tonnage)):
            self.sheet.say(MAKING, f"Build TR{tonnage} {unused('Hauler', names)}")

    def _worthwhile(self, *, near: bool) -> list[Facts]:
        """The aims that bring more than research does, the best first."""
        research = max(self.returns.of_research.values(), default=0.0)
        least = PATIENCE * research / (1 if near else FREIGHT)
        found = [
            (-self.returns.of_colony(aim), number, aim)
            for number, aim in enumerate(self.realm.aims)
            if (spot(aim["sector"]) == self.realm.home_sector) is near
        ]
        return [aim for minus, _, aim in sorted(found, key=lambda e: e[:2]) if -minus > least]

    def _empty_haulers(self) -> list[Facts]:
        return [
            ship
            for ship in self.realm.haulers
            if spot(ship["sector"]) == self.realm.home_sector and not ship["cargo"]
        ]
