"""Fire of the reference battle: guns, missiles, fighters and point defence. See `reference`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tests.variants.campaign2e.reference_ships import Ship, ShipSystem
from variants.campaign2e.battle.kernels import protocol as at

if TYPE_CHECKING:
    from tests.variants.campaign2e.reference import Fight
    from tests.variants.campaign2e.reference_fleets import Fleet

BEARING = {False: (3, 4, 5, 6, 6, 6), True: (0, 0, 2, 3, 3, 6)}


def bearing(gun: ShipSystem, running: bool) -> int:
    return BEARING[running][gun.arcs - 1]


def beam_dice(fight: Fight, gun: ShipSystem, distance: int) -> int:
    if gun.kind == "beam":
        return max(0, gun.number - (distance - 1) // fight.rules.beam_band)
    reach = fight.rules.submunition_range
    return 0 if distance > reach else 3 if 2 * distance <= reach else 2


def to_hit(distance: int) -> int:
    return min(7, 2 + (distance - 1) // 6)


def expected(fight: Fight, gun: ShipSystem, distance: int, running: bool) -> Fraction:
    """A gun's expected damage: by the chance that it bears, and its dice."""
    chance = Fraction(bearing(gun, running), 6)
    if gun.kind == "torpedo":
        return chance * Fraction(7, 2) * Fraction(7 - to_hit(distance), 6)
    if gun.kind == "needle":
        return chance / 3 * (distance <= fight.rules.needle_range)
    return chance * beam_dice(fight, gun, distance) * Fraction(7, 10)


def guns_of(ship: Ship) -> list[ShipSystem]:
    return [system for system in ship.systems if system.is_gun and system.working]


def gunnery(fight: Fight, first: Fleet, second: Fleet) -> None:
    """All ships that can, in order; the sides take turns."""
    waiting = {id(side): list(side.ships) for side in (first, second)}
    while waiting[id(first)] or waiting[id(second)]:
        for side, enemy in ((first, second), (second, first)):
            ships = waiting[id(side)]
            while ships:
                ship = ships.pop(0)
                if ship.can_act and guns_of(ship):
                    fire(fight, ship, side, enemy)
                    break


def choose(fight: Fight, ship: Ship, side: Fleet, enemy: Fleet) -> Ship | None:
    """The most valuable target: share of its boxes that would be destroyed, times its value."""

    def worth(target: Ship) -> tuple[Fraction, int, int, int]:
        damage = sum(
            expected(fight, gun, fight.distance(ship, target), side.running)
            for gun in guns_of(ship)
        )
        share = min(Fraction(1), damage / target.boxes)
        value = share * target.points * (3 if target.is_armed else 1)
        return value, target.points, -target.boxes, -target.row

    targets = [target for target in enemy.ships if target.is_in_place and worth(target)[0] > 0]
    return max(targets, key=worth, default=None)


def fire(fight: Fight, ship: Ship, side: Fleet, enemy: Fleet) -> None:
    """All guns at one target: one attack."""
    target = choose(fight, ship, side, enemy)
    if target is None:
        return
    salvo = Salvo(fight, fight.distance(ship, target), len(target.working("screen")))
    for gun in guns_of(ship):
        if expected(fight, gun, salvo.distance, side.running) == 0:
            continue
        bears = bearing(gun, side.running)
        if bears == 6 or fight.log.die() <= bears:
            salvo.add(gun)
    if salvo.fired:
        target.hurt(ship.row, at.BY_GUNS, salvo.normal, salvo.semi, salvo.piercing)
        for _ in range(salvo.needles):
            if target.is_in_place:
                target.lose_to_needle()


class Salvo:
    """The combined fire of a ship's guns."""

    def __init__(self, fight: Fight, distance: int, screens: int) -> None:
        self.fight, self.distance, self.screens = fight, distance, screens
        self.fired = self.normal = self.piercing = self.needles = 0
        self.semi: list[int] = []

    def add(self, gun: ShipSystem) -> None:
        """Fire a gun that bears."""
        die = self.fight.log.die
        self.fired += 1
        if gun.kind == "torpedo":
            if die() >= to_hit(self.distance):
                self.semi.append(die())
        elif gun.kind == "needle":
            thrown = die()
            self.piercing += thrown >= 5
            self.needles += thrown == 6
        else:
            for _ in range(beam_dice(self.fight, gun, self.distance)):
                plain, through = beam_die(self.fight, die(), self.screens)
                self.normal += plain
                self.piercing += through
            if gun.kind == "submunition":
                gun.working, gun.fired = False, True


def beam_die(fight: Fight, thrown: int, screens: int) -> tuple[int, int]:
    """Damage of a beam die, including re-rolls, behind screens and armour."""
    normal = (0, 0, 0, screens == 0, 1, 2 if screens < 2 else 1)[thrown - 1]
    return int(normal), rerolls(fight) if thrown == 6 else 0


def rerolls(fight: Fight) -> int:
    thrown = fight.log.die()
    damage = (0, 0, 0, 1, 1, 2)[thrown - 1]
    return damage + (rerolls(fight) if thrown == 6 else 0)


def kills_of_pds(fight: Fight, heavy: bool) -> int:
    thrown = fight.log.die()
    if thrown == 6:
        return 2 + kills_of_pds(fight, heavy)
    return int(thrown == 5 or (thrown == 4 and not heavy))


def kills_of_beam(fight: Fight) -> int:
    thrown = fight.log.die()
    return (thrown >= 5) + (kills_of_beam(fight) if thrown == 6 else 0)


def defend(fight: Fight, target: Ship, most: int, heavy: bool = False) -> int:
    """Kills by own PDS, then by idle class 1 beams, then by PDS of other ships."""
    if target.out_of_control:
        return 0
    side = fight.fleets[target.side]
    kills = 0
    while most > 0 and target.spent < len(target.working("pds")):
        target.spent += 1
        most -= 1
        kills += kills_of_pds(fight, heavy)
    beams = [beam for beam in target.working("beam") if beam.number == 1]
    if fight.range + side.depth_of(target) > fight.rules.beam_band:
        while most > 0 and target.ones_spent < len(beams):
            target.ones_spent += 1
            most -= 1
            kills += kills_of_beam(fight)
    if side.formation == "dispersed":
        return kills
    for other in side.ships:
        free = other.is_in_place and not other.warm and other.out_of_control == 0
        near = other is not target and other.rear == target.rear
        if free and near and other.working("adfc") and other.lends_to in (None, target):
            while most > 0 and other.spent < len(other.working("pds")):
                other.lends_to = target
                other.spent += 1
                most -= 1
                kills += kills_of_pds(fight, heavy)
    return kills
