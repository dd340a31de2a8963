"""A warlike player: settles like the settler, and makes war on the nearest species that it knows.

It earns until it can build frigates. Its fleet gathers at home, goes where its odds are good, bombs
and besieges what is there, and comes home to be made young. Like the settler it writes only orders
that cannot be refused: ships that may leave a battle get no other order, and a planet that may come
under siege spends only what is left then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import define, field, frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.far_horizons.bots.arsenal import Arsenal
from variants.far_horizons.bots.foes import Foes
from variants.far_horizons.bots.purse import Purse
from variants.far_horizons.bots.realm import Realm, Spot, spot
from variants.far_horizons.bots.settler import DARING, Plan
from variants.far_horizons.bots.sheet import BEFORE, FIGHT, JUMPS, Facts
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.view.ship_words import class_and_name

MOST_ENEMIES = 2  #: species that it declares war on by itself
GOOD = 1.3  #: odds that are good enough for an attack
FAIR = 0.8  #: odds that are good enough to defend a planet of one's own
SAFE = 1500  #: the greatest chance of a mishap on the way to an enemy, in hundredths of a percent
RISKY = 3500  #: the same on the way home
FRESH = 5  #: ships of this age go on no attack
WORN = 12  #: the mean age at which a fleet goes home
LEAVING = 30  #: the age at which a ship leaves a battle
WARLIKE = {"ML": 8, "GV": 9, "BI": 2}


@frozen
class RaiderBot:
    """Plans a turn from a view."""

    economy: Economy = RULEBOOK_ECONOMY

    def orders(self, view: View, stream: Stream) -> str:
        plan = Raid(Realm(view, self.economy), stream)
        plan.fight()
        plan.before_departure()
        plan.jump()
        plan.produce()
        return plan.sheet.text


@define(slots=False)
class Raid(Plan):
    """The orders of a turn in the making. In `fields` ships fight, and may leave by themselves."""

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
        found: dict[Spot, list[Facts]] = {}
        for ship in self.realm.ships:
            if not (ship["transport"] or ship["starbase"] or ship["sub_light"]):
                found.setdefault(spot(ship["sector"]), []).append(ship)
        return found

    # combat

    def fight(self) -> None:
        """Attack where the odds are good; defend one's own planets where they are fair."""
        own = {spot(colony["sector"]) for colony in self.realm.colonies if _lived_on(colony)}
        for sector, fleet in self.fleets.items():
            owners = [name for name in self.enemies if self._is_there(name, sector)]
            odds = self.foes.odds_in_sight(fleet, sector, owners)
            at_home = sector in own
            stays = at_home or not self._should_leave(sector, fleet)
            if owners and stays and odds >= (FAIR if at_home else GOOD):
                self._battle(sector, owners, at_home=at_home)

    def _should_leave(self, sector: Spot, fleet: list[Facts]) -> bool:
        """Whether a fleet is worn but can still come home."""
        worn = int_sum(_age(ship) for ship in fleet) >= WORN * len(fleet)
        return worn and self._stop(sector, self.realm.home_sector, _oldest(fleet), RISKY) != sector

    def _is_there(self, name: str, sector: Spot) -> bool:
        return bool(self.foes.ships_at(sector, [name]) or self.foes.worlds_at(sector, [name]))

    def _battle(self, sector: Spot, owners: list[str], *, at_home: bool) -> None:
        x, y, z = sector
        self.sheet.say(FIGHT, f"Battle {x} {y} {z}")
        self.sheet.say(FIGHT, "Summary")
        for name in owners:
            self.sheet.say(FIGHT, f"Attack SP {name}")
        for option in self._options(sector, owners):
            self.sheet.say(FIGHT, f"Engage {option}")
        if at_home:
            return
        self.fields.add(sector)
        haven = self._haven(sector)
        self.sheet.say(FIGHT, f"Withdraw 0 {LEAVING} 100")
        if haven is not None:
            x, y, z = haven
            self.sheet.say(FIGHT, f"Haven {x} {y} {z}")

    def _options(self, sector: Spot, owners: list[str]) -> Iterator[str]:
        """Drive off their ships wherever they are, and bomb and besiege their planets."""
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
        """The nearest other sector where one's people live."""
        havens = {spot(colony["sector"]) for colony in self.realm.colonies if _lived_on(colony)}
        havens -= {sector}
        return min(havens, key=lambda each: (distance_squared(each, sector), each), default=None)

    # before departure

    def before_departure(self) -> None:
        super().before_departure()
        for sector, fleet in self.fleets.items():
            equipped = any(ship["cargo"].get("DR") for ship in fleet)
            if equipped and _oldest(fleet) >= FRESH and sector != self.realm.home_sector:
                x, y, z = sector
                self.sheet.say(BEFORE, f"Repair {x} {y} {z}")

    def _befriend(self) -> None:
        """It has no friends: it declares war on who comes with warships, and on the nearest."""
        chosen = [name for name in self._intruders() if name not in self.enemies]
        prey = [name for name in self._prey() if name not in {*self.enemies, *chosen}]
        missing = MOST_ENEMIES - len(self.enemies) - len(chosen)
        for name in [*chosen, *prey[: max(0, missing)]]:
            self.sheet.say(BEFORE, f"Enemy SP {name}")

    def _intruders(self) -> list[str]:
        """Whose warships are where one's own people live."""
        own = {spot(colony["sector"]) for colony in self.realm.colonies if _lived_on(colony)}
        found = {
            ship["species"]
            for sector in own
            for ship in self.foes.ships.get(sector, ())
            if not ship["transport"]
        }
        return sorted(found)

    def _prey(self) -> list[str]:
        """The species that were met and whose planets are known, the nearest first."""
        met, near = set(self.realm.view["met"]), self._nearness
        worlds = sorted((near(w.sector), w.species) for w in self.foes.worlds if w.species in met)
        planets = [name for _, name in worlds]
        return list(dict.fromkeys(planets + sorted(met & self.foes.seen)))

    def _nearness(self, sector: Spot) -> int:
        return distance_squared(self.realm.home_sector, sector)

    # jumps

    def jump(self) -> None:
        super().jump()
        self._patrol()
        for sector, fleet in self.fleets.items():
            if sector not in self.fields:
                self._send(sector, fleet)

    def _patrol(self) -> None:
        """Scouts that have nothing new to see look where nobody has looked for longest."""
        old = sorted((scan["turn"], spot(scan["sector"])) for scan in self.realm.view["scans"])
        own = {spot(ship["sector"]) for ship in self.realm.ships}
        goals = [sector for _, sector in old if sector not in own]
        for ship in self.realm.scouts:
            if ship.get("nearest_stars"):
                continue
            near = (goal for goal in goals if self.realm.risk(ship, goal) <= DARING)
            goal = next(near, None)
            if goal is not None:
                goals.remove(goal)
                x, y, z = goal
                self.sheet.say(JUMPS, f"Jump {class_and_name(ship)}, {x} {y} {z}")

    def _send(self, sector: Spot, fleet: list[Facts]) -> None:
        """A fleet goes for the nearest planet that it can take, or home."""
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
        """The nearest planet of an enemy where the odds are good, if nobody is needed at home."""
        home = self.realm.home_sector
        if not fleet or (sector == home and home in self.realm.watched):
            return None
        goals = {world.sector for world in self.foes.worlds if world.species in self.enemies}
        for goal in sorted(goals - {sector}, key=lambda at: (distance_squared(at, sector), at)):
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
            self.sheet.say(JUMPS, f"Jump {class_and_name(ship)}, {x} {y} {z}")
            self.leaving.add(ship["name"])

    def _stop(self, sector: Spot, goal: Spot, age: int, most: int) -> Spot:
        """The goal, or the star closest to it that such a ship can risk to jump to, or here."""
        best, closest = sector, distance_squared(sector, goal)
        for stop in (goal, *self._stars):
            left = distance_squared(stop, goal)
            if left < closest and self._risk(sector, stop, age) <= most:
                best, closest = stop, left
        return best

    @cached_property
    def _stars(self) -> list[Spot]:
        return [spot(star["sector"]) for star in self.realm.view["stars"]]

    def _risk(self, sector: Spot, stop: Spot, age: int) -> int:
        squared, gravitics = distance_squared(sector, stop), self.realm.level("GV")
        return self.realm.economy.mishap_chance(squared, gravitics, age)

    # production

    def _spend(self, purse: Purse) -> None:
        self._continue(purse)
        self._build(purse)
        arsenal = Arsenal(self.realm, self.sheet, purse)
        staying = [ship for ship in self._fleet_at_home() if ship["name"] not in self.leaving]
        if self.enemies:
            arsenal.rejuvenate(staying)
            arsenal.arm()
            arsenal.outfit(staying)
        self._defend(purse, purse.money // 20)
        self._settle(purse)
        self._research(purse.money)

    def _fleet_at_home(self) -> list[Facts]:
        return self.fleets.get(self.realm.home_sector, [])

    def _others(self) -> Mapping[str, float]:
        return WARLIKE

    def after_arrival(self) -> None:
        """It teaches nobody."""


def _lived_on(colony: Facts) -> bool:
    return bool(colony["kind"] != "named")


def _age(ship: Facts) -> int:
    return max(0, int(ship["age"]))


def _oldest(fleet: list[Facts]) -> int:
    return max((_age(ship) for ship in fleet), default=0)
