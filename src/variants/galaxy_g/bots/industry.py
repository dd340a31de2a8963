"""Production of a bot's planets, from capital to warships and research.

No planet makes materials: planets without them dig what they need, and those with expensive digging
work in research, which needs none.
"""

from __future__ import annotations

from attrs import define, field

from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.bots.board import BotView
from variants.galaxy_g.bots.designs import is_kind, newest, warship_for_yard
from variants.galaxy_g.bots.probes import idle_probes, unseen
from variants.galaxy_g.bots.situation import Situation
from variants.galaxy_g.orders.ship_designs import PROBE, Facts, yard_mass

#: Turns of colonists and capital that all haulers together should carry.
CARGO_TURNS = 7.0
MIN_ROOM, MAX_ROOM = 90.0, 1200.0
#: Minimum shortage of capital for a colony to make its own, as a share of a turn's output: while it
#: grows, and when it is full.
GROWING_GAP, LAST_GAP = 0.5, 0.15
MIN_MISSING_INDUSTRY = 100.0  #: shortage of the colonies' industry for which the hub makes capital
MIN_PROBE_YARD = 50.0  #: minimum points of a planet that builds probes
MIN_YARD = 150.0  #: minimum points of a planet that builds warships
GROWN = 0.999  #: share of its size that a planet must reach to build warships
DISPOSABLE_WORK = 1.5  #: unfinished work, in costs of a probe, that may be abandoned

#: Proportions of the levels of the areas above 1.
RESEARCH = {"WEAPONS": 1.0, "SHIELDS": 1.0, "DRIVE": 0.5, "CARGO": 0.3}


