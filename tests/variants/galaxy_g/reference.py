"""A readable implementation of the battle of Galaxy G: objects, with the rules in order.

It draws its dice from a plain `Stream`, by the protocol that the head of
`variants.galaxy_g.battle.kernels` states, and must agree with the kernels bit for bit.
"""

from dataclasses import dataclass, field

from horizons_core.rng import Stream


@dataclass
class Group:
    """Identical ships. Those that wait to fire come before the others."""

    number: int
    side: int
    ships: int
    attacks: int
    attack: int
    defence: int

    def __post_init__(self) -> None:
        self.waiting: list[str] = []
        self.others = [f"ship {number}" for number in range(self.ships)]

    @property
    def living(self) -> list[str]:
        return [*self.waiting, *self.others]


@dataclass
class Battle:
    """Groups side by side; `hostile` holds pairs of sides, each in both orders."""

    groups: list[Group]
    thresholds: list[list[int]]
    hostile: set[tuple[int, int]]
    dice: Stream
    rounds: int = 0
    shots: int = 0
    rows: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def winner(self) -> int:
        sides = {group.side for group in self.groups if group.living}
        return sides.pop() if len(sides) == 1 else -1

    def enemies_of(self, side: int) -> list[tuple[Group, str]]:
        """All living ships hostile to a side, armed or not (GG-CBT-004)."""
        foes = [group for group in self.groups if (side, group.side) in self.hostile]
        return [(group, ship) for group in foes for ship in group.living]

    @property
    def sides(self) -> set[int]:
        return {group.side for group in self.groups}

    def has_enemy(self, side: int) -> bool:
        return any(
            (side, group.side) in self.hostile and (group.waiting or group.others)
            for group in self.groups
        )

    def threshold(self, shooter: Group, target: Group) -> int:
        return self.thresholds[shooter.attack][target.defence]

    def can_destroy(self, shooter: Group) -> bool:
        """True if an armed ship can destroy any ship hostile to it (GG-CBT-014)."""
        return any(
            (shooter.side, target.side) in self.hostile
            and target.living
            and self.threshold(shooter, target) > 0
            for target in self.groups
        )

    def goes_on(self) -> bool:
        armed = [group for group in self.groups if group.living and group.attacks]
        return any(self.can_destroy(group) for group in armed)

    def fight(self, most_rounds: int = 100_000) -> None:
        """Round after round (GG-CBT-013)."""
        while self.rounds < most_rounds and self.goes_on():
            self.rounds += 1
            self.fight_round()

    def fight_round(self) -> None:
        """Until all armed survivors have fired, in random order (GG-CBT-003, GG-CBT-006)."""
        for group in self.groups:
            if group.attacks and self.has_enemy(group.side):
                group.waiting, group.others = group.living, []
        while waiting := [(group, ship) for group in self.groups for ship in group.waiting]:
            shooter, ship = waiting[self.dice.below(len(waiting))]
            shooter.waiting.remove(ship)
            shooter.others.append(ship)
            self.fire(shooter)

    def fire(self, shooter: Group) -> None:
        """Make all attacks of a ship, each at a target of its own (GG-CBT-005)."""
        for _ in range(shooter.attacks):
            enemies = self.enemies_of(shooter.side)
            if not enemies:
                break
            target, ship = enemies[self.dice.below(len(enemies))]
            destroyed = self.dice.word() < self.threshold(shooter, target)
            self.shots += 1
            self.rows.append((self.rounds, shooter.number, target.number, destroyed))
            if destroyed:
                self.lose(target, ship)

    def lose(self, target: Group, ship: str) -> None:
        """Stop the fire of a destroyed ship, and of ships left without an enemy."""
        (target.waiting if ship in target.waiting else target.others).remove(ship)
        alone = [side for side in self.sides if not self.has_enemy(side)]
        for group in self.groups:
            if group.side in alone:
                group.waiting, group.others = [], group.living
