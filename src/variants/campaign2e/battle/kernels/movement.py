"""Movement: preferred distances, running, jumps, changes of distance, and disengagement.

(C2E-14.1-02, C2E-16.5-05, C2E-18.1-01, C2E-18.2-02, C2E-18.3-03)
"""

from __future__ import annotations

import math

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.work import count_steps
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.damage import check_drive, destroy, hurt
from variants.campaign2e.battle.kernels.gunnery import OUT_OF_REACH, band_of, bearing, to_hit
from variants.campaign2e.battle.kernels.protocol import (
    Arena,
    boxes_of,
    can_act,
    die,
    is_adrift,
    is_armed,
    thrust_of,
    write,
)

# A side's tally, beginning with column TALLY: by line, the weights of its guns by class of beam,
# then of other guns; then the highest class of the line; at the end boxes, whether it has missiles,
# and the expected damage at each of the ranges.
CLASSES = 10
TORPEDOES, NEEDLES, PACKS, HIGHEST = 10, 11, 12, 13
LINE = 14
BOXES, MISSILES, EXPECTED = 2 * LINE, 2 * LINE + 1, 2 * LINE + 2
STEP, STEPS = 6, 8
WITHOUT_GUNS = 36
NO_THRUST = 1 << 20


@kernel
def tally(a: Arena, side: int) -> None:
    """Add up the guns of a side that can fire, weighted by bearing, and its boxes."""
    ships, systems, sides = a.ships, a.systems, a.sides
    for column in range(at.TALLY, at.SIDE_COLUMNS):
        sides[side, column] = 0
    running = sides[side, at.RUNNING]
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] != at.IN_PLACE:
            continue
        sides[side, at.TALLY + BOXES] += boxes_of(a, ship)
        if not can_act(a, ship):
            continue
        line = at.TALLY
        if ships[ship, at.REAR] != 0 and sides[side, at.DEPTH] > 0:
            line += LINE
        first = ships[ship, at.FIRST]
        for row in range(first, first + ships[ship, at.GUNS]):
            if systems[row, at.STATE] == at.WORKING:
                kind, beam = systems[row, at.KIND], np.int64(systems[row, at.CLASS])
                column = line + beam if kind == at.BEAM else line + TORPEDOES - at.TORPEDO + kind
                sides[side, column] += bearing(systems[row, at.ARCS], running)
                sides[side, line + HIGHEST] = max(sides[side, line + HIGHEST], 1, beam)
        loaded = ships[ship, at.COUNT + at.LAUNCHER] > 0 and ships[ship, at.SALVOES] > 0
        loaded = loaded or ships[ship, at.COUNT + at.RACK] + ships[ship, at.COUNT + at.RACK_ER] > 0
        sides[side, at.TALLY + MISSILES] += loaded
    for step in range(STEPS):
        distance = STEP * (step + 1)
        expected = expected_by(a, side, at.TALLY, distance)
        if sides[side, at.TALLY + LINE + HIGHEST] > 0:
            expected += expected_by(a, side, at.TALLY + LINE, distance + a.table[at.LINE_DEPTH])
        sides[side, at.TALLY + EXPECTED + step] = expected


@part
def expected_by(a: Arena, side: int, line: int, distance: int) -> int:
    """Return the expected damage of a line by its tally, at a distance of the enemy's main line."""
    total = 0
    sides, band = a.sides, band_of(a, distance)
    for beam in range(band + 1, sides[side, line + HIGHEST] + 1):
        total += 42 * (beam - band) * sides[side, line + beam]
    total += 35 * (OUT_OF_REACH - to_hit(distance)) * sides[side, line + TORPEDOES]
    if distance <= a.table[at.NEEDLE_RANGE]:
        total += 20 * sides[side, line + NEEDLES]
    if distance <= a.table[at.SUBMUNITION_RANGE]:
        dice = 3 if 2 * distance <= a.table[at.SUBMUNITION_RANGE] else 2
        total += 42 * dice * sides[side, line + PACKS]
    return total


@kernel
def optimal(a: Arena, side: int, enemy: int) -> int:
    """Return the range with the best surplus of damage dealt over taken, weighted by boxes left.

    Without guns this is the range of missiles, or 36 without missiles.
    """
    best, most, sides = 0, 0, a.sides
    for step in range(STEPS):
        damage = sides[side, at.TALLY + EXPECTED + step]
        if damage > 0:
            value = (
                damage * sides[side, at.TALLY + BOXES]
                - sides[enemy, at.TALLY + EXPECTED + step] * sides[enemy, at.TALLY + BOXES]
            )
            if best == 0 or value > most:
                best, most = STEP * (step + 1), value
    if best == 0:
        return a.table[at.MISSILE_RANGE] if sides[side, at.TALLY + MISSILES] > 0 else WITHOUT_GUNS
    return best


