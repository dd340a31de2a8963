"""A bot that scouts, mines, arms itself, hunts weaker ships and guards its home.

It knows only its report, and has no memory between turns. One-thruster probes cost one component
and mine a sector's full value, so it spreads them first; the rest of the stock becomes warships of
the largest design that it can carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.space import HexGrid
from horizons_core.sums import int_sum, ordered_sum
from variants.event_horizon.bots.routes import RouteMap
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Design, Place, place_of
from variants.event_horizon.orders import DIRECTIONS

MAX_PROBES_PER_TURN = 6
MAX_WARSHIPS_PER_TURN = 3
MAX_SCALE = 6
HOME_GUARDS = 2
#: A fleet attacks with at least this many times the enemy's components.
CAUTION = 1.2


@frozen
class GreedyBot:
    """The bot of this module. It asks the economy for the cost and needs of ships."""

    economy: Mining

    def orders(self, view: View, stream: Stream) -> str:
        plan = _TurnPlan.of(view)
        plan.move_probes(stream)
        plan.move_warships(stream)
        plan.build(view["stock"], self.economy)
        return "\n".join([*plan.lines, ""])


@define
class _TurnPlan:
    """The plan of one turn."""

    view: View
    grid: HexGrid
    route_map: RouteMap
    ships: list[Mapping[str, Any]]
    worth: dict[Place, int]  # of mapped sectors: the sum of their values
    armed_components: dict[Place, float] = field(factory=dict)  # armed enemy components
    enemy_components: dict[Place, float] = field(factory=dict)  # all enemy components
    lines: list[str] = field(factory=list)

    @classmethod
    def of(cls, view: View) -> _TurnPlan:
        side = view["side"]
        worth = {place_of(s["sector"]): ordered_sum(s["values"].values()) for s in view["sectors"]}
        plan = cls(
            view, HexGrid(side, side, wraps=True), RouteMap(side), list(view["ships"]), worth
        )
        for contact in view["contacts"]:
            place, size = place_of(contact["sector"]), contact["strength"] * contact["strength"]
            plan.enemy_components[place] = plan.enemy_components.get(place, 0) + size
            if contact["status"] != "unarmed":
                plan.armed_components[place] = plan.armed_components.get(place, 0) + size
        return plan

    def nearest(self, place: Place, targets: Iterable[Place]) -> Place | None:
        distance = self.route_map.distance
        return min(targets, key=lambda t: (distance(place, t), t[1], t[0]), default=None)

    def step_towards(
        self, ship: Mapping[str, Any], target: Place, stream: Stream, *, brave: bool
    ) -> None:
        """Order a step towards the target, around armed enemies unless brave."""
        at = place_of(ship["sector"])
        steps = {name: self.grid.step(at, name) for name in DIRECTIONS}
        safe = {n: p for n, p in steps.items() if brave or p not in self.armed_components}
        if at == target or not safe:
            return
        shortest = min(self.route_map.distance(place, target) for place in safe.values())
        if shortest > self.route_map.distance(at, target):
            return
        directions = [
            name for name, p in safe.items() if self.route_map.distance(p, target) == shortest
        ]
        self.lines.append(f"MOVE {ship['number']} {stream.choice(directions)}")

    # miners and scouts: all unarmed ships

    def move_probes(self, stream: Stream) -> None:
        """Settle a probe in every sector with income; send the others to free sectors."""
        settled: set[Place] = set()
        free = []
        for ship in self.ships:
            at = place_of(ship["sector"])
            if ship["mothership"]:
                settled.add(at)
            elif not ship["weapons"] and ship["thrusters"]:
                if at in settled or not self.worth.get(at) or at in self.armed_components:
                    free.append(ship)
                else:
                    settled.add(at)
        targets = self.targets(settled)
        for ship in free:
            target = self.nearest(place_of(ship["sector"]), targets)
            if target is None:
                return
            targets.discard(target)
            self.step_towards(ship, target, stream, brave=False)

    def targets(self, settled: set[Place]) -> set[Place]:
        """Return sectors worth a probe: unmapped ones, and those with income and no probe."""
        places = (
            self.grid.normal((q, r))
            for r in range(self.grid.height)
            for q in range(self.grid.width)
        )
        return {
            place
            for place in places
            if self.worth.get(place, 1)
            and place not in settled
            and place not in self.armed_components
        }

    # warships

    def move_warships(self, stream: Stream) -> None:
        """Guard the mothership with two warships; send the others against weaker enemies."""
        warships = [
            s for s in self.ships if s["weapons"] and s["thrusters"] and not s["mothership"]
        ]
        home = self.home()
        for ship in warships[:HOME_GUARDS]:
            self.step_towards(ship, home, stream, brave=True)
        hunters = warships[HOME_GUARDS:]
        fleets: dict[Place, float] = {}
        for ship in hunters:
            at = place_of(ship["sector"])
            fleets[at] = fleets.get(at, 0) + _size(ship)
        for ship in hunters:
            at = place_of(ship["sector"])
            beatable = [
                p for p, size in self.enemy_components.items() if fleets[at] >= CAUTION * size
            ]
            target = self.nearest(at, beatable)
            if target is None and at not in self.armed_components:
                target = self.nearest(at, set(fleets) - {at}) if len(fleets) > 1 else home
            self.step_towards(ship, home if target is None else target, stream, brave=True)

    def home(self) -> Place:
        """Return the place of the mothership, or of the home sector when it is lost."""
        for ship in self.ships:
            if ship["mothership"]:
                return place_of(ship["sector"])
        return place_of(self.view["home"])

    # the yard

    def build(self, stock: Mapping[str, int], economy: Mining) -> None:
        """Order probes while sectors are free, then warships as large as the stock allows."""
        if not any(ship["mothership"] for ship in self.ships):
            return
        left = dict(stock)
        probes = int_sum(not s["weapons"] and not s["mothership"] for s in self.ships)
        room = len(self.targets({place_of(s["sector"]) for s in self.ships}))
        missing = min(MAX_PROBES_PER_TURN, max(0, room - probes // 2))
        probe = Design(economy.least_hull(1), 1, 0, 0)
        count = economy.affordable(probe, left, missing)
        if count:
            self.lines.append(f"BUILD {count} {probe.hull} 1 0 0 Probe")
            _spend(left, economy.cost(probe), count)
        for _ in range(MAX_WARSHIPS_PER_TURN):
            design = _warship(left, economy)
            if design is None:
                return
            _spend(left, economy.cost(design), 1)
            parts = f"{design.hull} {design.thrusters} {design.weapons} {design.shields}"
            self.lines.append(f"BUILD 1 {parts} Lancer")


def _size(ship: Mapping[str, Any]) -> int:
    return int(ship["hull"] + ship["thrusters"] + ship["weapons"] + ship["shields"])


def _spend(stock: dict[str, int], cost: Mapping[str, int], count: int) -> None:
    for part, need in cost.items():
        stock[part] -= need * count


def _warship(stock: Mapping[str, int], economy: Mining) -> Design | None:
    """Return the largest usual warship that the stock pays for; None if there is none."""
    for scale in range(MAX_SCALE, 0, -1):
        hull = economy.least_hull(scale + 2 * scale + scale)
        design = Design(hull, scale, 2 * scale, scale)
        if economy.affordable(design, stock, 1):
            return design
    return None
