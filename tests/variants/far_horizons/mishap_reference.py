"""A readable implementation of Far Horizons jumps: one ship, one `Stream`, the clauses in order.

It must agree with the kernels bit for bit, and with the results of the JUMPS step for equal dice.
"""

from __future__ import annotations

from dataclasses import dataclass

from horizons_core.combat import BattleRecord, Fighter
from horizons_core.rng import Stream
from variants.far_horizons.jumps.odds import JumpQuestion

ENDINGS = ("arrived", "mis-jumped", "lost")


@dataclass
class Ship:
    """A ship that jumps; places are [x, y, z], and None when it is lost."""

    origin: list[int]
    destination: list[int]
    gravitics: int
    age: int
    fail_safes: int
    forced: bool
    radius: int
    dice: Stream
    place: list[int] | None = None
    ending: str = ""

    def roll(self, sides: int) -> int:
        return self.dice.die(sides)

    @property
    def chance(self) -> int:
        """Of a mishap, in hundredths of a percent (FH-MISHAP-001, FH-MISHAP-003)."""
        distance_squared = sum(
            (a - b) * (a - b) for a, b in zip(self.origin, self.destination, strict=True)
        )
        if self.gravitics == 0:
            return 10_000
        chance = int(100 * distance_squared / self.gravitics)
        if chance > 10_000:
            return 10_000
        success = 10_000 - chance
        success -= 2 * self.age * success // 100
        return 10_000 - success

    def goes_wrong(self) -> bool:
        return self.roll(10_000) <= self.chance

    def jump(self) -> None:
        """Try until there is no mishap, or no fail-safe unit (FH-MISHAP-002, FH-FS-002)."""
        while self.goes_wrong():
            if self.fail_safes == 0:
                self.suffer()
                return
            self.fail_safes -= 1
        self.place, self.ending = list(self.destination), "arrived"

    def suffer(self) -> None:
        """Lost or thrown elsewhere (FH-MISHAP-002, FH-FM-004)."""
        if self.forced or self.goes_wrong():
            self.place, self.ending = None, "lost"
            return
        self.ending = "mis-jumped"
        while self.place is None or self.place == self.destination:
            self.place = [self.thrown(axis) for axis in range(3)]

    def thrown(self, axis: int) -> int:
        """One coordinate of a mis-jump (FH-MISHAP-004)."""
        goal, last = self.destination[axis], 2 * self.radius - 1
        width = max(3, 2 * self.chance * abs(goal - self.origin[axis]) // 10_000)
        possible = range(goal - width + 1, goal + width)
        if possible[-1] < 0 or possible[0] > last:
            return 0 if goal < 0 else last
        for _ in range(1000):
            away = self.roll(width)
            back = self.roll(width)
            if 0 <= goal - away + back <= last:
                return goal - away + back
        return min(max(goal, 0), last)


def jumped(question: JumpQuestion, key: int, run: int) -> list[tuple[str, Ship]]:
    """All ships of a fleet after their jumps, with their names."""
    ships = []
    for jumper in question.fleet:
        for number in range(jumper.count):
            ship = Ship(
                origin=list(question.origin),
                destination=list(question.destination),
                gravitics=question.gravitics,
                age=jumper.age,
                fail_safes=jumper.fail_safes,
                forced=jumper.forced,
                radius=question.radius,
                dice=Stream(key, run).fork("ship", len(ships)),
            )
            ship.jump()
            title = f"{jumper.name} {number + 1}" if jumper.count > 1 else jumper.name
            ships.append((title, ship))
    return ships


def reference_record(question: JumpQuestion, key: int, run: int) -> BattleRecord:
    """The record that the resolver must make of a run."""
    start = dict(zip("xyz", question.origin, strict=True))
    safe = [jumper.fail_safes for jumper in question.fleet for _ in range(jumper.count)]
    ships = jumped(question, key, run)
    units = tuple(
        Fighter(
            name=name,
            side=ENDINGS.index(ship.ending),
            before={**start, "fail-safes": before},
            after={
                "fail-safes": ship.fail_safes,
                **(dict(zip("xyz", ship.place, strict=True)) if ship.place else {}),
            },
            destroyed=ship.ending == "lost",
        )
        for (name, ship), before in zip(ships, safe, strict=True)
    )
    endings = {unit.side for unit in units}
    return BattleRecord(
        sides=ENDINGS,
        units=units,
        shots=(),
        rounds=max(b - s.fail_safes for b, (_, s) in zip(safe, ships, strict=True)) + 1,
        winner=endings.pop() if len(endings) == 1 else None,
    )