@kernel
def highest_class(a: Arena, side: int) -> int:
    """Return the highest class of working beams on a side's ships in place; 0 for none."""
    ships, systems = a.ships, a.systems
    highest = 0
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] == at.IN_PLACE and ships[ship, at.COUNT + at.BEAM] > 0:
            first = ships[ship, at.FIRST]
            for row in range(first, first + ships[ship, at.GUNS]):
                if systems[row, at.KIND] == at.BEAM and systems[row, at.STATE] == at.WORKING:
                    highest = max(highest, systems[row, at.CLASS])
    return highest


@kernel
def prefer(a: Arena, side: int, enemy: int) -> None:
    """Write the preferred range for the intent of a side; both sides must have been tallied."""
    intent = a.sides[side, at.INTENT]
    if intent == at.CLOSE:
        preferred = STEP
    elif intent == at.STANDOFF:
        preferred = max(24, a.table[at.BEAM_BAND] * highest_class(a, side))
    elif intent == at.RUN:
        preferred = a.table[at.MAX_OPENING]
    else:
        preferred = optimal(a, side, enemy)
    a.sides[side, at.PREFERRED] = preferred


@kernel
def survey(a: Arena, side: int) -> None:
    """Count the ships of a side that are not adrift, and the armed ones."""
    ships, sides = a.ships, a.sides
    standing, armed = 0, 0
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] == at.IN_PLACE:
            standing += not is_adrift(a, ship)
            armed += is_armed(a, ship)
    count_steps(sides[side, at.LAST_SHIP] - sides[side, at.FIRST_SHIP])
    sides[side, at.STANDING] = standing
    sides[side, at.ARMED] = armed


@kernel
def weigh(a: Arena, side: int) -> None:
    """Decide which lines of a side break off: those whose share of lost mass is too high.

    The lines of a split formation break off separately (C2E-17.9-01).
    """
    ships, sides = a.ships, a.sides
    main, rear = 0, 0
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        status = ships[ship, at.STATUS]
        if status >= at.HULK or (status == at.IN_PLACE and is_adrift(a, ship)):
            if ships[ship, at.REAR] != 0:
                rear += ships[ship, at.MASS]
            else:
                main += ships[ship, at.MASS]
    share = sides[side, at.BREAKOFF]
    if sides[side, at.IS_SPLIT] == 0 or sides[side, at.MAIN_MASS] == 0:
        main, total_mass = main + rear, sides[side, at.MAIN_MASS] + sides[side, at.REAR_MASS]
    else:
        total_mass = sides[side, at.MAIN_MASS]
        if rear > 0 and 100 * rear >= share * sides[side, at.REAR_MASS]:
            sides[side, at.REAR_RUNS] = 1
    if main > 0 and 100 * main >= share * total_mass:
        run(a, side)


@kernel
def run(a: Arena, side: int) -> None:
    """Make a side run for the rest of the battle."""
    if a.sides[side, at.RUNNING] == 0:
        a.sides[side, at.RUNNING] = 1
        write(a, at.SIDE_RUNS, side, 0)


@kernel
def intend(a: Arena, side: int, enemy: int) -> None:
    """Make a side run if ordered to, if weakened, or if unarmed against an armed enemy."""
    weigh(a, side)
    unarmed = a.sides[side, at.ARMED] == 0 and a.sides[enemy, at.ARMED] > 0
    if unarmed or a.sides[side, at.INTENT] == at.RUN:
        run(a, side)


@kernel
def jump(a: Arena, side: int, enemy: int) -> None:
    """Remove the ships that warmed up and whose FTL drive still works (C2E-18.1-01)."""
    ships = a.ships
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] != at.IN_PLACE or ships[ship, at.WARM] == 0:
            continue
        ships[ship, at.WARM] = 0
        if ships[ship, at.FTL] != at.OK:
            continue
        if is_crowded(a, ship, side, enemy) and not survives_crowd(a, ship, side, enemy):
            continue
        leave(a, ship, at.JUMPED)
        write(a, at.LEFT_BY_FTL, ship, 0)


