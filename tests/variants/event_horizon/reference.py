"""A readable implementation of the battle of Event Horizon: objects, with the rules in order.

It draws its dice from a plain `Stream`, by the protocol that the head of
`variants.event_horizon.battle.kernels` states, and must agree with that kernel bit for bit.
"""

from dataclasses import dataclass, field

from horizons_core.rng import Stream
from variants.event_horizon.combat import Resolver

SHIELD_POINT = 0
KINDS = ("hull", "thrusters", "weapons", "shields")


@dataclass(eq=False, slots=True)
class Ship:
    number: int
    side: int
    hull: int
    thrusters: int
    weapons: int
    shields: int
    points: int
    fires: bool = True
    target: bool = True

    @property
    def alive(self) -> bool:
        """A ship with neither weapon nor thruster is lost (EH-CON-003, EH-CBT-013)."""
        return self.weapons > 0 or self.thrusters > 0

    @property
    def others(self) -> int:
        return self.thrusters + self.weapons + self.shields

    def held_together(self, rules: Resolver) -> bool:
        """Hull enough for the other components (EH-CON-002)."""
        return rules.hull_divisor * self.hull >= self.others**2 - 1


class Lottery:
    """The ships that wait to fire, in buckets by the digits of their tickets."""

    def __init__(self, rules: Resolver) -> None:
        self.rules = rules
        self.buckets: list[list[Ship]] = [[] for _ in range(33)]

    def tickets_of(self, ship: Ship) -> int:
        """One, and two for each thruster (EH-CBT-002)."""
        return self.rules.tickets + self.rules.tickets_per_thruster * ship.thrusters

    def bucket_of(self, ship: Ship) -> list[Ship]:
        return self.buckets[self.tickets_of(ship).bit_length()]

    def enter(self, ship: Ship) -> None:
        self.bucket_of(ship).append(ship)

    def leave(self, ship: Ship) -> None:
        bucket = next(bucket for bucket in self.buckets if ship in bucket)
        swap_remove(bucket, ship)

    def waits(self, ship: Ship) -> bool:
        return any(ship in bucket for bucket in self.buckets)

    def keep_right(self, ship: Ship) -> None:
        """After a hit: the disarmed do not fire, and the slowed have fewer tickets (EH-CBT-005)."""
        if ship.weapons == 0:
            self.leave(ship)
        elif ship not in self.bucket_of(ship):
            self.leave(ship)
            self.enter(ship)

    def anybody_waits(self) -> bool:
        return any(self.buckets)

    def draw(self, dice: Stream) -> Ship:
        """Draw the ship with the next ticket and remove it (EH-CBT-003)."""
        tickets = [sum(map(self.tickets_of, bucket)) for bucket in self.buckets]
        mark = dice.below(sum(tickets))
        digits = 0
        while mark >= tickets[digits]:
            mark -= tickets[digits]
            digits += 1
        bucket, least = self.buckets[digits], 2 ** (digits - 1)
        least_hit = mark < least * len(bucket)
        ship = bucket[mark // least] if least_hit else self.draw_beyond(least, bucket, dice)
        swap_remove(bucket, ship)
        return ship

    def draw_beyond(self, least: int, bucket: list[Ship], dice: Stream) -> Ship:
        """Draw a ship of the bucket by its tickets beyond the least that every ship there has."""
        while True:
            ship = bucket[dice.below(len(bucket))]
            if least + dice.below(least - 1) < self.tickets_of(ship):
                return ship


def swap_remove(ships: list[Ship], ship: Ship) -> None:
    """Remove a ship; the last one takes its place."""
    place = ships.index(ship)
    ships[place] = ships[-1]
    ships.pop()


@dataclass
class Battle:
    ships: list[Ship]
    dice: Stream
    rules: Resolver = Resolver()
    turns: int = 0
    shots: int = 0
    rows: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lottery = Lottery(self.rules)
        self.targets: list[list[Ship]] = [[] for _ in range(16)]
        for ship in self.ships:
            if ship.alive and ship.target:
                self.targets[ship.side].append(ship)

    @property
    def winner(self) -> int:
        sides = {ship.side for ship in self.ships if ship.alive}
        return sides.pop() if len(sides) == 1 else -1

    def enemies_of(self, side: int) -> list[Ship]:
        """The living targets of all other sides, side by side."""
        return [ship for other in range(16) if other != side for ship in self.targets[other]]

    def can_hurt(self) -> bool:
        """True if a living armed ship that fires has a living target of another side."""
        sides = [side for side in range(16) if self.targets[side]]
        return any(
            ship.weapons > 0 and ship.fires and any(side != ship.side for side in sides)
            for ship in self.ships
        )

    def fight(self, turns: int, charge: bool) -> None:
        while self.turns < turns and self.can_hurt():
            if charge and self.turns > 0:
                self.charge_shields()
            self.fight_turn()
            self.turns += 1

    def charge_shields(self) -> None:
        """EH-SHD-001, for all ships that live."""
        for ship in self.ships:
            if ship.alive:
                charged = ship.points // self.rules.charge_divisor
                ship.points = charged + self.rules.points_per_generator * ship.shields

    def as_they_stand(self) -> list[Ship]:
        """The living ships, side by side, with those that are no targets first."""
        safe = [ship for ship in self.ships if ship.alive and not ship.target]
        sides = [[ship for ship in safe if ship.side == side] for side in range(16)]
        return [ship for side in range(16) for ship in (*sides[side], *self.targets[side])]

    def fight_turn(self) -> None:
        """One volley for each ship that lives to fire it (EH-CBT-004)."""
        self.lottery = Lottery(self.rules)
        for ship in self.as_they_stand():
            if ship.fires and ship.weapons > 0:
                self.lottery.enter(ship)
        while self.lottery.anybody_waits() and self.can_hurt():
            self.fire_volley(self.lottery.draw(self.dice))

    def fire_volley(self, shooter: Ship) -> None:
        """A shot for each weapon (EH-CBT-004), with a lock on the last target (EH-CBT-007)."""
        target = None
        for _ in range(self.rules.shots_per_weapon * shooter.weapons):
            if target is None or not target.alive or self.lock_is_lost(shooter):
                enemies = self.enemies_of(shooter.side)
                if not enemies:
                    return
                target = enemies[self.dice.below(len(enemies))]
            for damage in range(self.rules.damage):
                if target.alive:
                    self.hit(shooter, target, first=damage == 0)
            self.shots += 1

    def lock_is_lost(self, shooter: Ship) -> bool:
        """True with the chance 0.85 to the power of the shooter's weapons."""
        percent, weapons = self.rules.new_target_percent, shooter.weapons
        return self.dice.word() < percent**weapons * 2**32 // 100**weapons

    def hit(self, shooter: Ship, target: Ship, first: bool = True) -> None:
        """One damage: to a shield point (EH-CBT-011), or else to a component (EH-CBT-012)."""
        if target.points > 0:
            target.points -= 1
            self.write(shooter, target, SHIELD_POINT, critical=not first)
            return
        waited = self.lottery.waits(target)
        self.destroy_component(shooter, target, critical=not first)
        while target.alive and not target.held_together(self.rules):
            self.destroy_component(shooter, target, critical=True)
        if waited:
            self.lottery.keep_right(target)
        if not target.alive:
            swap_remove(self.targets[target.side], target)

    def destroy_component(self, shooter: Ship, target: Ship, critical: bool) -> None:
        """Destroy one of all components that remain, whichever kind the draw falls among."""
        place = self.dice.below(target.hull + target.others)
        for kind in KINDS:
            if place < getattr(target, kind):
                break
            place -= getattr(target, kind)
        setattr(target, kind, getattr(target, kind) - 1)
        self.write(shooter, target, 1 + KINDS.index(kind), critical)

    def write(self, shooter: Ship, target: Ship, effect: int, critical: bool) -> None:
        destroyed = not target.alive
        self.rows.append(
            (self.turns, shooter.number, target.number, self.shots, effect, critical, destroyed)
        )
