"""Gunnery: choice of targets, and effects of guns.

Ships of a side with equal points, line and armament form a class. In a class, the ship with the
fewest boxes left is always the best target, so a ship chooses among classes, not among ships.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.damage import count, hurt, needle
from variants.campaign2e.battle.kernels.protocol import (
    Arena,
    boxes_of,
    can_act,
    depth_of,
    die,
    is_armed,
)

OUT_OF_REACH = 7


@part
def bearing(arcs: int, running: int) -> int:
    """Return the highest die with which a gun with this number of arcs bears on the enemy."""
    if running == 0:
        return min(arcs + 2, 6)
    if arcs <= 2:
        return 0
    return 6 if arcs == 6 else (3 if arcs > 3 else 2)


@part
def band_of(a: Arena, distance: int) -> int:
    """Return the number of dice that a beam loses at a distance."""
    return (distance - 1) // a.table[at.BEAM_BAND]


@part
def dice_of(a: Arena, row: int, distance: int, band: int) -> int:
    """Return the number of beam dice of a beam or submunition pack at a distance, in its band."""
    if a.systems[row, at.KIND] == at.BEAM:
        return max(0, a.systems[row, at.CLASS] - band)
    if distance > a.table[at.SUBMUNITION_RANGE]:
        return 0
    return 3 if 2 * distance <= a.table[at.SUBMUNITION_RANGE] else 2


@part
def to_hit(distance: int) -> int:
    """Return the lowest die with which a pulse torpedo hits: 2 up to 6 units, and so on."""
    return min(OUT_OF_REACH, 2 + (distance - 1) // 6)


@part
def expected_of(a: Arena, row: int, distance: int, band: int, running: int) -> int:
    """Return the expected damage of a gun, in parts of `WHOLE`; 0 out of reach."""
    bears = bearing(a.systems[row, at.ARCS], running)
    kind = a.systems[row, at.KIND]
    if kind == at.TORPEDO:
        return 35 * bears * (OUT_OF_REACH - to_hit(distance))
    if kind == at.NEEDLE:
        return 20 * bears * (distance <= a.table[at.NEEDLE_RANGE])
    return 42 * bears * dice_of(a, row, distance, band)


@part
def expected(a: Arena, ship: int, distance: int, running: int) -> int:
    """Return the expected damage of all working guns of a ship."""
    total, band = 0, band_of(a, distance)
    first = a.ships[ship, at.FIRST]
    for row in range(first, first + a.ships[ship, at.GUNS]):
        if a.systems[row, at.STATE] == at.WORKING:
            total += expected_of(a, row, distance, band, running)
    return total


@kernel
def find_best(a: Arena, name: int) -> None:
    """Find the ship of a class with the fewest boxes; in a tie, the first."""
    ships, classes = a.ships, a.classes
    classes[name, at.BEST] = -1
    for ship in range(classes[name, at.CLASS_FIRST], classes[name, at.CLASS_LAST]):
        if (
            ships[ship, at.STATUS] == at.IN_PLACE
            and ships[ship, at.TYPE] + is_armed(a, ship) == name
            and (classes[name, at.BEST] < 0 or boxes_of(a, ship) < classes[name, at.BEST_BOXES])
        ):
            classes[name, at.BEST] = ship
            classes[name, at.BEST_BOXES] = boxes_of(a, ship)


@kernel
def line_up_targets(a: Arena, side: int) -> None:
    """Find the best target of each class of a side."""
    ships, classes = a.ships, a.classes
    for name in range(a.sides[side, at.FIRST_CLASS], a.sides[side, at.LAST_CLASS]):
        classes[name, at.BEST] = -1
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] == at.IN_PLACE:
            name = ships[ship, at.TYPE] + is_armed(a, ship)
            if classes[name, at.BEST] < 0 or boxes_of(a, ship) < classes[name, at.BEST_BOXES]:
                classes[name, at.BEST] = ship
                classes[name, at.BEST_BOXES] = boxes_of(a, ship)


@kernel
def keep_targets(a: Arena, ship: int, was_armed: bool) -> None:
    """Update the best targets after a ship was hurt."""
    classes = a.classes
    name = a.ships[ship, at.TYPE] + is_armed(a, ship)
    if a.ships[ship, at.STATUS] != at.IN_PLACE or is_armed(a, ship) != was_armed:
        find_best(a, a.ships[ship, at.TYPE] + was_armed)
        if a.ships[ship, at.STATUS] != at.IN_PLACE:
            return
    best, boxes = classes[name, at.BEST], classes[name, at.BEST_BOXES]
    if best < 0 or boxes_of(a, ship) < boxes or (boxes_of(a, ship) == boxes and ship < best):
        classes[name, at.BEST] = ship
        classes[name, at.BEST_BOXES] = boxes_of(a, ship)


@part
def choose(a: Arena, enemy: int, near: int, far: int) -> int:
    """Return the best target of a side for a ship's expected damage; -1 for none.

    `near` is for the main line, `far` for the rear line. The best target loses the highest share
    of its boxes, 1 at most, times its worth. Ties go to more points, then to fewer boxes left, then
    to the order.
    """
    classes = a.classes
    target, value, boxes = -1, 0, 1
    for name in range(a.sides[enemy, at.FIRST_CLASS], a.sides[enemy, at.LAST_CLASS]):
        ship, left = classes[name, at.BEST], classes[name, at.BEST_BOXES]
        reach = far if classes[name, at.IN_REAR] != 0 else near
        if ship < 0 or reach == 0:
            continue
        worth = min(reach, at.WHOLE * left) * classes[name, at.WORTH]
        ahead = worth * boxes - value * left
        if target >= 0 and ahead == 0:
            ahead = np.int64(a.ships[ship, at.POINTS]) - np.int64(a.ships[target, at.POINTS])
            if ahead == 0:
                ahead = boxes - left if boxes != left else target - ship
        if target < 0 or ahead > 0:
            target, value, boxes = ship, worth, left
    return target


@kernel
def gunnery(a: Arena, first: int, second: int) -> None:
    """Fire all ships that can, alternating between sides, beginning with `first`."""
    line_up_targets(a, first)
    line_up_targets(a, second)
    shooter, opponent = a.sides[first, at.FIRST_SHIP], a.sides[second, at.FIRST_SHIP]
    while True:
        shooter = next_shooter(a, first, shooter)
        if shooter < a.sides[first, at.LAST_SHIP]:
            fire(a, shooter, second)
            shooter += 1
        opponent = next_shooter(a, second, opponent)
        if opponent < a.sides[second, at.LAST_SHIP]:
            fire(a, opponent, first)
            opponent += 1
        if shooter >= a.sides[first, at.LAST_SHIP] and opponent >= a.sides[second, at.LAST_SHIP]:
            return


@part
def next_shooter(a: Arena, side: int, ship: int) -> int:
    """Return the next ship of a side that can fire; the row after its last for none."""
    while ship < a.sides[side, at.LAST_SHIP] and not (can_act(a, ship) and has_guns(a, ship)):
        ship += 1
    return ship


@part
def has_guns(a: Arena, ship: int) -> bool:
    """Return whether any gun of a ship works."""
    ships = a.ships
    racks = ships[ship, at.COUNT + at.RACK] + ships[ship, at.COUNT + at.RACK_ER]
    return ships[ship, at.ARMS] > racks


@kernel
def fire(a: Arena, ship: int, enemy: int) -> None:
    """Fire all guns of a ship at the best target in reach, as one attack."""
    side = a.ships[ship, at.SIDE]
    running = a.sides[side, at.RUNNING]
    distance = a.table[at.RANGE] + depth_of(a, ship)
    near = expected(a, ship, distance, running)
    far = near
    if a.sides[enemy, at.DEPTH] > 0:
        far = expected(a, ship, distance + a.sides[enemy, at.DEPTH], running)
    if near == 0 and far == 0:
        return
    target = choose(a, enemy, near, far)
    if target < 0:
        return
    distance += depth_of(a, target)
    band = band_of(a, distance)
    was_armed = is_armed(a, target)
    screens = a.ships[target, at.COUNT + at.SCREEN]
    fired, packs, needles = 0, 0, 0
    normal, piercing, semi_on_armour, semi = at.ZERO, at.ZERO, at.ZERO, at.ZERO
    first = a.ships[ship, at.FIRST]
    for row in range(first, first + a.ships[ship, at.GUNS]):
        if a.systems[row, at.STATE] != at.WORKING:
            continue
        if expected_of(a, row, distance, band, running) == 0:
            continue
        bears = bearing(a.systems[row, at.ARCS], running)
        if bears < 6 and die(a) > bears:
            continue
        fired += 1
        kind = a.systems[row, at.KIND]
        if kind == at.TORPEDO:
            if die(a) >= to_hit(distance):
                damage = die(a)
                semi += damage
                semi_on_armour += (damage + 1) // 2
        elif kind == at.NEEDLE:
            roll = die(a)
            piercing += roll >= 5
            needles += roll == 6
        else:
            for _ in range(dice_of(a, row, distance, band)):
                roll = die(a)
                if roll >= 4:
                    normal += (roll > 4) + (roll == 4 and screens == 0)
                    normal += roll == 6 and screens < 2
                    if roll == 6:
                        piercing += rerolled(a)
            if kind == at.SUBMUNITION:
                a.systems[row, at.STATE] = at.FIRED
                count(a, ship, row, at.LESS)
                packs += 1
    if fired == 0:
        return
    hurt(a, ship, at.BY_GUNS, target, normal, semi_on_armour, semi, piercing)
    while needles > 0 and a.ships[target, at.STATUS] == at.IN_PLACE:
        needle(a, target)
        needles -= 1
    keep_targets(a, target, was_armed)
    if packs > 0 and not is_armed(a, ship):
        keep_targets(a, ship, packs > 0)


@part
def rerolled(a: Arena) -> int:
    """Return the damage of a re-rolled die, which ignores screens; each 6 rolls again."""
    damage = 0
    while True:
        roll = die(a)
        damage += (roll >= 4) + (roll == 6)
        if roll < 6:
            return damage
