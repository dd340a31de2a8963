"""The admiral's warships: strikes at visible enemies, patrols, and a main fleet.

Each turn every ship gets a new target and moves a step towards it. No ship enters a sector whose
enemies are too strong for those that arrive together: they wait next to it for the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from attrs import define, field

from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.event_horizon.bots.board import Board, Row
from variants.event_horizon.bots.odds import power
from variants.event_horizon.model import Place, place_of
from variants.event_horizon.orders import DIRECTIONS

#: Ships attack if they are at least this many times as strong as the visible enemies.
CAUTION = 1.1
#: Strikes get this many times the enemies' strength, if available, to lose little.
FORCE = 2.0
#: One ship in this number patrols unseen sectors.
PATROLS = 4


@define
class Force:
    """Warships in one sector, and their power."""

    ships: list[Row] = field(factory=list)
    power: float = 0.0

    def add(self, ships: Iterable[Row]) -> None:
        """Add ships to the force."""
        for ship in ships:
            components = ship["hull"] + ship["thrusters"] + ship["weapons"] + ship["shields"]
            self.ships.append(ship)
            self.power += power(components, ship["weapons"], ship["shields"])

    def detach(self, desired: float) -> Force:
        """Take ships out, at least one, until they have the desired power or all are out."""
        detached = Force()
        while self.ships and (not detached.ships or detached.power < desired):
            detached.add([self.ships.pop()])
        self.power = self.power - detached.power if self.ships else 0.0
        return detached


@define
class War:
    """The turn's orders for warships.

    `free`: ships without a target, by place, and `power` that of all of them; `tasks`: the others,
    by place and target.
    """

    board: Board
    free: dict[Place, Force] = field(factory=dict)
    power: float = 0.0
    tasks: dict[tuple[Place, Place], Force] = field(factory=dict)

    @classmethod
    def of(cls, board: Board) -> War:
        """Return a war with all warships, without targets."""
        war = cls(board)
        for ship in board.warships:
            war.free.setdefault(place_of(ship["sector"]), Force()).add([ship])
        war.power = ordered_sum(force.power for force in war.free.values())
        return war

    def wage(self, stream: Stream) -> None:
        """Give every warship a target, and order the steps that are safe enough."""
        self._strike()
        self._patrol()
        self._march()
        self._move(stream)

    def _strike(self) -> None:
        """Send the nearest ships that suffice against visible enemies, those near home first."""
        board = self.board
        for place in sorted(board.enemies, key=lambda p: (board.chart.distance(board.home, p), p)):
            danger = board.danger(place)
            desired = FORCE * danger
            for at in self._nearest(place, CAUTION * danger, desired):
                desired -= self._send(at, place, desired)

    def _nearest(self, target: Place, needed: float, desired: float) -> list[Place]:
        """Return the places of the nearest free ships with the desired power.

        All within reach if they have less than desired, but no ships if they have less than needed.
        """
        places: list[Place] = []
        near = 0.0
        if self.free and self.power >= needed:
            for at in self.board.chart.outward(target):
                force = self.free.get(at)
                if force is not None:
                    places.append(at)
                    near += force.power
                    if near >= desired:
                        break
        return places if near >= needed else []

    def _send(self, at: Place, target: Place, desired: float) -> float:
        """Give free ships in a sector a target; returns their power."""
        force = self.free[at].detach(desired)
        if not self.free[at].ships:
            del self.free[at]
        self.power -= force.power
        self.tasks.setdefault((at, target), Force()).add(force.ships)
        return force.power

    def _patrol(self) -> None:
        """Send some of the ships to look, each at the nearest unseen sector."""
        board = self.board
        unseen = board.chart.places() - board.seen
        for at in sorted(self.free):
            for _ in range(-(-len(self.free[at].ships) // PATROLS)):
                target = board.chart.nearest(at, unseen)
                if target is None:
                    break
                unseen.remove(target)
                self._send(at, target, 0.0)

    def _march(self) -> None:
        """Send all others together to the enemy's likely place; without one, close in."""
        if not self.free:
            return
        main = max(self.free, key=lambda at: (self.free[at].power, at))
        goal = self._goal(main)
        if goal is None:
            self._surround()
            goal = main
        for at in sorted(self.free):
            self._send(at, goal, self.free[at].power)

    def _surround(self) -> None:
        """Block all routes of fleeing enemies, which are as fast as their hunters."""
        for enemy in sorted(self.board.enemies):
            for place in islice(self.board.chart.outward(enemy), 1 + len(DIRECTIONS)):
                for at in self._nearest(place, 0.0, 0.0):
                    self._send(at, place, 0.0)

    def _goal(self, main: Place) -> Place | None:
        """Return the main fleet's goal: a mothership, a home, enemies, or an unmapped sector."""
        board = self.board
        beatable = [
            place for place in board.enemies if 0 < CAUTION * board.danger(place) <= self.power
        ]
        motherships = [place for place in beatable if board.enemies[place].mothership]
        homes = [place for place in board.strongholds if place not in board.seen]
        for places in (motherships, homes, beatable):
            if places:
                return min(places, key=lambda p: (board.chart.distance(main, p), p))
        return board.chart.nearest(main, board.chart.places() - board.worth.keys())

    def _move(self, stream: Stream) -> None:
        """Order the steps of all tasks, but none into a sector that is too strong."""
        board, chart = self.board, self.board.chart
        steps: list[tuple[Force, str, Place]] = []
        strength: dict[Place, float] = {}
        for (at, target), force in self.tasks.items():
            ways = chart.steps(at, target)
            quiet = [way for way in ways if not board.danger(way[1])]
            place = at
            if ways:
                direction, place = stream.choice(quiet or ways)
                steps.append((force, direction, place))
            strength[place] = strength.get(place, 0.0) + force.power
        for force, direction, place in steps:
            if strength[place] >= CAUTION * board.danger(place):
                for ship in force.ships:
                    board.move(ship, direction)
