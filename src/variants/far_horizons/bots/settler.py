"""A peaceful bot that scouts, colonizes and researches, and the bot that plays for AUTO.

Clauses: FH-AUTO-001.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define, field, frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.far_horizons.bots.realm import (
    AFTER,
    BEFORE,
    JUMPS,
    PRODUCTION,
    Facts,
    HomeBudget,
    OrderSheet,
    Realm,
    Spot,
    base,
    colony_name,
    spot,
    unused,
)
from variants.far_horizons.bots.returns import Returns
from variants.far_horizons.constants import FULL_BASE, TECHS
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.orders.drafts import default_orders
from variants.far_horizons.view.lookup import class_and_name

MAX_HAULERS = 12
MAX_HAULER_SIZE = 20
FREIGHT = 0.6  #: factor of a yield if colonists have to go by ship
PATIENCE = 0.6  #: factor of research's yield in a comparison with a colony, which grows

MAX_SCOUTS = 3
MAX_AIMS = 3  #: number of planets settled at a time
MAX_YARDS = 3
SCOUT_RISK = 2000  #: highest acceptable chance of a mishap for a scout, in 1/100 percent
#: Shares of the money for research: of earning technologies, by their yields, and of the rest.
EARNING = 85
OTHERS = {"ML": 2, "GV": 9, "BI": 4}
EARNERS = ("MI", "MA", "LS")
SCARCE = 50  #: below this amount the home planet is short of money
DEFENCE_PERCENT = 10  #: share of the money for defences
ALARMED_PERCENT = 25  #: the same after meeting others, until defences reach GUARD_TURNS' money
GUARD_TURNS = 2


@frozen
class AutoBot:
    """Submits the default orders, except those whose destination only a player can choose."""

    economy: Economy = RULEBOOK_ECONOMY

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it uses no dice
        lines = default_orders(view.data, self.economy).splitlines()
        return "".join(f"{line}\n" for line in lines if "???" not in line)


@define(slots=False)
class Colonists:
    """Plans settlement, by orders of the home planet that are paid from its budget."""

    realm: Realm
    returns: Returns
    sheet: OrderSheet
    budget: HomeBudget

    def send(self) -> None:
        """Develop planets of the home system directly; load ships that are at home."""
        for colony in self._worthwhile(near=True):
            amount = self.budget.settlers(2 * self.realm.room(colony))
            if amount:
                self.sheet.add(PRODUCTION, f"Develop {amount} PL {colony['name']}")
        far = self._worthwhile(near=False)
        for number, ship in enumerate(self._empty_haulers()):
            amount = self.budget.settlers(ship["capacity"]) if far else 0
            if amount:
                colony = far[number % len(far)]
                self.sheet.add(
                    PRODUCTION, f"Develop {amount} PL {colony['name']}, {class_and_name(ship)}"
                )

    def build_haulers(self) -> None:
        """Build ships for colonists, as large as possible, while more are needed."""
        economy, haulers = self.realm.economy, self.realm.haulers
        largest = economy.largest_tonnage(self.realm.level("MA"))
        tonnage = min(largest, MAX_HAULER_SIZE)
        needed = min(2 * len(self._worthwhile(near=False)), MAX_HAULERS)
        names = [ship["name"] for ship in self.realm.view["ships"]]
        if tonnage > 1 and len(haulers) < needed and self.budget.build(economy.ship_cost(tonnage)):
            self.sheet.add(PRODUCTION, f"Build TR{tonnage} {unused('Hauler', names)}")

    def _worthwhile(self, *, near: bool) -> list[Facts]:
        """Return the planets to settle that yield more than research, best first."""
        research = max(self.returns.of_research.values(), default=0.0)
        minimum = PATIENCE * research / (1 if near else FREIGHT)
        ranked = [
            (-self.returns.of_colony(colony), number, colony)
            for number, colony in enumerate(self.realm.planets_to_settle)
            if (spot(colony["sector"]) == self.realm.home_sector) is near
        ]
        ranked.sort(key=lambda entry: entry[:2])
        return [colony for loss, _, colony in ranked if -loss > minimum]

    def _empty_haulers(self) -> list[Facts]:
        return [
            ship
            for ship in self.realm.haulers
            if spot(ship["sector"]) == self.realm.home_sector and not ship["cargo"]
        ]


@frozen
class SettlerBot:
    """The settler bot."""

    economy: Economy = RULEBOOK_ECONOMY

    def orders(self, view: View, stream: Stream) -> str:
        plan = SettlerTurn(Realm(view, self.economy), stream)
        plan.before_departure()
        plan.jump()
        plan.produce()
        plan.after_arrival()
        return plan.sheet.text


@define(slots=False)
class SettlerTurn:
    """Builds the orders of a turn."""

    realm: Realm
    stream: Stream
    sheet: OrderSheet = field(factory=OrderSheet)
    unloaded: set[str] = field(factory=set)  # ships that unload their colonists this turn
    short_of_money: bool = False  # whether the home planet needs more

    @cached_property
    def returns(self) -> Returns:
        return Returns(self.realm)

    # before departure

    def before_departure(self) -> None:
        self._set_attitudes()
        self._scan()
        self._unload()
        self._install()
        self._name()

    def _set_attitudes(self) -> None:
        known = {*self.realm.view["allies"], *self.realm.view["enemies"]}
        for name in self.realm.view["met"]:
            if name not in known:
                self.sheet.add(BEFORE, f"Ally SP {name}")

    def _scan(self) -> None:
        """Scan with scouts that arrived in the previous turn."""
        stars = {spot(star["sector"]) for star in self.realm.view["stars"]}
        new = stars - {spot(scan["sector"]) for scan in self.realm.view["scans"]}
        for ship in self.realm.scouts:
            sector = spot(ship["sector"])
            if sector in new:
                new.remove(sector)
                self.sheet.add(BEFORE, f"Scan {class_and_name(ship)}")

    def _unload(self) -> None:
        for ship in self.realm.haulers:
            colony = self.realm.colony(ship["bound_for"])
            if colony is None or not ship["cargo"].get("CU") or colony["besieged"]:
                continue
            if spot(ship["sector"]) != spot(colony["sector"]) or colony["home"]:
                continue
            if not self.realm.can_live_on(colony):
                continue
            if ship["orbit"] != colony["orbit"]:
                self.sheet.add(BEFORE, f"Orbit {class_and_name(ship)}, PL {colony['name']}")
            self.sheet.add(BEFORE, f"Unload {class_and_name(ship)}")
            self.unloaded.add(ship["name"])

    def _install(self) -> None:
        """Install units built for a colony, unless a ship does so this turn by unloading."""
        busy = {s["bound_for"] for s in self.realm.haulers if s["name"] in self.unloaded}
        for colony in self.realm.colonies[1:]:
            items = colony["items"]
            if colony["name"] in busy or self.realm.in_danger(colony) or not items.get("CU"):
                continue
            if items.get("IU") or items.get("AU"):
                self.sheet.add(BEFORE, f"Install PL {colony['name']}")

    def _name(self) -> None:
        """Name the next planets to settle."""
        number = MAX_AIMS - len(self.realm.young)
        used = [colony["name"] for colony in self.realm.colonies]
        for _, (x, y, z), orbit in self._prospects()[: max(0, number)]:
            name = colony_name(self.stream, used)
            used.append(name)
            self.sheet.add(BEFORE, f"Name {x} {y} {z} {orbit} PL {name}")

    def _prospects(self) -> list[tuple[float, Spot, int]]:
        """Return the free planets where colonists would yield something, best first."""
        economy, support = self.realm.economy, self.realm.level("LS")
        prospects = []
        for sector, planet in self.realm.free_planets:
            needed = planet["life_support"]
            earns = self.returns.of_colonists(planet["mining_difficulty"], needed)
            earns *= 1 if sector == self.realm.home_sector else FREIGHT
            if earns > 0 and economy.survives(needed, support):
                prospects.append((-earns, sector, planet["orbit"]))
        return sorted(prospects)

    # jumps

    def jump(self) -> None:
        self._send_scouts()
        for ship in self.realm.haulers:
            goal = self._goal(ship)
            if goal is not None and spot(goal["sector"]) != spot(ship["sector"]):
                self.sheet.add(JUMPS, f"Jump {class_and_name(ship)}, PL {goal['name']}")

    def _goal(self, ship: Facts) -> Facts | None:
        if ship["cargo"].get("CU") and ship["name"] not in self.unloaded:
            goal = self.realm.colony(ship["bound_for"])
            return goal if goal is None or self.realm.can_live_on(goal) else self.realm.home
        return self.realm.home

    def _send_scouts(self) -> None:
        sent: set[Spot] = set()
        for ship in self.realm.scouts:
            goals = [spot(star) for star in ship.get("nearest_stars", ())]
            goal = next((star for star in goals if star not in sent), None)
            if goal is not None and self.realm.risk(ship, goal) <= SCOUT_RISK:
                sent.add(goal)
                x, y, z = goal
                self.sheet.add(JUMPS, f"Jump {class_and_name(ship)}, {x} {y} {z}")

    # production

    def produce(self) -> None:
        home = self.realm.home
        self.sheet.add(PRODUCTION, f"Production PL {home['name']}")
        budget = HomeBudget.of_realm(self.realm)
        if self.realm.in_danger(home):
            self._hold_out()
        else:
            self._recycle(home)
            self._spend(budget)
        for colony in self.realm.colonies[1:]:
            self._produce_on(colony)

    def _spend(self, budget: HomeBudget) -> None:
        """Spend the home planet's money in peaceful times."""
        self._continue(budget)
        self._build(budget)
        self._stand_guard(budget)
        self._settle(budget)
        self._research(budget.money)

    def _stand_guard(self, budget: HomeBudget) -> None:
        """Build defences, and more of them while stronger species may come."""
        home = self.realm.home
        is_weak = home["items"].get("PD", 0) < GUARD_TURNS * home["to_spend"]
        percent = ALARMED_PERCENT if self.realm.view["met"] and is_weak else DEFENCE_PERCENT
        self._defend(budget, budget.money * percent // 100)

    def _settle(self, budget: HomeBudget) -> None:
        """Send colonists, and build ships for more of them."""
        colonists = Colonists(self.realm, self.returns, self.sheet, budget)
        colonists.send()
        if self.realm.level("GV"):
            colonists.build_haulers()
        self.short_of_money = budget.money < SCARCE

    def _hold_out(self) -> None:
        """In danger, spend the money that bombs and a siege leave on research.

        Defences are not built: they would be noticed, or too weak (FH-SIEGE-015).
        """
        shares = self._shares()
        known = self._researchable()
        if known:
            best = max(known, key=lambda tech: shares[tech])
            self.sheet.add(PRODUCTION, f"Research 0 {best}")

    def _defend(self, budget: HomeBudget, maximum: int) -> None:
        amount = min(maximum, budget.people)
        if amount > 0 and budget.pay(amount):
            budget.people -= amount
            self.sheet.add(PRODUCTION, f"Build {amount} PD")

    def _recycle(self, colony: Facts) -> None:
        """Sell raw material, if it is always more than can be used."""
        surplus = colony["items"].get("RM", 0) + colony["raw_material"] - colony["capacity"]
        if colony["raw_material"] >= colony["capacity"] and surplus >= 5:
            self.sheet.add(PRODUCTION, f"Recycle {surplus // 5 * 5} RM")

    def _continue(self, budget: HomeBudget) -> None:
        for ship in self.realm.view["ships"]:
            at_home = ship["orbit"] == self.realm.home["orbit"]
            at_home = at_home and spot(ship["sector"]) == self.realm.home_sector
            unfinished = ship["where"] == "building" and ship["unpaid"]
            if unfinished and at_home and budget.build(ship["unpaid"]):
                self.sheet.add(PRODUCTION, f"Continue {class_and_name(ship)}")

    def _build(self, budget: HomeBudget) -> None:
        realm, economy = self.realm, self.realm.economy
        if not realm.level("GV"):
            return
        names = [ship["name"] for ship in realm.view["ships"]]
        if (
            self._more_to_explore()
            and len(realm.scouts) < MAX_SCOUTS
            and budget.build(economy.ship_cost(1))
        ):
            names.append(unused("Scout", names))
            self.sheet.add(PRODUCTION, f"Build TR1 {names[-1]}")
        yard = economy.shipyard_cost(realm.level("MA"))
        if realm.home["shipyards"] < MAX_YARDS and budget.money > 6 * yard and budget.pay(yard):
            self.sheet.add(PRODUCTION, "Shipyard")

    def _more_to_explore(self) -> bool:
        return len(self.realm.view["visited"]) < len(self.realm.view["stars"])

    def _research(self, money: int) -> None:
        """Spread money over the technologies that can be researched."""
        shares = self._shares()
        known = self._researchable()
        total = ordered_sum(shares[tech] for tech in known)
        for tech in known:
            amount = int(money * shares[tech] / total) if total else 0
            if amount:
                self.sheet.add(PRODUCTION, f"Research {amount} {tech}")

    def _researchable(self) -> list[str]:
        """Return the technologies with some level or knowledge."""
        return [tech for tech in TECHS if any(self.realm.view["techs"][tech].values())]

    def _shares(self) -> Mapping[str, float]:
        """Return shares of the money, by squared yield so that low yields get little."""
        worth = {tech: earned * earned for tech, earned in self.returns.of_research.items()}
        total = ordered_sum(worth.values())
        earning = {tech: EARNING * worth.get(tech, 0) / total if total else 1.0 for tech in EARNERS}
        return {**self._other_shares(), **earning}

    def _other_shares(self) -> Mapping[str, float]:
        return OTHERS

    def _produce_on(self, colony: Facts) -> None:
        """Develop a colony, and research once it is grown."""
        money = colony.get("to_spend", 0)
        if colony["kind"] != "colony" or money < 2 or self.realm.in_danger(colony):
            return
        if not self.realm.can_live_on(colony):
            return
        self.sheet.add(PRODUCTION, f"Production PL {colony['name']}")
        grown = base(colony) >= FULL_BASE
        amount = 0 if grown else min(money, 2 * colony["population"])
        if amount >= 2:
            self.sheet.add(PRODUCTION, f"Develop {amount}")
        if money - amount >= len(TECHS) * 4 and not self.short_of_money:
            self._research(money - amount)

    # after arrival

    def after_arrival(self) -> None:
        """Teach every ally a technology, a different one each turn."""
        tech = TECHS[self.realm.view.turn % len(TECHS)]
        if self.realm.level(tech):
            for name in self.realm.view["allies"]:
                self.sheet.add(AFTER, f"Teach {tech} SP {name}")