@part
def is_near(a: Arena, ship: int, other: int) -> bool:
    """Return whether another ship is too near for a safe jump."""
    ships = a.ships
    if other == ship or ships[other, at.STATUS] != at.IN_PLACE:
        return False
    side = ships[ship, at.SIDE]
    if ships[other, at.SIDE] == side:
        same_line = ships[other, at.REAR] == ships[ship, at.REAR]
        return a.sides[side, at.FORMATION] == at.TIGHT and same_line
    both_in_front = ships[other, at.REAR] + ships[ship, at.REAR] == 0
    return both_in_front and a.table[at.RANGE] < a.table[at.JUMP_SPACING]


@kernel
def is_crowded(a: Arena, ship: int, side: int, enemy: int) -> bool:
    """Return whether any ship is near."""
    sides = a.sides
    if sides[side, at.FORMATION] != at.TIGHT and a.table[at.RANGE] >= a.table[at.JUMP_SPACING]:
        return False
    for other in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        if is_near(a, ship, other):
            return True
    for other in range(sides[enemy, at.FIRST_SHIP], sides[enemy, at.LAST_SHIP]):
        if is_near(a, ship, other):
            return True
    return False


@kernel
def survives_crowd(a: Arena, ship: int, side: int, enemy: int) -> bool:
    """Make the danger roll of a jump near others; returns whether the ship jumps."""
    roll = die(a)
    if roll == 1:
        a.ships[ship, at.FTL] = at.OUT
        a.ships[ship, at.FTL_LOST] = 1
        write(a, at.SYSTEM_LOST, ship, at.THE_FTL)
        return False
    if roll < 5:
        hurt(a, ship, at.BY_JUMP, ship, die(a), at.ZERO, at.ZERO, at.ZERO)
        return a.ships[ship, at.STATUS] == at.IN_PLACE
    destroy(a, ship, at.BY_JUMP)
    shake(a, ship, side)
    shake(a, ship, enemy)
    return False


@kernel
def shake(a: Arena, ship: int, side: int) -> None:
    """Deal two dice of damage to each ship of a side that is near a ship torn apart by its jump."""
    for other in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if is_near(a, ship, other):
            hurt(a, ship, at.BY_JUMP, other, die(a) + die(a), at.ZERO, at.ZERO, at.ZERO)


@part
def leave(a: Arena, ship: int, status: int) -> None:
    """Record a ship's exit: its speed, the turn, and whether under fire (C2E-18.2-02)."""
    ships = a.ships
    ships[ship, at.STATUS] = status
    ships[ship, at.EXIT_SPEED] = abs(a.sides[ships[ship, at.SIDE], at.SPEED])
    ships[ship, at.EXIT_TURN] = a.table[at.TURN]
    ships[ship, at.UNDER_FIRE] = a.table[at.SHOTS] > 0


@kernel
def warm_up(a: Arena, side: int) -> None:
    """Begin a new turn for ships: ready point defence, and warm up those that flee by FTL."""
    ships, sides = a.ships, a.sides
    fleeing = sides[side, at.EXIT] == at.BY_FTL and sides[side, at.RUNNING] != 0
    rear_flees = sides[side, at.EXIT] == at.BY_FTL and sides[side, at.REAR_RUNS] != 0
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        ships[ship, at.SPENT] = 0
        ships[ship, at.ONES_SPENT] = 0
        ships[ship, at.LENT] = 0
        if (
            (fleeing or (rear_flees and ships[ship, at.REAR] != 0))
            and ships[ship, at.STATUS] == at.IN_PLACE
            and ships[ship, at.FTL] == at.OK
            and ships[ship, at.CONTROL] == 0
        ):
            ships[ship, at.WARM] = 1
            write(a, at.WARMED, ship, 0)


@part
def best_thrust(a: Arena, ship: int, running: int) -> int:
    """Return the usable thrust of a ship: optional thrust if running (C2E-16.5-05)."""
    if running != 0 and a.ships[ship, at.DRIVE] == at.OK:
        return max(thrust_of(a, ship), a.ships[ship, at.OPTIONAL])
    return thrust_of(a, ship)