@define
class ProductAssignment:
    """Assignment of products to planets, most productive first."""

    situation: Situation
    free: list[Facts] = field(init=False)
    committed_points: float = 0.0  # points of planets that continue a warship

    def __attrs_post_init__(self) -> None:
        planets = self.situation.board.planets.values()
        self.free = sorted(planets, key=lambda p: (-p["production"], int(p["id"])))

    @property
    def board(self) -> BotView:
        return self.situation.board

    def is_building(self, planet: Facts) -> bool:
        """True if a planet has an unfinished warship, on which it works until it is done."""
        building = self.board.types.get(planet["product"])
        if building is None or not building.warship:
            return False
        return bool(planet["progress"] > DISPOSABLE_WORK * self.board.industry.ship_cost(PROBE))

    def assign(self, planet: Facts, product: str) -> None:
        self.board.produce(planet["name"], product)
        self.free.remove(planet)

    # in the order of importance

    def probes(self) -> None:
        """Build probes if few are left, first on the hub, later on the smallest planet able to."""
        idle = int_sum(squad.ships for squad in idle_probes(self.board))
        scouts = bool(unseen(self.board)) or self.board.view.turn < 3
        if idle >= self._screen() and (idle or not scouts):
            return
        able = [p for p in self.free if p["production"] >= MIN_PROBE_YARD]
        name = newest(self.board, "Probe")
        if able and name:
            self.assign(able[-1], name)

    def _screen(self) -> int:
        """The number of probes for the screen of warships without a task."""
        situation = self.situation
        waiting = int_sum(
            squad.ships for squad in situation.warships if squad.free and not squad.fleet
        )
        return situation.strategy.screen * waiting

    def unfinished(self) -> None:
        """Finish warships under construction."""
        for planet in list(self.free):
            if self.is_building(planet):
                self.committed_points += planet["production"]
                self.assign(planet, planet["product"])

    def capital(self) -> None:
        """Assign capital to colonies that need more industry."""
        for planet in list(self.free):
            gap = self.situation.gap(planet)
            cost = self.board.industry.points_per_capital + 1 / max(0.1, planet["resources"])
            a_turn = planet["production"] / cost
            enough = LAST_GAP if self._full(planet) else GROWING_GAP
            if planet["name"] != self.situation.hub and gap > max(1.0, enough * a_turn):
                self.assign(planet, "CAP")

    def hub(self) -> None:
        """Assign to the hub haulers, then capital for the colonies, then more haulers."""
        hub = next((p for p in self.free if p["name"] == self.situation.hub), None)
        hauler = newest(self.board, "Hauler")
        if hub is None or hauler is None:
            return
        room = ordered_sum(squad.capacity * squad.ships for squad in self.situation.haulers)
        if room < MIN_ROOM:
            self.assign(hub, hauler)
        elif (
            self._missing_industry() - hub["capital"] > MIN_MISSING_INDUSTRY
            and hub["capital"] < room / 2
        ):
            self.assign(hub, "CAP")
        elif room < self._target_room():
            self.assign(hub, hauler)

    def _target_room(self) -> float:
        economy = self.board.industry
        full = [p["population"] for p in self.board.planets.values() if self._full(p)]
        births: float = ordered_sum(full) * economy.growth_rate / economy.people_per_colonist
        return min(MAX_ROOM, max(MIN_ROOM, CARGO_TURNS * births + 0.6 * self._missing_industry()))

    def _full(self, planet: Facts) -> bool:
        return bool(planet["population"] >= planet["size"])

    def _missing_industry(self) -> float:
        """Industry that colonies will not build by themselves for a while."""
        colonies = self.situation.colonies()
        return float(
            ordered_sum(max(0.0, self.situation.gap(p) - 0.3 * p["production"]) for p in colonies)
        )

    def warships(self) -> None:
        """Assign warships to the best yards, for a share of all points."""
        left = _share(self.situation) * self.situation.points - self.committed_points
        for planet in sorted(filter(self._is_yard, self.free), key=self._yard_order):
            if left < planet["production"] / 2:
                continue
            name = warship_for_yard(self.board, self._kind(), planet)
            if name is not None:
                left -= planet["production"]
                self.assign(planet, name)

    def _is_yard(self, planet: Facts) -> bool:
        """True if a planet makes enough points for warships, and the same every turn."""
        grown = planet["population"] >= GROWN * planet["size"]
        busy = planet["industry"] >= GROWN * planet["population"]
        return bool(grown and busy and planet["production"] >= MIN_YARD)

    def _yard_order(self, planet: Facts) -> tuple[float, int]:
        return -yard_mass(self.board.industry, planet, 1), int(planet["id"])

    def _kind(self) -> str:
        """The kind of the next warship: a bomber after each few cruisers."""
        interval = self.situation.strategy.bombers
        bombers, all_ships = 0, 0
        for squad in self.situation.warships:
            all_ships += squad.ships
            bombers += squad.ships if is_kind(squad.type, "Bomber") else 0
        for product in self.board.products.values():
            bombers += is_kind(product, "Bomber")
            all_ships += is_kind(product, "Bomber") or is_kind(product, "Cruiser")
        return "Bomber" if interval and (bombers + 1) * interval <= all_ships else "Cruiser"

    def research(self) -> None:
        """Assign research to all other planets, in the areas that are behind."""
        techs = dict(zip(RESEARCH, self._levels(), strict=True))
        for planet in list(self.free):
            area = min(RESEARCH, key=lambda area: (techs[area] - 1) / RESEARCH[area])
            self.assign(planet, area)
            techs[area] += planet["production"] / (
                self.board.industry.other_cost * self.board.techs.sum
            )

    def _levels(self) -> tuple[float, ...]:
        techs = self.board.techs
        return techs.weapons, techs.shields, techs.drive, techs.cargo


def _share(situation: Situation) -> float:
    """The share of all points for warships."""
    strategy = situation.strategy
    if situation.danger:
        return strategy.danger_share
    if situation.developed:
        return strategy.grown_share
    rushes = strategy.rush_share > 0 and situation.neighbours == 1
    return strategy.rush_share if rushes else strategy.young_share


def assign_products(situation: Situation) -> None:
    """Assign a product to every planet."""
    assignment = ProductAssignment(situation)
    assignment.unfinished()
    assignment.probes()
    assignment.capital()
    assignment.hub()
    assignment.warships()
    assignment.research()
