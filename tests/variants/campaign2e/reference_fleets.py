"""Sides of the reference battle. See `reference`."""

from __future__ import annotations

from tests.variants.campaign2e.reference_ships import GUNS, BattleLog, Ship, ShipSystem, TaskGroup
from variants.campaign2e.battle.fleets import Side
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.model.places import EDGES

ORDER = {**dict.fromkeys(GUNS, 0), "rack": 1, "rack_er": 1, "launcher": 2}


class Fleet:
    """A side in the battle."""

    def __init__(self, number: int, side: Side, log: BattleLog) -> None:
        self.number, self.order, self.log = number, side, log
        self.speed, self.formation, self.intent = side.speed, side.formation, side.intent
        self.edge = EDGES.index(side.edge or "N")
        self.ships: list[Ship] = []
        self.groups: list[TaskGroup] = []
        self.roll = 0
        self.more_rolls = 0
        self.running = self.rear_runs = self.is_split = False
        self.depth = 0
        self.thrust = 0
        self.combat_turns = 0

    def depth_of(self, ship: Ship) -> int:
        return self.depth if ship.rear else 0

    def in_place(self) -> list[Ship]:
        return [ship for ship in self.ships if ship.is_in_place]

    def standing(self) -> list[Ship]:
        return [ship for ship in self.in_place() if not ship.is_adrift]

    def is_armed(self) -> bool:
        return any(ship.is_armed for ship in self.in_place())

    def dearest(self) -> Ship | None:
        return next(iter(self.in_place()), None)

    def run(self) -> None:
        if not self.running:
            self.running = True
            self.log.write(at.SIDE_RUNS, self.number, 0)


def add_systems(ship: Ship, state: object, first: int, groups: int) -> None:
    """The systems of a ship, guns first, and its fighters."""
    design, condition = ship.design, state
    known = sorted(design.systems, key=lambda s: ORDER.get(s.part.kind, 3))
    hangars = 0
    for row, system in enumerate(known, start=first):
        part, key = system.part, system.key
        price = part.points(design.mass) // (part.number if part.kind == "screen" else 1)
        weapon = part.is_weaponry
        worse = (
            ship.worse + (condition.weaponry_due > 0 and weapon) + (key in condition.second_hand)
        )
        lost = key in condition.out or (condition.captured and weapon)
        new = ShipSystem(row, key, part.kind, part.number, max(part.arcs, 1), worse, price)
        new.fired = not lost and key in condition.fired
        new.working = not lost and not new.fired
        ship.systems.append(new)
        if part.kind == "hangar":
            hangars += 1
            if hangars <= len(design.fighters):
                kind, left = design.fighters[hangars - 1], condition.fighters[hangars - 1]
                left = 0 if f"hangar_{hangars}" in condition.out else left
                place = "aboard" if left else "gone"
                endurance = 9 if kind == "long-range" else 6
                group = TaskGroup(groups, ship, new, kind, left, endurance, place)
                ship.groups.append(group)
                groups += 1


def ring(edge: int, other: int) -> int:
    return min((edge - other) % 6, (other - edge) % 6)


def highest_class(side: Fleet) -> int:
    beams = [beam.number for ship in side.in_place() for beam in ship.working("beam")]
    return max(beams, default=0)


def poorest(side: Fleet) -> int:
    return min((ship.thrust for ship in side.in_place() if ship.thrust > 0), default=0)
