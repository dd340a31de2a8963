"""What the expander's planets make: capital first, then haulers, warships and research."""

from __future__ import annotations

from attrs import define, field

from variants.galaxy_g.bots.board import Board, Facts
from variants.galaxy_g.bots.designs import newest
from variants.galaxy_g.bots.realm import Realm
from variants.galaxy_g.bots.scouting import idle_probes, unseen
from variants.galaxy_g.bots.settling import ENOUGH_MATERIALS, POOR

#: The room that haulers have in all: for the colonists and the capital of so many turns.
TURNS_OF_CARGO = 7.0
LEAST_ROOM, MOST_ROOM = 90.0, 1200.0
LEAST_LACK = 50.0  #: of colonies, for which the hub makes capital
MATERIALS_ROOM = 100.0  #: haulers' room from which on materials are worth making
LEAST_YARD = 150.0  #: points of a planet that builds warships
GROWN = 0.95  #: of its size, the population of a planet that builds warships
WELL_BEGUN = 0.6  #: of a warship's cost: so much work is not given up
#: Of all points: for warships, while one's planets grow, when they have grown, and in danger.
YOUNG_SHARE, WAR_SHARE, DANGER_SHARE = 0.35, 0.55, 0.8

#: What the levels of the areas shall be in proportion to each other, above 1.
RESEARCH = {"WEAPONS": 1.0, "SHIELDS": 1.0, "DRIVE": 0.5, "CARGO": 0.3}


@define
class Workshops:
    """The planets without a task yet, most productive first, and what they are given."""

    realm: Realm
    free: list[Facts] = field(init=False)

    def __attrs_post_init__(self) -> None:
        planets = self.realm.board.planets.values()
        self.free = sorted(planets, key=lambda p: (-p["production"], int(p["id"])))

    @property
    def board(self) -> Board:
        return self.realm.board

    def goes_on(self, planet: Facts) -> bool:
        """Whether a planet has put so much work into a warship that it shall finish it."""
        building = self.board.types.get(planet["product"])
        if building is None or not building.warship:
            return False
        return bool(planet["progress"] > WELL_BEGUN * self.board.industry.ship_cost(building))

    def give(self, planet: Facts, product: str) -> None:
        self.board.produce(planet["name"], product)
        self.free.remove(planet)

    # in the order of importance

    def probes(self) -> None:
        """Some where none are left; the hub at first, later the smallest planet that will do."""
        if idle_probes(self.board) or not (unseen(self.board) or self.board.view.turn < 3):
            return
        able = [p for p in self.free if p["production"] >= 50 and not self.goes_on(p)]
        name = newest(self.board, "Probe")
        if able and name:
            self.give(able[-1], name)

    def capital(self) -> None:
        """Colonies build up their own industry."""
        for planet in list(self.free):
            gap = self.realm.gap(planet)
            cost = self.board.industry.points_per_capital + 1 / max(0.1, planet["resources"])
            a_turn = planet["production"] / cost
            last = self._full(planet) and gap > 1
            begun = self.goes_on(planet) or planet["name"] == self.realm.hub
            if not begun and (last or gap > 0.3 * a_turn):
                self.give(planet, "CAP")

    def hub(self) -> None:
        """Haulers, then capital for the colonies, then materials."""
        hub = next((p for p in self.free if p["name"] == self.realm.hub), None)
        hauler = newest(self.board, "Hauler")
        if hub is None or hauler is None or self.goes_on(hub):
            return
        room = sum(squad.capacity * squad.ships for squad in self.realm.haulers)
        lack = self._lack() - hub["capital"]
        if room < LEAST_ROOM:
            self.give(hub, hauler)
        elif lack > LEAST_LACK and hub["capital"] < room / 2:
            self.give(hub, "CAP")
        elif room < self._wanted_room():
            self.give(hub, hauler)
        elif room >= MATERIALS_ROOM and hub["materials"] < ENOUGH_MATERIALS and self._poor():
            self.give(hub, "MAT")

    def _wanted_room(self) -> float:
        economy = self.board.industry
        full = [p["population"] for p in self.board.planets.values() if self._full(p)]
        born: float = sum(full) * economy.growth_rate / economy.people_per_colonist
        return min(MOST_ROOM, max(LEAST_ROOM, TURNS_OF_CARGO * born + 0.6 * self._lack()))

    def _full(self, planet: Facts) -> bool:
        return bool(planet["population"] >= planet["size"])

    def _lack(self) -> float:
        """Industry that colonies will not make by themselves for a while."""
        colonies = self.realm.colonies()
        return float(sum(max(0.0, self.realm.gap(p) - 0.3 * p["production"]) for p in colonies))

    def _poor(self) -> bool:
        """Whether a developed planet is poor in natural resources."""
        return any(p["resources"] < POOR and p["production"] > 150 for p in self.realm.colonies())

    def warships(self) -> None:
        """The largest planets build warships, a share of all points."""
        name = newest(self.board, "Cruiser")
        share = WAR_SHARE if self.realm.developed else YOUNG_SHARE
        left = (DANGER_SHARE if self.realm.danger else share) * self.realm.points
        if name is None:
            return
        for planet in list(self.free):
            if self.goes_on(planet):
                left -= planet["production"]
                self.give(planet, planet["product"])
        for planet in list(self.free):
            grown = planet["population"] >= GROWN * planet["size"]
            if planet["production"] >= LEAST_YARD and grown and left >= planet["production"] / 2:
                left -= planet["production"]
                self.give(planet, name)

    def research(self) -> None:
        """All others work on the areas that are behind."""
        techs = dict(zip(RESEARCH, self._levels(), strict=True))
        for planet in list(self.free):
            area = min(RESEARCH, key=lambda area: (techs[area] - 1) / RESEARCH[area])
            self.give(planet, area)
            techs[area] += planet["production"] / (
                self.board.industry.other_cost * self.board.techs.sum
            )

    def _levels(self) -> tuple[float, ...]:
        techs = self.board.techs
        return techs.weapons, techs.shields, techs.drive, techs.cargo


def allot(realm: Realm) -> None:
    """Give every planet something to make."""
    work = Workshops(realm)
    work.probes()
    work.capital()
    work.hub()
    work.warships()
    work.research()
