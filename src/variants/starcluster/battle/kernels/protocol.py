"""Protocol between the kernels of space battles and their callers: columns, states, dice.

`tests/variants/starcluster/reference.py` does the same in plain Python. Points and damage are in
tenths of a point. Units are listed side by side, largest first and equal ones in the given
order; "in order" below means this order. Adjacent systems of a unit with equal kind and state form
a row. Dice are `1 + below(n)` of `Stream(key, run)`:

1.  Before the first round, side by side: a side without a line, or one that avoids battle unless
    it is assaulted through a warp point, rolls 1d100 to get away, if any of its units could.
2.  A round: 1d100 for each ship of a wave that emerges, in order.
3.  In the first round a target for each silo, side by side: below(enemies in line).
4.  Side by side: 2d6 for its fire; undirected, a target for each weapon that fires, in
    order and in the order of its design: below(enemies in line), in order.
5.  Side by side: 1d100 to get away, if it tries and any of its units could.
6.  After the last round, side by side and in order: 1d100 for each unit whose line is gone
    while the enemy's stands.

A unit destroyed by fire still fires in the same round: both sides aim before either strikes.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import part
from horizons_core.kernels.sampling import Source, below_narrow

Small: TypeAlias = NDArray[np.int32]
Integers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

MAX_SIDES = 2
SIX, HUNDRED = np.uint64(6), np.uint64(100)

# Status of a unit: in the battle, waiting, or gone in one of two ways.
PRESENT, WAITING, DESTROYED, AWAY = range(4)
# When a unit appears: at once; in a wave through the warp point; after the waves; after the
# assault, from elsewhere in the system.
AT_ONCE, IN_A_WAVE, BEHIND, LATER = range(4)
# Kinds of systems.
(
    OTHER, SHIELD, WEAPON, AMMO_WEAPON, MISSILE, SENSOR, TARGETING, CENTER, TRACTOR, MAGAZINE,
    SMALL_MAGAZINE, ROOM,
) = range(12)  # fmt: skip
LONG, SHORT = range(2)
LARGE, SMALL = range(2)

# Columns of units, int32: constants ...
(
    SIDE, INDEX, FIRST, END, REAR, EXIT, COMES, SPEEDS, ORDNANCE, SUPPLIED, FIRST_GUN, END_GUN,
) = range(12)  # fmt: skip
# ... and variables. SHOTS is the capacity of working magazines and USED the shots used; LONG_SHOTS
# and SHORT_SHOTS are used in a round by weapons other than missiles.
(
    STATUS, AGE, CURSOR, TOUCHED, DIRTY, SPEED, DIRECTS, PULLS, SHOTS, USED, ORDNANCE_USED,
    LONG_SHOTS, SHORT_SHOTS, MISSILES,
) = range(12, 26)  # fmt: skip
UNIT_COLUMNS = 26

# Columns of their figures, float64: points at the start, and points covered by supply damage ...
POINTS, STARVING = range(2)
# ... and results of their state: ratings without missiles and of missiles, factors on weapons (and
# on long range), the share of fire that hits.
LONG_FIRE, SHORT_FIRE, LONG_MISSILES, SHORT_MISSILES, SIGHT, FAR, EXPOSED = range(2, 9)
FIGURE_COLUMNS = 9

# Columns of systems, int32 and float64: points and damage are those of one system of a row, COUNT
# is the number of working ones.
KIND, GENERATION, LONG_RANGE, COUNT = range(4)
SYSTEM_COLUMNS = 4
EACH, AT_LONG, AT_SHORT, LEFT = range(4)
WORTH_COLUMNS = 4

# Columns of sides, int64: constants ...
(
    FIRST_UNIT, END_UNIT, BAND, BREAK, TARGET, ANTI_DRIVE, AVOIDS, FORTRESS, SILOS, WAVE,
) = range(10)  # fmt: skip
# ... and variables: units in line, the next unit of a wave, whether it goes back, silos that have
# fired, and of the line its slowest unit, its best center, the unit with it, its tractors.
(
    STANDING, NEXT, RETREATS, LAUNCHED, SLOWEST, CENTERED, DIRECTOR, TRACTION, PICKED,
) = range(10, 19)  # fmt: skip
SIDE_COLUMNS = 19

# Columns of amounts of sides, float64: damage of one silo at each band; points at the start and
# lost; total fire, without missiles at drives and of those.
SILO_LONG, SILO_SHORT, START, LOST, POOL, DRIVE_POOL = range(6)
AMOUNT_COLUMNS = 6

# Columns of picks, int32: the shooter, its target, whether it aims at drives.
SHOOTER, AIM, AT_DRIVES = range(3)
PICK_COLUMNS = 3

# The table of a battle, int64: variables, the battle, then the numbers of the rules.
ROUND, GAP, STRIKES, ROWS, ASSAULT, CAPACITY, GAS = range(7)
CHANGING = 5
RULES = (
    "most_rounds", "first_gap", "closing", "drifting", "faster", "equal", "slower", "per_tractor",
    "most_traction", "least_chance", "pursuit", "steady", "shaky", "capacity", "small_capacity",
)  # fmt: skip
(
    MAX_ROUNDS, FIRST_GAP, CLOSING, DRIFTING, FASTER, EQUAL, SLOWER, PER_TRACTOR, MAX_TRACTION,
    MIN_CHANCE, PURSUIT, STEADY, SHAKY, PER_MAGAZINE, PER_SMALL_MAGAZINE,
) = range(7, 22)  # fmt: skip
TABLE_SIZE = 22

# Rows of a record, float64: the round, the event, its subject, and numbers that depend on it.
(
    EMERGED, OPENED, BAND_IS, FIRED, WAS_HIT, SILO_HIT, TRIED, GOT_AWAY, CAUGHT, TURNED_BACK,
) = range(10)  # fmt: skip
RECORD_COLUMNS = 7

#: Numbers as typed constants: with other types the compiler would specialize kernels again.
ZERO, ONE = np.int64(0), np.int64(1)
NO_UNIT = -1


class BattleArrays(NamedTuple):
    """The arrays of a battle."""

    units: Small
    figures: Floats
    systems: Small
    worth: Floats
    speeds: Integers
    hits: Floats
    sides: Integers
    amounts: Floats
    line: Small
    smallest: Small
    picks: Small
    powers: Floats
    table: Integers
    source: Source
    record: Floats


@part
def six(a: BattleArrays) -> int:
    """Roll 1d6."""
    return 1 + np.int64(below_narrow(a.source, SIX))


@part
def hundred(a: BattleArrays) -> int:
    """Roll 1d100."""
    return 1 + np.int64(below_narrow(a.source, HUNDRED))


@part
def draw_below(a: BattleArrays, count: int) -> int:
    """Draw a number from 0 to count - 1."""
    return np.int64(below_narrow(a.source, np.uint64(count)))


@part
def write(
    a: BattleArrays,
    event: int,
    actor: int,
    x: float = 0.0,
    y: float = 0.0,
    z: float = 0.0,
    w: float = 0.0,
) -> None:
    """Write a row of the record, if it has room."""
    row = a.table[ROWS]
    a.table[ROWS] = row + 1
    if row < len(a.record):
        a.record[row, 0] = a.table[ROUND]
        a.record[row, 1] = event
        a.record[row, 2] = actor
        a.record[row, 3] = x
        a.record[row, 4] = y
        a.record[row, 5] = z
        a.record[row, 6] = w
