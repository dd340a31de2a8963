"""The admiral's warships, which strike at visible enemies, patrol, and form a main fleet.

Each turn every ship gets a new target and moves a step towards it. No ship enters a sector whose
enemies are too strong for those that arrive together: they wait next to it for the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from attrs import define, field

from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.event_horizon.bots.board import BotView, Row, power
from variants.event_horizon.model import Place, place_of
from variants.event_horizon.orders import DIRECTIONS

#: Ships attack if they are at least this many times as strong as the visible enemies.
CAUTION = 1.1
#: Strikes get this many times the enemies' strength, if available, to lose little.
STRIKE_RATIO = 2.0
#: One ship in this many patrols unseen sectors.
PATROLS = 4


@define
class Squadron:
    """Warships in one sector, and their power."""

    ships: list[Row] = field(factory=list)
    power: float = 0.0

    def add(self, ships: Iterable[Row]) -> None:
        """Add ships to the force."""
        for ship in ships:
            components = ship["hull"] + ship["thrusters"] + ship["weapons"] + ship["shields"]
            self.ships.append(ship)
            self.power += power(components, ship["weapons"], ship["shields"])

    def detach(self, desired: float) -> Squadron:
        """Take ships out, at least one, until they have the desired power or all are out."""
        detached = Squadron()
        while self.ships and (not detached.ships or detached.power < desired):
            detached.add([self.ships.pop()])
        self.power = self.power - detached.power if self.ships else 0.0
        return detached


@define
class WarPlan:
    """The turn's orders for warships.

    `free`: ships without a target, by place, and `power` that of all of them; `tasks`: the others,
    by place and target.
    """

    board: BotView
    free: dict[Place, Squadron] = field(factory=dict)
    power: float = 0.0
    tasks: dict[tuple[Place, Place], Squadron] = field(factory=dict)

    @classmethod
    def of(cls, board: BotView) -> WarPlan:
        """Return a plan for all warships, none of which has a target yet."""
        war = cls(board)
        for ship in board.warships:
            war.free.setdefault(place_of(ship["sector"]), Squadron()).add([ship])
        war.power = ordered_sum(squadron.power for squadron in war.free.values())
        return war

    def order_moves(self, stream: Stream) -> None:
        """Give every warship a target, and order the steps that are safe enough."""
        self._strike()
        self._patrol()
        self._advance()
        self._move(stream)

    def _strike(self) -> None:
        """Send the nearest sufficient ships against visible enemies, those near home first."""
        board = self.board
        for place in sorted(
            board.enemies, key=lambda p: (board.route_map.distance(board.home, p), p)
        ):
            danger = board.danger(place)
            desired = STRIKE_RATIO * danger
            for at in self._nearest(place, CAUTION * danger, desired):
                desired -= self._send(at, place, desired)

    def _nearest(self, target: Place, needed: float, desired: float) -> list[Place]:
        """Return the places of the nearest free ships with the desired power.

        If all within reach have less, they are returned, but none if they have less than needed.
        """
        places: list[Place] = []
        near = 0.0
        if self.free and self.power >= needed:
            for at in self.board.route_map.outward(target):
                squadron = self.free.get(at)
                if squadron is not None:
                    places.append(at)
                    near += squadron.power
                    if near >= desired:
                        break
        return places if near >= needed else []

    def _send(self, at: Place, target: Place, desired: float) -> float:
        """Give free ships in a sector a target; returns their power."""
        squadron = self.free[at].detach(desired)
        if not self.free[at].ships:
            del self.free[at]
        self.power -= squadron.power
        self.tasks.setdefault((at, target), Squadron()).add(squadron.ships)
        return squadron.power

    def _patrol(self) -> None:
        """Send some of the ships to look, each at the nearest unseen sector."""
        board = self.board
        unseen = board.route_map.places() - board.visible
        for at in sorted(self.free):
            for _ in range(-(-len(self.free[at].ships) // PATROLS)):
                target = board.route_map.nearest(at, unseen)
                if target is None:
                    break
                unseen.remove(target)
                self._send(at, target, 0.0)

    def _advance(self) -> None:
        """Send all others together to the enemy's likely place; if there is none, close in."""
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
            for place in islice(self.board.route_map.outward(enemy), 1 + len(DIRECTIONS)):
                for at in self._nearest(place, 0.0, 0.0):
                    self._send(at, place, 0.0)

    def _goal(self, main: Place) -> Place | None:
        """Return the main fleet's goal: a mothership, a home, enemies, or an unmapped sector."""
        board = self.board
        beatable = [
            place for place in board.enemies if 0 < CAUTION * board.danger(place) <= self.power
        ]
        motherships = [place for place in beatable if board.enemies[place].mothership]
        homes = [place for place in board.strongholds if place not in board.visible]
        for places in (motherships, homes, beatable):
            if places:
                return min(places, key=lambda p: (board.route_map.distance(main, p), p))
        return board.route_map.nearest(main, board.route_map.places() - board.worth.keys())

    def _move(self, stream: Stream) -> None:
        """Order the steps of all tasks, but none into a sector whose enemies are too strong."""
        board, route_map = self.board, self.board.route_map
        steps: list[tuple[Squadron, str, Place]] = []
        strength: dict[Place, float] = {}
        for (at, target), squadron in self.tasks.items():
            steps_to_target = route_map.steps(at, target)
            safe_steps = [step for step in steps_to_target if not board.danger(step[1])]
            place = at
            if steps_to_target:
                direction, place = stream.choice(safe_steps or steps_to_target)
                steps.append((squadron, direction, place))
            strength[place] = strength.get(place, 0.0) + squadron.power
        for squadron, direction, place in steps:
            if strength[place] >= CAUTION * board.danger(place):
                for ship in squadron.ships:
                    board.move(ship, direction)
