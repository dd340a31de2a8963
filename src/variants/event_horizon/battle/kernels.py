"""The battle of Event Horizon on arrays: one kernel for recorded battles and for millions of runs.

A fleet is an `int32` array of one row per ship (see `fights.fleet_array`); "ship" below is the
index of such a row. The numbers of the rules are parameters (`Rules`); those below are the
rulebook's.

The protocol of drawing, which `tests/variants/event_horizon/reference.py` follows word for word;
`below` and `word` are those of `horizons_core.rng.Stream(key, run)`:

1.  A turn is fought while a ship that fires, alive and armed, has a living target of another side.
    At its start ships enter the lottery, side by side, of each side first those that are not
    targets and then its targets in their order (3), each in the bucket of its ticket count: bucket
    u holds the ships with 2**(u-1) up to 2**u - 1 tickets. A new entry goes to the end of the
    bucket; when an entry is removed, the last one takes its place.
2.  The next shooter: mark = below(tickets of all buckets); the buckets are passed in order of u,
    each subtracting its tickets from the mark, up to the one that contains the mark. Every ship
    there has at least b = 2**(u-1) tickets. If the mark is below b times the entries of the bucket,
    it determines the ship: the one at place mark // b. If not, it is among the tickets beyond
    b: place = below(entries of the bucket) and ticket = below(b - 1) are drawn until the ship
    at that place has more than b + ticket tickets. So each ship has the chance of its tickets,
    mostly for one draw, and the cost does not grow with the number of ships.
3.  A target: place = below(living targets of other sides), counted through the sides in order,
    without the shooter's. The targets of a side are in the order of their numbers at first; when
    one is destroyed, the last one takes its place.
4.  A later shot of a volley on a target that lives: a new target if word() < floor(0.85**w *
    2**32), with w weapons of the shooter (see `fights.new_target_chances`).
5.  A component: below(components left), counted through hull, thrusters, weapons, shield
    generators.
6.  After all damage of a hit, a ship that waits to fire is taken out of its bucket if it lost its
    last weapon, and changes to the bucket of its new ticket count if that is another one.
7.  The turn ends when no ship waits, or when none of any side, waiting or not, can hurt an enemy.

During a battle, ships are rows in a fixed layout: side by side, of each side those that are not
targets, then its living targets, then its wrecks. Rows are swapped when a ship is destroyed. So
targets need no separate list, and the living are found without reading wrecks: in large fleets most
of the time is spent waiting for memory, and each list would be one more to wait for.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.sampling import (
    DRAWN,
    Source,
    below,
    below_narrow,
    new_source,
    open_run,
    word,
)
from horizons_core.kernels.work import count_steps
from variants.event_horizon import constants

FleetArray: TypeAlias = NDArray[np.int32]
Integers: TypeAlias = NDArray[np.int64]
Chances: TypeAlias = NDArray[np.uint64]

MAX_SIDES = 16

# The columns of a fleet; those of the working ships differ in the last two only.
HULL, THRUSTERS, WEAPONS, SHIELDS, POINTS, SIDE, FIRES, TARGET = range(8)
NUMBER, SLOT = FIRES, TARGET  # the row of the ship in the fleet, and its place in its bucket
NOWHERE, NEVER = -1, -2  # a slot is NEVER taken by a ship that does not fire

# The columns of a record: one row for each unit of damage.
TURN, SHOOTER, VICTIM, SHOT, EFFECT, CRITICAL, DESTROYED = range(7)
SHIELD_POINT_LOST, HULL_LOST, THRUSTER_LOST, WEAPON_LOST, SHIELD_LOST = range(5)
RECORD_COLUMNS = 7

# Buckets are int32[BUCKETS, ships]: rows of working ships, in bucket u from 1 to 32 for 2**u - 1
# tickets.
BUCKETS = 33

# Rows of the table of counts, int64[ROWS, 8]: one per side, then one per bucket, then the battle.
BUCKET, BATTLE, ROWS = MAX_SIDES, MAX_SIDES + BUCKETS, MAX_SIDES + BUCKETS + 1
START, FIRST, TARGETS, ARMED = range(4)  # columns of a side: first row, first target, then counts
ENTRIES, TICKETS = range(2)  # columns of a bucket, and of the battle for all buckets together
ALL_TARGETS, _, SIDES, LAST_BUCKET, TURNS, SHOTS, DAMAGE = range(7)  # columns of the battle

WINNER, TURNS_FOUGHT, SHOTS_FIRED, WORDS_DRAWN = range(4)  # columns of the totals of a run


class Rules(NamedTuple):
    """The numbers of a battle, by default those of the rulebook (see `Resolver`)."""

    tickets: int = constants.TICKETS
    tickets_per_thruster: int = constants.TICKETS_PER_THRUSTER
    shots_per_weapon: int = constants.SHOTS_PER_WEAPON
    new_target_percent: int = constants.NEW_TARGET_PERCENT
    damage: int = constants.DAMAGE
    hull_divisor: int = constants.HULL_DIVISOR
    charge_divisor: int = constants.CHARGE_DIVISOR
    points_per_generator: int = constants.POINTS_PER_GENERATOR


@part
def draw(source: Source, n: int) -> int:
    """Draw evenly from 0 to n - 1; n is at most 2**32, enough for all counts but tickets."""
    return np.int64(below_narrow(source, np.uint64(n)))


@part
def tickets_of(ships: FleetArray, rules: Rules, ship: int) -> int:
    """Return the lottery tickets of a ship (EH-CBT-002)."""
    return rules.tickets + rules.tickets_per_thruster * np.int64(ships[ship, THRUSTERS])


@part
def bucket_of(tickets: int) -> int:
    """Return the bucket of a ticket count: the number of its binary digits.

    It is read from the exponent of the same number as a float, which needs no loop.
    """
    return (np.float64(tickets).view(np.int64) >> 52) - 1022


@kernel
def line_up(fleet: FleetArray, ships: FleetArray, table: Integers) -> None:
    """Write the ships in their initial order, and the counts of a new battle."""
    table[:] = 0
    for number in range(len(fleet)):
        table[BATTLE, SIDES] = max(table[BATTLE, SIDES], fleet[number, SIDE] + 1)
    row = 0
    for side in range(table[BATTLE, SIDES]):
        table[side, START] = row
        row = line_up_side(fleet, ships, table, side, row, living=True, target=False)
        table[side, FIRST] = row
        row = line_up_side(fleet, ships, table, side, row, living=True, target=True)
        table[side, TARGETS] = row - table[side, FIRST]
        table[BATTLE, ALL_TARGETS] += table[side, TARGETS]
        row = line_up_side(fleet, ships, table, side, row, living=False, target=False)
        row = line_up_side(fleet, ships, table, side, row, living=False, target=True)


@kernel
def line_up_side(
    fleet: FleetArray,
    ships: FleetArray,
    table: Integers,
    side: int,
    row: int,
    living: bool,
    target: bool,
) -> int:
    """Write the ships of a side with this state, from a row; return the row after them."""
    count_steps(len(fleet))
    for number in range(len(fleet)):
        if (
            fleet[number, SIDE] == side
            and is_dead(fleet, number) != living
            and (fleet[number, TARGET] != 0) == target
        ):
            for column in range(NUMBER):
                ships[row, column] = fleet[number, column]
            ships[row, NUMBER] = number
            ships[row, SLOT] = NOWHERE if fleet[number, FIRES] != 0 else NEVER
            if fleet[number, FIRES] != 0 and fleet[number, WEAPONS] > 0:
                table[side, ARMED] += 1
            row += 1
    return row


@part
def can_hurt(table: Integers) -> bool:
    """Return whether any ship that fires, alive and armed, has a living target of another side."""
    for side in range(MAX_SIDES):
        if table[side, ARMED] > 0 and table[BATTLE, ALL_TARGETS] > table[side, TARGETS]:
            return True
    return False


@kernel
def open_turn(
    ships: FleetArray, buckets: FleetArray, table: Integers, rules: Rules, charge: bool
) -> None:
    """Charge the shields of the living (EH-SHD-001) and enter the ships that may fire.

    The buckets are empty: the turn before ended with no ship waiting, or this one is not fought.
    """
    count_steps(len(ships))
    for side in range(table[BATTLE, SIDES]):
        for ship in range(table[side, START], table[side, FIRST] + table[side, TARGETS]):
            if charge:
                rest = ships[ship, POINTS] // rules.charge_divisor
                ships[ship, POINTS] = rest + rules.points_per_generator * ships[ship, SHIELDS]
            if ships[ship, SLOT] != NEVER and ships[ship, WEAPONS] > 0:
                enter_bucket(ships, buckets, table, rules, ship)


@part
def enter_bucket(
    ships: FleetArray, buckets: FleetArray, table: Integers, rules: Rules, ship: int
) -> None:
    """Enter a ship at the end of the bucket of its tickets."""
    tickets = tickets_of(ships, rules, ship)
    bucket = bucket_of(tickets)
    slot = table[BUCKET + bucket, ENTRIES]
    buckets[bucket, slot] = ship
    ships[ship, SLOT] = slot
    table[BATTLE, LAST_BUCKET] = max(table[BATTLE, LAST_BUCKET], bucket)
    table[BUCKET + bucket, ENTRIES] = slot + 1
    table[BUCKET + bucket, TICKETS] += tickets
    table[BATTLE, TICKETS] += tickets


@part
def leave_bucket(
    ships: FleetArray, buckets: FleetArray, table: Integers, ship: int, bucket: int, tickets: int
) -> None:
    """Remove a ship from its bucket, which it entered with this number of tickets."""
    last = table[BUCKET + bucket, ENTRIES] - 1
    moved = np.int64(buckets[bucket, last])
    slot = ships[ship, SLOT]
    buckets[bucket, slot] = moved
    ships[moved, SLOT] = slot
    ships[ship, SLOT] = NOWHERE
    table[BUCKET + bucket, ENTRIES] = last
    table[BUCKET + bucket, TICKETS] -= tickets
    table[BATTLE, TICKETS] -= tickets


@part
def change_tickets(
    ships: FleetArray, buckets: FleetArray, table: Integers, rules: Rules, ship: int, before: int
) -> None:
    """Update the buckets for a waiting ship that had `before` tickets (EH-CBT-003)."""
    now = tickets_of(ships, rules, ship)
    bucket = bucket_of(before)
    if ships[ship, WEAPONS] == 0:
        leave_bucket(ships, buckets, table, ship, bucket, before)
    elif bucket_of(now) != bucket:
        leave_bucket(ships, buckets, table, ship, bucket, before)
        enter_bucket(ships, buckets, table, rules, ship)
    else:
        table[BUCKET + bucket, TICKETS] -= before - now
        table[BATTLE, TICKETS] -= before - now


@part
def draw_shooter(
    ships: FleetArray, buckets: FleetArray, table: Integers, rules: Rules, source: Source
) -> int:
    """Draw the next ship to fire by its tickets, and remove it from its bucket (EH-CBT-003)."""
    mark = np.int64(below(source, np.uint64(table[BATTLE, TICKETS])))
    # Pass all buckets without a branch: random branches cost mispredictions.
    bucket, passed, before = 1, 0, 0
    for other in range(1, table[BATTLE, LAST_BUCKET]):
        passed += table[BUCKET + other, TICKETS]
        bucket += mark >= passed
        before = passed if mark >= passed else before
    entries = table[BUCKET + bucket, ENTRIES]
    least = 1 << (bucket - 1)
    place = (mark - before) >> (bucket - 1)
    ticket = -1
    while place >= entries or least + ticket >= tickets_of(ships, rules, buckets[bucket, place]):
        place = draw(source, entries)
        ticket = draw(source, least - 1)
    ship = np.int64(buckets[bucket, place])
    leave_bucket(ships, buckets, table, ship, bucket, tickets_of(ships, rules, ship))
    return ship


@part
def draw_target(table: Integers, source: Source, side: int, enemies: int) -> int:
    """Draw one of the living targets of all sides but one (EH-CBT-006)."""
    place = draw(source, enemies)
    # Pass all sides without a branch, as in draw_shooter.
    enemy, passed, before = 0, 0, 0
    for other in range(table[BATTLE, SIDES]):
        passed += table[other, TARGETS] * (other != side)
        enemy += place >= passed
        before = passed if place >= passed else before
    return table[enemy, FIRST] + place - before


@part
def draw_component(source: Source, hull: int, thrusters: int, weapons: int, shields: int) -> int:
    """Draw the kind of a component evenly from all that remain (EH-CBT-012)."""
    place = draw(source, hull + thrusters + weapons + shields)
    # Added up without a branch, as in draw_shooter.
    kind = np.int64(place >= hull) + (place >= hull + thrusters)
    return kind + (place >= hull + thrusters + weapons)


@part
def is_held_together(rules: Rules, hull: int, non_hull: int) -> bool:
    """Return whether hull >= (non_hull**2 - 1) / 4 (EH-CON-002)."""
    return rules.hull_divisor * hull >= non_hull * non_hull - 1


@part
def is_dead(ships: FleetArray, ship: int) -> bool:
    """Return whether neither weapon nor thruster is left (EH-CON-003, EH-CBT-013)."""
    return ships[ship, WEAPONS] == 0 and ships[ship, THRUSTERS] == 0


@part
def destroy_ship(
    ships: FleetArray, buckets: FleetArray, table: Integers, rules: Rules, ship: int
) -> None:
    """Swap a destroyed ship with the last target of its side, and subtract it from the counts."""
    side = ships[ship, SIDE]
    last = table[side, FIRST] + table[side, TARGETS] - 1
    for column in range(8):
        moved = ships[last, column]
        ships[last, column] = ships[ship, column]
        ships[ship, column] = moved
    if ships[ship, SLOT] > NOWHERE:
        buckets[bucket_of(tickets_of(ships, rules, ship)), ships[ship, SLOT]] = ship
    table[side, TARGETS] -= 1
    table[BATTLE, ALL_TARGETS] -= 1


@part
def write_row(
    ships: FleetArray,
    table: Integers,
    record: Integers,
    shooter: int,
    ship: int,
    effect: int,
    destroyed: bool,
) -> None:
    """Write the row of a unit of damage, if the record has room for it."""
    row = table[BATTLE, DAMAGE]
    table[BATTLE, DAMAGE] = row + 1
    if row < len(record):
        record[row, TURN] = table[BATTLE, TURNS]
        record[row, SHOOTER] = ships[shooter, NUMBER]
        record[row, VICTIM] = ships[ship, NUMBER]
        record[row, SHOT] = table[BATTLE, SHOTS]
        record[row, EFFECT] = effect
        record[row, CRITICAL] = row > 0 and record[row - 1, SHOT] == table[BATTLE, SHOTS]
        record[row, DESTROYED] = destroyed


@part
def hit(
    ships: FleetArray,
    buckets: FleetArray,
    table: Integers,
    rules: Rules,
    source: Source,
    record: Integers,
    shooter: int,
    ship: int,
) -> bool:
    """Do one point of damage at once (EH-CBT-005); return whether it destroyed the ship.

    It takes a shield point (EH-CBT-011) or a component (EH-CBT-012), or more (EH-CBT-013).
    """
    if ships[ship, POINTS] > 0:
        ships[ship, POINTS] -= 1
        write_row(ships, table, record, shooter, ship, SHIELD_POINT_LOST, False)
        return False
    hull, shields = np.int64(ships[ship, HULL]), np.int64(ships[ship, SHIELDS])
    thrusters, weapons = np.int64(ships[ship, THRUSTERS]), np.int64(ships[ship, WEAPONS])
    while True:
        kind = draw_component(source, hull, thrusters, weapons, shields)
        hull -= kind == HULL
        thrusters -= kind == THRUSTERS
        weapons -= kind == WEAPONS
        shields -= kind == SHIELDS
        is_destroyed = weapons + thrusters == 0
        write_row(ships, table, record, shooter, ship, HULL_LOST + kind, is_destroyed)
        if is_destroyed | is_held_together(rules, hull, thrusters + weapons + shields):
            break
    tickets = tickets_of(ships, rules, ship)
    slot = ships[ship, SLOT]
    is_disarmed = (weapons == 0) & (ships[ship, WEAPONS] > 0)
    ships[ship, HULL], ships[ship, THRUSTERS] = hull, thrusters
    ships[ship, WEAPONS], ships[ship, SHIELDS] = weapons, shields
    if is_disarmed & (slot != NEVER):
        table[ships[ship, SIDE], ARMED] -= 1
    if (slot > NOWHERE) & (is_disarmed | (tickets_of(ships, rules, ship) != tickets)):
        change_tickets(ships, buckets, table, rules, ship, tickets)
    if is_destroyed:
        destroy_ship(ships, buckets, table, rules, ship)
    return is_destroyed


@kernel
def hit_on(
    ships: FleetArray,
    buckets: FleetArray,
    table: Integers,
    rules: Rules,
    source: Source,
    record: Integers,
    shooter: int,
    ship: int,
) -> bool:
    """Do the damage of one shot after the first; return whether it destroyed the ship.

    In the rulebook a shot does one point of damage, so this is not part of the fast path.
    """
    for _ in range(rules.damage - 1):
        if hit(ships, buckets, table, rules, source, record, shooter, ship):
            return True
    return False


@part
def volley(
    ships: FleetArray,
    buckets: FleetArray,
    table: Integers,
    rules: Rules,
    new_target: Chances,
    source: Source,
    record: Integers,
    shooter: int,
) -> None:
    """Fire one shot for each weapon of the shooter (EH-CBT-004).

    The first hits a random enemy, later ones roll for a new target (EH-CBT-006, EH-CBT-007,
    EH-CBT-008); no shot misses (EH-CBT-009), and each does its damage at once (EH-CBT-010).
    """
    side = np.int64(ships[shooter, SIDE])
    weapons = np.int64(ships[shooter, WEAPONS])
    odds = new_target[min(int(weapons), len(new_target) - 1)]
    target = NOWHERE
    for _ in range(rules.shots_per_weapon * weapons):
        if target == NOWHERE or word(source) < odds:
            enemies = table[BATTLE, ALL_TARGETS] - table[side, TARGETS]
            if enemies == 0:
                break
            target = draw_target(table, source, side, enemies)
        destroyed = hit(ships, buckets, table, rules, source, record, shooter, target)
        if rules.damage > 1 and not destroyed:
            destroyed = hit_on(ships, buckets, table, rules, source, record, shooter, target)
        if destroyed:
            target = NOWHERE
        table[BATTLE, SHOTS] += 1


@kernel
def battle(
    ships: FleetArray,
    buckets: FleetArray,
    table: Integers,
    rules: Rules,
    new_target: Chances,
    source: Source,
    record: Integers,
    turns: int,
    charge: bool,
) -> None:
    """Fight up to `turns` turns; with `charge`, shields are charged before each but the first."""
    while table[BATTLE, TURNS] < turns and can_hurt(table):
        open_turn(ships, buckets, table, rules, charge and table[BATTLE, TURNS] > 0)
        while table[BATTLE, TICKETS] > 0 and can_hurt(table):
            shooter = draw_shooter(ships, buckets, table, rules, source)
            volley(ships, buckets, table, rules, new_target, source, record, shooter)
        table[BATTLE, TURNS] += 1


@part
def living(table: Integers, side: int) -> int:
    """Return the number of ships that a side has left."""
    return table[side, FIRST] + table[side, TARGETS] - table[side, START]


@kernel
def write_totals(table: Integers, source: Source, totals: Integers) -> None:
    """Write winner, turns fought, shots fired and words drawn: int64[4]."""
    totals[WINNER] = NOWHERE
    left = 0
    for side in range(MAX_SIDES):
        if living(table, side) > 0:
            totals[WINNER] = side
            left += 1
    if left > 1:
        totals[WINNER] = NOWHERE
    totals[TURNS_FOUGHT] = table[BATTLE, TURNS]
    totals[SHOTS_FIRED] = table[BATTLE, SHOTS]
    totals[WORDS_DRAWN] = np.int64(source[DRAWN])


@entrance(
    "int64(int32[:, ::1], UniTuple(int64, 8), uint64[::1], int64, boolean, uint64, uint64,"
    " int64[::1], int32[:, ::1], int64[:, ::1])"
)
def fight(
    fleet: FleetArray,
    numbers: tuple[int, ...],
    new_target: Chances,
    turns: int,
    charge: bool,
    key: np.uint64,
    run: np.uint64,
    totals: Integers,
    after: FleetArray,
    record: Integers,
) -> int:
    """Fight one run; write its totals, the ships after it, and as much of the record as fits.

    Returns the number of rows of the complete record.
    """
    rules = Rules(*numbers)
    ships = np.empty((len(fleet), 8), np.int32)
    buckets = np.empty((BUCKETS, len(fleet)), np.int32)
    table = np.empty((ROWS, 8), np.int64)
    source = new_source()
    open_run(source, key, run)
    line_up(fleet, ships, table)
    battle(ships, buckets, table, rules, new_target, source, record, turns, charge)
    write_totals(table, source, totals)
    for row in range(len(fleet)):
        for column in range(SIDE):
            after[ships[row, NUMBER], column] = ships[row, column]
    return table[BATTLE, DAMAGE]


@entrance(
    "void(int32[:, ::1], UniTuple(int64, 8), uint64[::1], int64, boolean, uint64, uint64,"
    " int64[:, ::1], int64[:, ::1], int64[:, ::1])"
)
def fight_many(
    fleet: FleetArray,
    numbers: tuple[int, ...],
    new_target: Chances,
    turns: int,
    charge: bool,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    ships_left: Integers,
    components_left: Integers,
) -> None:
    """Fight len(totals) runs from `first_run`; write a row of totals and of each side per run."""
    rules = Rules(*numbers)
    lined_up = np.empty((len(fleet), 8), np.int32)
    counts = np.empty((ROWS, 8), np.int64)
    line_up(fleet, lined_up, counts)
    ships, table = np.empty_like(lined_up), np.empty_like(counts)
    buckets = np.empty((BUCKETS, len(fleet)), np.int32)
    source = new_source()
    no_record = np.empty((0, RECORD_COLUMNS), np.int64)
    for i in range(len(totals)):
        open_run(source, key, first_run + np.uint64(i))
        ships[:] = lined_up
        table[:] = counts
        battle(ships, buckets, table, rules, new_target, source, no_record, turns, charge)
        write_totals(table, source, totals[i])
        for side in range(ships_left.shape[1]):
            ships_left[i, side] = living(table, side)
            first = table[side, START]
            for ship in range(first, first + living(table, side)):
                for kind in range(POINTS):
                    components_left[i, side] += ships[ship, kind]
