"""The bot `raider`, which makes war.

It settles like the settler, equips a fleet, and fights the nearest species that it knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import define, field, frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.sums import int_sum, ordered_sum
from variants.far_horizons.bots.enemies import Foes
from variants.far_horizons.bots.realm import (
    BEFORE,
    FIGHT,
    JUMPS,
    PRODUCTION,
    Facts,
    HomeBudget,
    OrderSheet,
    Realm,
    Spot,
    spot,
    unused,
)
from variants.far_horizons.bots.settler import SCOUT_RISK, SettlerTurn
from variants.far_horizons.constants import ITEM_OF, SHIP_CLASSES, Item
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.view.lookup import class_and_name

OLD = 2  #: minimum age of ships to upgrade
MAX_FLEET_COST = 3500  #: limit of the fleet's cost, in hundredths of a percent of production
WARSHIP = 10  #: smallest hull for which it begins to arm, in units of 10,000 tons
GEAR = 5  #: divisor of the money for the part that goes to guns and shields
REPAIR_UNITS = 2  #: damage repair units aboard a ship

#: The warships by size, largest first, without the picketboat.
_HULLS = [(hull.tonnage, hull.abbreviation) for hull in reversed(SHIP_CLASSES) if hull.tonnage >= 2]
_GEAR = [ITEM_OF[f"{kind}{mark}"] for mark in range(9, 0, -1) for kind in ("GU", "SG")]

MAX_ENEMIES = 2  #: number of species on which it declares war by itself
GOOD = 1.3  #: sufficient odds for an attack
FAIR = 0.8  #: sufficient odds to defend its own planets
SAFE = 1500  #: maximum chance of a mishap on the way to an enemy, in hundredths of a percent
RISKY = 3500  #: the same on the way home
FRESH = 5  #: age at and above which ships do not attack
WORN = 12  #: mean age at which a fleet goes home
LEAVING = 30  #: age at which a ship leaves a battle
WARLIKE = {"ML": 8, "GV": 9, "BI": 2}


@frozen
class Arsenal:
    """Orders of the home planet, paid from its budget."""

    realm: Realm
    sheet: OrderSheet
    budget: HomeBudget

    @property
    def economy(self) -> Economy:
        return self.realm.economy

    def rejuvenate(self, ships: Iterable[Facts]) -> None:
        """Upgrade old ships, each for at most half of the money."""
        for ship in ships:
            price = self.economy.ship_cost(ship["tonnage"])
            cost = self.economy.upgrade_cost(max(0, ship["age"]), price)
            if ship["age"] >= OLD and 2 * cost <= self.budget.money and self.budget.pay(cost):
                self.sheet.add(PRODUCTION, f"Upgrade {class_and_name(ship)}, {cost}")

    def outfit(self, ships: Iterable[Facts]) -> None:
        """Give each ship a gun or a shield, and units for repairs, for a share of the money."""
        share = self.budget.money // GEAR
        for ship in ships:
            free = ship["capacity"] - ordered_sum(
                ITEM_OF[i].room * n for i, n in ship["cargo"].items()
            )
            for item, count in self._wanted_items(ship):
                cost = count * self.economy.item_cost(item.abbreviation, self.realm.level("BI"))
                needed = self.economy.item_level(item.abbreviation)
                known = self.realm.level(item.tech) >= needed
                if known and count * item.room <= free and cost <= share and self.budget.pay(cost):
                    share, free = share - cost, free - count * item.room
                    order = f"Build {count} {item.abbreviation}, {class_and_name(ship)}"
                    self.sheet.add(PRODUCTION, order)
                    break

    def _wanted_items(self, ship: Facts) -> Iterable[tuple[Item, int]]:
        """Yield what a ship should get next, by priority: repair units, then guns or shields."""
        guns = ordered_sum(count for item, count in ship["cargo"].items() if item.startswith("GU"))
        shields = ordered_sum(
            count for item, count in ship["cargo"].items() if item.startswith("SG")
        )
        kind = "GU" if guns <= shields else "SG"
        lacking = REPAIR_UNITS - ship["cargo"].get("DR", 0)
        if lacking > 0:
            yield ITEM_OF["DR"], lacking
        yield from ((item, 1) for item in _GEAR if item.abbreviation.startswith(kind))

    def arm(self) -> None:
        """Build warships as large as possible, unless the fleet costs too much; or save for one.

        A large ship is worth more than several small ones (FH-SHIP-011). If half of the money isn't
        enough for one, it is saved for at most one turn.
        """
        largest = self.economy.largest_tonnage(self.realm.level("MA"))
        able = largest >= WARSHIP and self.realm.level("GV")
        if not able or self.realm.view["fleet_percent"] > MAX_FLEET_COST:
            return
        half = self.budget.money // 2
        price = self.economy.ship_cost
        fitting = (hull for hull in _HULLS if hull[0] <= largest and price(hull[0]) <= 2 * half)
        tonnage, hull = next(fitting, (0, ""))
        if not hull:
            return
        if price(tonnage) > half:
            self.budget.pay(half)
        names = [ship["name"] for ship in self.realm.view["ships"]]
        while price(tonnage) <= half and self.budget.build(price(tonnage)):
            half -= price(tonnage)
            names.append(unused("Talon", names))
            self.sheet.add(PRODUCTION, f"Build {hull} {names[-1]}")


@frozen
class RaiderBot:
    """Plans a turn from a view."""

    economy: Economy = RULEBOOK_ECONOMY

    def orders(self, view: View, stream: Stream) -> str:
        plan = RaiderTurn(Realm(view, self.economy), stream)
        plan.fight()
        plan.before_departure()
        plan.jump()
        plan.produce()
        return plan.sheet.text


@define(slots=False)
class RaiderTurn(SettlerTurn):
    """Builds the orders of a turn. In `fields` ships fight, and may leave by themselves."""

    fields: set[Spot] = field(factory=set)
    leaving: set[str] = field(factory=set)  # ships that jump this turn

    @cached_property
    def foes(self) -> Foes:
        return Foes(self.realm)

    @cached_property
    def enemies(self) -> list[str]:
        return list(self.realm.view["enemies"])

    @cached_property
    def fleets(self) -> dict[Spot, list[Facts]]:
        """Warships by sector."""
        fleets: dict[Spot, list[Facts]] = {}
        for ship in self.realm.ships:
            if not (ship["transport"] or ship["starbase"] or ship["sub_light"]):
                fleets.setdefault(spot(ship["sector"]), []).append(ship)
        return fleets

    # combat

    def fight(self) -> None:
        """Attack with good odds; defend the bot's planets with fair odds."""
        settled = {
            spot(colony["sector"]) for colony in self.realm.colonies if _is_inhabited(colony)
        }
        for sector, fleet in self.fleets.items():
            owners = [name for name in self.enemies if self._is_present(name, sector)]
            odds = self.foes.odds_in_sight(fleet, sector, owners)
            at_home = sector in settled
            stays = at_home or not self._should_leave(sector, fleet)
            if owners and stays and odds >= (FAIR if at_home else GOOD):
                self._battle(sector, owners, at_home=at_home)

    def _should_leave(self, sector: Spot, fleet: list[Facts]) -> bool:
        """Return whether a fleet is damaged but can still reach home."""
        worn = int_sum(_age(ship) for ship in fleet) >= WORN * len(fleet)
        return worn and self._stop(sector, self.realm.home_sector, _oldest(fleet), RISKY) != sector

    def _is_present(self, name: str, sector: Spot) -> bool:
        return bool(self.foes.ships_at(sector, [name]) or self.foes.worlds_at(sector, [name]))

    def _battle(self, sector: Spot, owners: list[str], *, at_home: bool) -> None:
        x, y, z = sector
        self.sheet.add(FIGHT, f"Battle {x} {y} {z}")
        self.sheet.add(FIGHT, "Summary")
        for name in owners:
            self.sheet.add(FIGHT, f"Attack SP {name}")
        for option in self._options(sector, owners):
            self.sheet.add(FIGHT, f"Engage {option}")
        if at_home:
            return
        self.fields.add(sector)
        haven = self._haven(sector)
        self.sheet.add(FIGHT, f"Withdraw 0 {LEAVING} 100")
        if haven is not None:
            x, y, z = haven
            self.sheet.add(FIGHT, f"Haven {x} {y} {z}")

    def _options(self, sector: Spot, owners: list[str]) -> Iterator[str]:
        """Yield options that drive off ships wherever they are, and bomb and besiege planets."""
        ships = self.foes.ships_at(sector, owners)
        worlds = {world.orbit for world in self.foes.worlds_at(sector, owners)}
        if ships:
            yield "3"
        for orbit in sorted({ship["orbit"] for ship in ships} - worlds - {0}):
            yield f"4 {orbit}"
        for orbit in sorted(worlds):
            yield f"5 {orbit}"
            yield f"7 {orbit}"

    def _haven(self, sector: Spot) -> Spot | None:
        """Return the nearest other sector with one of the species' colonies."""
        havens = {spot(colony["sector"]) for colony in self.realm.colonies if _is_inhabited(colony)}
        havens -= {sector}
        return min(havens, key=lambda haven: (distance_squared(haven, sector), haven), default=None)

    # before departure

    def before_departure(self) -> None:
        super().before_departure()
        for sector, fleet in self.fleets.items():
            equipped = any(ship["cargo"].get("DR") for ship in fleet)
            if equipped and _oldest(fleet) >= FRESH and sector != self.realm.home_sector:
                x, y, z = sector
                self.sheet.add(BEFORE, f"Repair {x} {y} {z}")

    def _set_attitudes(self) -> None:
        """Declare war on intruders and on the nearest species; the bot has no friends."""
        chosen = [name for name in self._intruders() if name not in self.enemies]
        prey = [name for name in self._possible_targets() if name not in {*self.enemies, *chosen}]
        missing = MAX_ENEMIES - len(self.enemies) - len(chosen)
        for name in [*chosen, *prey[: max(0, missing)]]:
            self.sheet.add(BEFORE, f"Enemy SP {name}")

    def _intruders(self) -> list[str]:
        """Return the species whose warships are at the bot's colonies."""
        settled = {
            spot(colony["sector"]) for colony in self.realm.colonies if _is_inhabited(colony)
        }
        intruders = {
            ship["species"]
            for sector in settled
            for ship in self.foes.ships.get(sector, ())
            if not ship["transport"]
        }
        return sorted(intruders)

    def _possible_targets(self) -> list[str]:
        """Return the species that were met and whose planets are known, nearest first."""
        met, near = set(self.realm.view["met"]), self._distance_from_home
        worlds = sorted((near(w.sector), w.species) for w in self.foes.worlds if w.species in met)
        planets = [name for _, name in worlds]
        return list(dict.fromkeys(planets + sorted(met & self.foes.sighted_species)))

    def _distance_from_home(self, sector: Spot) -> int:
        return distance_squared(self.realm.home_sector, sector)

    # jumps

    def jump(self) -> None:
        super().jump()
        self._patrol()
        for sector, fleet in self.fleets.items():
            if sector not in self.fields:
                self._send(sector, fleet)

    def _patrol(self) -> None:
        """Send idle scouts to the sectors with the oldest scans."""
        old = sorted((scan["turn"], spot(scan["sector"])) for scan in self.realm.view["scans"])
        occupied = {spot(ship["sector"]) for ship in self.realm.ships}
        goals = [sector for _, sector in old if sector not in occupied]
        for ship in self.realm.scouts:
            if ship.get("nearest_stars"):
                continue
            near = (goal for goal in goals if self.realm.risk(ship, goal) <= SCOUT_RISK)
            goal = next(near, None)
            if goal is not None:
                goals.remove(goal)
                x, y, z = goal
                self.sheet.add(JUMPS, f"Jump {class_and_name(ship)}, {x} {y} {z}")

    def _send(self, sector: Spot, fleet: list[Facts]) -> None:
        """Send a fleet to the nearest planet that it can take, or home."""
        home = self.realm.home_sector
        fresh = [ship for ship in fleet if _age(ship) < FRESH]
        rest = [ship for ship in fleet if _age(ship) >= FRESH]
        goal = self._target(sector, fresh)
        if goal is not None:
            self._jump(fresh, sector, self._stop(sector, goal, _oldest(fresh), SAFE))
        else:
            rest = fleet
        for ship in rest:
            self._jump([ship], sector, self._stop(sector, home, _age(ship), RISKY))

    def _target(self, sector: Spot, fleet: list[Facts]) -> Spot | None:
        """Return the nearest enemy planet with good odds, unless the fleet is needed at home."""
        home = self.realm.home_sector
        if not fleet or (sector == home and home in self.realm.watched):
            return None
        goals = {world.sector for world in self.foes.worlds if world.species in self.enemies}
        for goal in sorted(goals - {sector}, key=lambda s: (distance_squared(s, sector), s)):
            if goal in self.fields:
                continue
            if self.foes.odds(fleet, goal, self.enemies) >= GOOD + 0.2:
                return goal
        return None

    def _jump(self, fleet: list[Facts], sector: Spot, stop: Spot) -> None:
        if stop == sector:
            return
        x, y, z = stop
        for ship in fleet:
            self.sheet.add(JUMPS, f"Jump {class_and_name(ship)}, {x} {y} {z}")
            self.leaving.add(ship["name"])

    def _stop(self, sector: Spot, goal: Spot, age: int, maximum: int) -> Spot:
        """Return the goal, the star nearest to it that the risk allows, or this sector."""
        best, closest = sector, distance_squared(sector, goal)
        for stop in (goal, *self._stars):
            remaining = distance_squared(stop, goal)
            if remaining < closest and self._risk(sector, stop, age) <= maximum:
                best, closest = stop, remaining
        return best

    @cached_property
    def _stars(self) -> list[Spot]:
        return [spot(star["sector"]) for star in self.realm.view["stars"]]

    def _risk(self, sector: Spot, stop: Spot, age: int) -> int:
        squared, gravitics = distance_squared(sector, stop), self.realm.level("GV")
        return self.realm.economy.mishap_chance(squared, gravitics, age)

    # production

    def _spend(self, budget: HomeBudget) -> None:
        self._continue(budget)
        self._build(budget)
        arsenal = Arsenal(self.realm, self.sheet, budget)
        staying = [ship for ship in self._fleet_at_home() if ship["name"] not in self.leaving]
        if self.enemies:
            arsenal.rejuvenate(staying)
            arsenal.arm()
            arsenal.outfit(staying)
        self._defend(budget, budget.money // 20)
        self._settle(budget)
        self._research(budget.money)

    def _fleet_at_home(self) -> list[Facts]:
        return self.fleets.get(self.realm.home_sector, [])

    def _other_shares(self) -> Mapping[str, float]:
        return WARLIKE

    def after_arrival(self) -> None:
        """Do nothing: the bot teaches no other species."""


def _is_inhabited(colony: Facts) -> bool:
    return bool(colony["kind"] != "named")


def _age(ship: Facts) -> int:
    return max(0, int(ship["age"]))


def _oldest(fleet: list[Facts]) -> int:
    return max((_age(ship) for ship in fleet), default=0)