@kernel
def accelerate(a: Arena, side: int) -> None:
    """Set the thrust of a side to that of its slowest ship; optional thrust if needed.

    Ships that warm up use no drive (C2E-18.1-02). The rear line stays back as long as any ship of
    the main line is there.
    """
    ships, sides = a.ships, a.sides
    running = sides[side, at.RUNNING]
    slowest, immobile = NO_THRUST, False
    sides[side, at.DEPTH] = 0
    for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
        if ships[ship, at.STATUS] == at.IN_PLACE:
            immobile = immobile or ships[ship, at.STATIONARY] != 0
            if ships[ship, at.REAR] == 0:
                sides[side, at.DEPTH] = a.table[at.LINE_DEPTH]
            if ships[ship, at.WARM] == 0 and thrust_of(a, ship) > 0:
                slowest = min(slowest, best_thrust(a, ship, running))
    if immobile or slowest == NO_THRUST:
        slowest = 0
    sides[side, at.ACCELERATION] = slowest
    if running != 0 and slowest > 0:
        for ship in range(sides[side, at.FIRST_SHIP], sides[side, at.LAST_SHIP]):
            if (
                ships[ship, at.STATUS] == at.IN_PLACE
                and ships[ship, at.WARM] == 0
                and 0 < thrust_of(a, ship) < slowest
            ):
                check_drive(a, ship, max(2, a.table[at.FIRST_THRESHOLD] - ships[ship, at.WORSE]))
    if immobile:
        sides[side, at.SPEED] = 0


@part
def new_speed(a: Arena, side: int, enemy_speed: int) -> int:
    """Return a side's desired next speed, within its thrust; positive is towards the enemy."""
    speed, thrust = a.sides[side, at.SPEED], a.sides[side, at.ACCELERATION]
    most = a.table[at.TOP_SPEED]
    if a.sides[side, at.RUNNING] != 0:
        desired = -most
    else:
        gap = a.table[at.RANGE] - a.sides[side, at.PREFERRED]
        braking = int(math.sqrt(2 * max(thrust, 1) * abs(gap)))
        desired = min(abs(gap), braking)
        desired = (desired if gap > 0 else -desired) - enemy_speed
    return max(-most, min(most, max(speed - thrust, min(speed + thrust, desired))))


@kernel
def move(a: Arena, side: int, enemy: int) -> None:
    """Change both speeds at once, and the distance accordingly; fleets may pass each other."""
    sides, table = a.sides, a.table
    speed = new_speed(a, side, sides[enemy, at.SPEED])
    enemy_speed = new_speed(a, enemy, sides[side, at.SPEED])
    table[at.RANGE] -= speed + enemy_speed
    if table[at.RANGE] < 0:
        table[at.RANGE] = -table[at.RANGE]
        speed, enemy_speed = -speed, -enemy_speed
    table[at.RANGE] = max(table[at.RANGE], a.table[at.MIN_RANGE])
    sides[side, at.SPEED], sides[enemy, at.SPEED] = speed, enemy_speed
    write(a, at.MOVED, side, enemy, table[at.RANGE], speed, enemy_speed)


@kernel
def poorest_thrust(a: Arena, side: int) -> int:
    """Return the thrust of the slowest accelerating ship of a side; 0 for none."""
    slowest = NO_THRUST
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if a.ships[ship, at.STATUS] == at.IN_PLACE and thrust_of(a, ship) > 0:
            slowest = min(slowest, thrust_of(a, ship))
    return 0 if slowest == NO_THRUST else slowest


@kernel
def gets_away(a: Arena, side: int, enemy: int) -> bool:
    """Return whether a running side gets away from a pursuing one (C2E-18.3-02)."""
    # C2E-18.3-01
    limit = min(a.table[at.DISENGAGE_RANGE], a.table[at.BEAM_BAND] * (highest_class(a, enemy) - 1))
    if a.table[at.RANGE] <= limit:
        return False
    closing = a.sides[side, at.SPEED] + a.sides[enemy, at.SPEED]
    better = poorest_thrust(a, side) - poorest_thrust(a, enemy)
    if (closing < 0 and better >= 0) or (closing == 0 and better > 0):
        return True
    if (closing > 0 and better <= 0) or (closing == 0 and better < 0):
        return False
    runner = die(a) + (better > 0)
    return runner > die(a) + (better < 0)


@kernel
def disengage(a: Arena, side: int) -> None:
    """Withdraw the ships of a side that have a working drive; the others stay behind."""
    for ship in range(a.sides[side, at.FIRST_SHIP], a.sides[side, at.LAST_SHIP]):
        if a.ships[ship, at.STATUS] == at.IN_PLACE and thrust_of(a, ship) > 0:
            leave(a, ship, at.DISENGAGED)
            write(a, at.GOT_AWAY, ship, 0)
