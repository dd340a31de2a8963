"""What the settler knows, asked as it thinks: where its people are, what is near, what is free."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from horizons_core.model import View
from variants.far_horizons.bots.sheet import Facts
from variants.far_horizons.economy import Economy
from variants.far_horizons.formulas import distance_squared

Spot = tuple[int, int, int]

#: A colony grows by itself from this base on, in tenths.
GROWN = 300


@frozen(slots=False)
class Realm:
    """A species' position, and the economy by which it reckons."""

    view: View
    economy: Economy

    @cached_property
    def colonies(self) -> list[Facts]:
        return list(self.view["colonies"])

    @property
    def home(self) -> Facts:
        return self.colonies[0]

    @cached_property
    def home_sector(self) -> Spot:
        return spot(self.home["sector"])

    def level(self, tech: str) -> int:
        """The level of a technology."""
        return int(self.view["techs"][tech]["level"])

    def colony(self, name: str) -> Facts | None:
        """The named planet of this name."""
        return next((colony for colony in self.colonies if colony["name"] == name), None)

    # ships

    @cached_property
    def ships(self) -> list[Facts]:
        """Finished ships that are somewhere."""
        nowhere = {"building", "withdrew", "forced"}
        return [ship for ship in self.view["ships"] if ship["where"] not in nowhere]

    @cached_property
    def scouts(self) -> list[Facts]:
        return [ship for ship in self.ships if ship["class"] == "TR1" and not ship["sub_light"]]

    @cached_property
    def haulers(self) -> list[Facts]:
        """Transports for colonists."""
        return [s for s in self.ships if s["transport"] and s["tonnage"] > 1 and not s["sub_light"]]

    def risk(self, ship: Facts, goal: Spot) -> int:
        """The chance of a mishap on a jump, in hundredths of a percent."""
        squared = distance_squared(spot(ship["sector"]), goal)
        return self.economy.mishap_chance(squared, self.level("GV"), max(0, ship["age"]))

    def risk_from_home(self, goal: Spot) -> int:
        """The same for a new ship from the home planet."""
        squared = distance_squared(self.home_sector, goal)
        return self.economy.mishap_chance(squared, self.level("GV"))

    # planets

    @cached_property
    def watched(self) -> set[Spot]:
        """Where warships of others are."""
        return {
            spot(here["sector"])
            for here in self.view["aliens"]
            if any(not ship["transport"] for ship in here["ships"])
        }

    def in_danger(self, colony: Facts) -> bool:
        """Whether a planet is under siege, or may be before it produces again."""
        return colony["besieged"] or spot(colony["sector"]) in self.watched

    @cached_property
    def aims(self) -> list[Facts]:
        """Named planets that still need colonists from home."""
        return [
            colony
            for colony in self.colonies[1:]
            if colony["mining_base"] + colony["manufacturing_base"] < GROWN
            and not colony["besieged"]
            and self.can_live_on(colony)
        ]

    def can_live_on(self, colony: Facts) -> bool:
        """Whether colonists would live on a named planet; not where nobody has looked."""
        needed = colony.get("life_support")
        if needed is None:
            needed = self._life_support.get((spot(colony["sector"]), colony["orbit"]))
        return needed is not None and self.economy.survives(needed, self.level("LS"))

    @cached_property
    def _life_support(self) -> dict[tuple[Spot, int], int]:
        """The life support that planets need, as they were scanned."""
        return {
            (spot(scan["sector"]), planet["orbit"]): planet["life_support"]
            for scan in self.view["scans"]
            for planet in scan["planets"]
        }

    def prospects(self) -> Iterator[tuple[float, Spot, int]]:
        """Planets where a colony could live, with a mark each: the lower the better."""
        support = self.level("LS")
        named = {(spot(colony["sector"]), colony["orbit"]) for colony in self.colonies}
        foreign = {spot(system["sector"]) for system in self.view["neighbours"]}
        for scan in self.view["scans"]:
            sector = spot(scan["sector"])
            risk = self.risk_from_home(sector)
            if sector in foreign or risk > 1200:
                continue
            for planet in scan["planets"]:
                free = (sector, planet["orbit"]) not in named
                if free and self.economy.survives(planet["life_support"], support):
                    penalty = planet["life_support"] / max(1, support)
                    yield (
                        penalty + planet["mining_difficulty"] / 500 + risk / 1000,
                        sector,
                        planet["orbit"],
                    )


def spot(sector: list[int]) -> Spot:
    """A sector of a view as a key."""
    x, y, z = sector
    return (x, y, z)
