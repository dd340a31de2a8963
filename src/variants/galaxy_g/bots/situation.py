"""Strategies of the bots, and the figures behind their decisions.

All bots settle and build in the same way, but differ in arms and war.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from attrs import define, field, frozen

from horizons_core.sums import ordered_sum
from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.orders.ship_designs import Facts

#: Number of planets nearest to the hub that haulers are designed for, and limits of the distance.
NEIGHBOURS = 6
REACH = (5.0, 16.0)
NEVER = 1000  #: turns

DEVELOPED = 0.9  #: industry in terms of planets' size at which war begins


@frozen(kw_only=True)
class Strategy:
    """Parameters of a bot's armament and attacks.

    Attributes:
        young_share: share of all points for warships while its planets grow.
        rush_share: the share with a single neighbour, which it attacks at once, because
            no other race threatens it meanwhile; 0 to never rush.
        grown_share: the share when they have grown.
        danger_share: the share when armed ships threaten its planets.
        least_fleet: minimum mass of warships for an attack.
        patience: turn after which it attacks although its planets still grow.
        bombers: number of warships per bomber among them; 0 for no bombers.
        screen: unarmed probes per warship of a fleet, to draw fire.
    """

    young_share: float
    rush_share: float = 0.0
    grown_share: float
    danger_share: float
    least_fleet: float
    patience: float
    bombers: int = 0
    screen: int = 0


#: Arms itself when threatened, and never attacks.
SETTLER: Final = Strategy(
    young_share=0.0,
    grown_share=0.0,
    danger_share=0.5,
    least_fleet=float("inf"),
    patience=float("inf"),
)

#: Grows first, and attacks with many warships when its planets have grown.
EXPANDER: Final = Strategy(
    young_share=0.35,
    grown_share=0.55,
    danger_share=0.8,
    least_fleet=500.0,
    patience=40.0,
)

#: Attacks early (a single neighbour at once), with bombers behind a screen.
CONQUEROR: Final = Strategy(
    young_share=0.2,
    rush_share=0.6,
    grown_share=0.6,
    danger_share=0.8,
    least_fleet=250.0,
    patience=25.0,
    bombers=3,
    screen=12,
)


@define
class Situation:
    """The state of a race as its bot sees it.

    `incoming` is the cargo in flight (in units) by destination and kind; `haulers` are all ships
    with cargo room and without guns, `warships` all with guns and a drive. `pace` is the speed in
    light years a turn of an all-drive ship.
    """

    board: BotView
    strategy: Strategy
    hub: str
    incoming: dict[tuple[str, str], float]
    haulers: list[Squad]
    warships: list[Squad]
    reach: float
    pace: float
    landings: list[str] = field(factory=list)  # enemy planets for colonists to take
    neighbours: int = 0  # number of races with planets nearby
    danger: float = 0.0  # mass of warships that threaten the race's planets
    war_today: bool = False  # whether war was declared this turn

    @classmethod
    def of(cls, board: BotView, strategy: Strategy) -> Situation:
        hub = max(board.planets.values(), key=lambda p: (p["production"], -int(p["id"])))["name"]
        incoming: dict[tuple[str, str], float] = defaultdict(float)
        for squad in board.squads:
            if squad.load and squad.under_way:
                incoming[squad.at, squad.cargo] += squad.load * squad.ships
        return cls(
            board=board,
            strategy=strategy,
            hub=hub,
            incoming=incoming,
            haulers=[s for s in board.squads if s.capacity and not s.design.armed and s.mobile],
            warships=[s for s in board.squads if s.design.armed and s.mobile],
            reach=_reach(board, hub),
            pace=board.industry.light_years * board.techs.drive,
        )

    @property
    def points(self) -> float:
        """Production points of all planets."""
        return float(ordered_sum(planet["production"] for planet in self.board.planets.values()))

    @property
    def developed(self) -> bool:
        """True if the race's planets have most of their possible industry."""
        planets = self.board.planets.values()
        sizes = ordered_sum(planet["size"] for planet in planets)
        return bool(ordered_sum(planet["industry"] for planet in planets) >= DEVELOPED * sizes)

    def turns(self, start: str, end: str) -> int:
        """Turns that a typical loaded hauler needs; NEVER if ships do not move."""
        pace = 0.5 * self.pace
        return max(1, math.ceil(self.board.distance(start, end) / pace)) if pace else NEVER

    def gap(self, planet: Facts) -> float:
        """Industry that next turn's population needs and that is not on its way."""
        people = min(planet["size"], planet["population"] * (1 + self.board.industry.growth_rate))
        people += min(planet["size"] - people, self._people(self.incoming[planet["name"], "COL"]))
        capital = planet["capital"] if planet["name"] != self.hub else 0.0
        return float(people - planet["industry"] - capital - self.incoming[planet["name"], "CAP"])

    def room(self, planet: Facts) -> float:
        """Room for people on a planet after those on their way have arrived."""
        people = planet["population"] + self._people(self.incoming[planet["name"], "COL"])
        return float(planet["size"] - people)

    def _people(self, colonists: float) -> float:
        return self.board.industry.people_per_colonist * colonists

    def colonies(self) -> Iterable[Facts]:
        """The race's planets except the hub."""
        return (p for name, p in self.board.planets.items() if name != self.hub)


def _reach(board: BotView, hub: str) -> float:
    """The usual distance of haulers: slightly above the average to the hub's neighbours."""
    distances = sorted(board.distance(hub, place) for place in board.places if place != hub)
    near = distances[:NEIGHBOURS]
    minimum, maximum = REACH
    return min(maximum, max(minimum, 1.1 * ordered_sum(near) / len(near))) if near else minimum
