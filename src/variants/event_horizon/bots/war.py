"""How the admiral leads its warships: strikes at enemies seen, patrols, and a main fleet.

Each turn every ship gets a target anew and goes a step nearer. None enters a sector whose enemies
are too strong for those who come there together: they wait beside it for the others.
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

#: Ships attack where they are at least so many times as strong as the enemies seen.
CAUTION = 1.1
#: So many times as strong are those sent if there are enough: they lose little.
FORCE = 2.0
#: One ship in so many looks at sectors that nobody sees.
PATROLS = 4


@define
class Force:
    """Warships in one sector, and their power."""

    ships: list[Row] = field(factory=list)
    power: float = 0.0

    def add(self, ships: Iterable[Row]) -> None:
        """Let ships join."""
        for ship in ships:
            components = ship["hull"] + ship["thrusters"] + ship["weapons"] + ship["shields"]
            self.ships.append(ship)
            self.power += power(components, ship["weapons"], ship["shields"])

    def detach(self, wanted: float) -> Force:
        """Take ships out, one at least, until they have the power that is wanted or all are out."""
        taken = Force()
        while self.ships and (not taken.ships or taken.power < wanted):
            taken.add([self.ships.pop()])
        self.power = self.power - taken.power if self.ships else 0.0
        return taken


@define
class War:
    """The turn's orders for warships.

    `free`: those without a target, by place, and `power` that of all of them; `tasks`: the others,
    by place and target.
    """

    board: Board
    free: dict[Place, Force] = field(factory=dict)
    power: float = 0.0
    tasks: dict[tuple[Place, Place], Force] = field(factory=dict)

    @classmethod
    def of(cls, board: Board) -> War:
        """All warships, and none has a target."""
        war = cls(board)
        for ship in board.warships:
            war.free.setdefault(place_of(ship["sector"]), Force()).add([ship])
        war.power = ordered_sum(force.power for force in war.free.values())
        return war

    def wage(self, stream: Stream) -> None:
        """Give every warship a target, and order the steps that can be dared."""
        self._strike()
        self._patrol()
        self._march()
        self._move(stream)

    def _strike(self) -> None:
        """Send against enemies seen, those near home first, the nearest ships that beat them."""
        board = self.board
        for place in sorted(board.enemies, key=lambda p: (board.chart.distance(board.home, p), p)):
            danger = board.danger(place)
            wanted = FORCE * danger
            for at in self._nearest(place, CAUTION * danger, wanted):
                wanted -= self._send(at, place, wanted)

    def _nearest(self, target: Place, needed: float, wanted: float) -> list[Place]:
        """Where the nearest free ships are with the power that is wanted.

        All that can come if they have no more than what is needed, and none if they have less.
        """
        found: list[Place] = []
        near = 0.0
        if self.free and self.power >= needed:
            for at in self.board.chart.outward(target):
                force = self.free.get(at)
                if force is not None:
                    found.append(at)
                    near += force.power
                    if near >= wanted:
                        break
        return found if near >= needed else []

    def _send(self, at: Place, target: Place, wanted: float) -> float:
        """Give free ships in a sector a target; answers their power."""
        force = self.free[at].detach(wanted)
        if not self.free[at].ships:
            del self.free[at]
        self.power -= force.power
        self.tasks.setdefault((at, target), Force()).add(force.ships)
        return force.power

    def _patrol(self) -> None:
        """Let some of the ships look, each at the nearest sector that nobody sees."""
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
        """Let all others go together where the enemy must be; with no such place, close in."""
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
        """Cut off all ways from enemies that flee: they are as fast as those who hunt them."""
        for enemy in sorted(self.board.enemies):
            for place in islice(self.board.chart.outward(enemy), 1 + len(DIRECTIONS)):
                for at in self._nearest(place, 0.0, 0.0):
                    self._send(at, place, 0.0)

    def _goal(self, main: Place) -> Place | None:
        """Where the main fleet goes: a mothership, a home, the next enemies, the next unmapped."""
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
