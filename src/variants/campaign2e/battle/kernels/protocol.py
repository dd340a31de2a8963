"""Shared definitions of the battle kernels: columns, states, and the order of the dice.

The procedure is that of clause C2E-14.1-02; `tests/variants/campaign2e/reference.py` follows it in
plain Python. A die is `1 + below(6)` of `horizons_core.rng.Stream(key, run)`. Ships are sorted by
side; within a side by points, highest first, then as given. "In order" below means this order;
systems of a ship are sorted as guns, racks, launchers, then the rest, each as in the design. Dice
are drawn in this order:

1.  Opening: one die per side. With three or more sides, those with equal sums roll again for the
    order only, one die each, as long as any are equal; sums of these dice count in base 6.
2.  A tactical turn: its initiative, one die per side, again as long as they are equal.
3.  Jumps, the side with the lower opening initiative first, as always unless stated otherwise, in
    order: a danger roll where one is due. On 2 to 4 a die of damage; on 5 and 6 two dice of damage
    for each ship near, in order, the jumping side first.
4.  A running side that uses optional thrust: a check of the drive of each ship that needs it.
5.  Fighters, the side with the initiative first: its dogfights, one group after the other, the
    attacker's dice before the defender's; then its attacks on ships, for each the dice of point
    defence and then those of the fighters.
6.  Missiles, the side with the initiative first, in order: a die to find the target, the dice of
    point defence, a die for missiles on target, and one for each hit.
7.  Gunnery, in order, alternating between sides: for each gun that reaches and bears in 1 to 5
    parts of 6 a die for the bearing; then its dice, each with its re-rolls before the next.
8.  A threshold check: undamaged systems in order, main drive, FTL drive, bridge, life support,
    power core; a lost bridge or life support rolls its die at once.
9.  Damage control, in order: a die for each job of a ship, then that of its power core if it is
    out.
10. Disengagement: of each running side, the runner's die before the pursuer's.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import part
from horizons_core.kernels.sampling import Source, below_narrow

Small: TypeAlias = NDArray[np.int32]
Integers: TypeAlias = NDArray[np.int64]

MAX_SIDES = 8
SIX = np.uint64(6)

# Status of a ship.
IN_PLACE, JUMPED, DISENGAGED, HULK, DESTROYED = range(5)
# States of a drive.
NONE, OK, HALVED, OUT = range(4)
# States of systems and core systems: working; lost in this battle; out beyond repair; fired.
WORKING, LOST, BEYOND, FIRED = range(4)
# Kinds of systems: guns, racks, launchers, and the rest.
(
    BEAM, TORPEDO, NEEDLE, SUBMUNITION, RACK, RACK_ER, LAUNCHER,
    FC, ADFC, PDS, SCREEN, HANGAR, MAGAZINE, OTHER,
) = range(14)  # fmt: skip
KINDS = 14
# Kinds of fighters, and states of a group.
STANDARD, INTERCEPTOR, FAST, ATTACK, LONG_RANGE, HEAVY, TORPEDO_FIGHTER = range(7)
ABOARD, FLYING, RETURNING, GONE = range(4)
# Words of battle orders.
CLOSE, OPTIMAL, STANDOFF, RUN = range(4)
BY_FTL, BY_RUNNING = range(2)
TIGHT, OPEN, DISPERSED = range(3)
PROGRAM, NEARER, FARTHER, SPLIT, EDGE_WORD = range(5)  # an edge is EDGE_WORD + its index
MAX_CHANGES = 4

# Columns of ships, int32: constant ones ...
(
    SIDE, INDEX, FIRST, GUNS, LAUNCHERS, SYSTEMS, POINTS, MASS, THRUST, OPTIONAL, BOXES,
    END1, END2, END3, STEP, REAR, WORSE, STATIONARY, TYPE,
) = range(19)  # fmt: skip
# ... and changing ones; BRIDGE to POWER are states, MENDED to MENDED + 4 flag repairs of drive,
# FTL and core; COUNT + kind is the number of working systems of a kind.
(
    STATUS, ARMOUR, HULL, DRIVE, FTL, BRIDGE, LIFE, POWER, DRIVE_LOST, FTL_LOST, CONTROL, AIR,
    WARM, ARMS, ONES, SPENT, ONES_SPENT, LENT, SALVOES, BROKEN, EXIT_SPEED, EXIT_TURN, UNDER_FIRE,
    MENDED,
) = range(19, 43)  # fmt: skip
COUNT = MENDED + 5
SHIP_COLUMNS = COUNT + KINDS

# Columns of systems, int32. ARCS is the class of bearing; JOB the row, relative to the ship's
# first, at this position of the repair order; LOADED of a hangar is its group's row + 1.
KIND, CLASS, ARCS, STATE, FRAGILE, PRICE, JOB, LOADED, JURY_RIGGED, PLACE = range(10)
SYSTEM_COLUMNS = 10

# Columns of groups of fighters, int32.
CARRIER, SORT, LEFT, ENDURANCE, WHERE, FLOWN, BUSY, HOME = range(8)
GROUP_COLUMNS = 8

# Columns of sides, int64: constant ones and orders ...
(
    FIRST_SHIP, LAST_SHIP, FIRST_GROUP, LAST_GROUP, FIRST_CLASS, LAST_CLASS, SPEED, FORMATION,
    INTENT, BREAKOFF, EXIT, EDGE, BONUS, LENDERS, ENTRY,
) = range(15)  # fmt: skip
# ... and changing ones.
(
    ROLL, MORE_ROLLS, IS_TIED, HAS_MET, RUNNING, REAR_RUNS, IS_SPLIT, MAIN_MASS, REAR_MASS, DEPTH,
    ACCELERATION, PREFERRED, DEAREST, STANDING, ARMED, COMBAT_TURNS,
) = range(ENTRY + MAX_CHANGES, ENTRY + MAX_CHANGES + 16)  # fmt: skip
# The rest are tallies of `ranges`.
TALLY, TALLY_COLUMNS = ENTRY + MAX_CHANGES + 16, 38
SIDE_COLUMNS = TALLY + TALLY_COLUMNS

# Columns of classes, int64: ships of a side with the same points and line, armed or not.
CLASS_FIRST, CLASS_LAST, IN_REAR, IS_ARMED, WORTH, BEST, BEST_BOXES = range(7)
CLASS_COLUMNS = 7

# The table of a battle, int64: changing values, then the numbers of the rules.
TURN, RANGE, SHOTS, ROWS, HIT, HOLDER, SIDES = range(7)
CHANGING = 7
RULES = (
    "most_turns", "first_threshold", "beam_band", "line_depth", "same_edge", "least_opening",
    "most_opening", "edge_distance", "top_speed", "least_range", "jump_spacing", "launch_range",
    "fighter_speed", "fighter_reach", "pds_per_group", "missile_range", "extended_range",
    "pds_per_salvo", "needle_range", "submunition_range", "parties_together", "explosion",
    "disengage_range",
)  # fmt: skip
(
    MAX_TURNS, FIRST_THRESHOLD, BEAM_BAND, LINE_DEPTH, SAME_EDGE, MIN_OPENING,
    MAX_OPENING, EDGE_DISTANCE, TOP_SPEED, MIN_RANGE, JUMP_SPACING, LAUNCH_RANGE, FIGHTER_SPEED,
    FIGHTER_REACH, PDS_PER_GROUP, MISSILE_RANGE, EXTENDED_RANGE, PDS_PER_SALVO,
    NEEDLE_RANGE, SUBMUNITION_RANGE, PARTIES_TOGETHER, EXPLOSION, DISENGAGE_RANGE,
) = range(CHANGING, CHANGING + 23)  # fmt: skip
TABLE_SIZE = CHANGING + len(RULES)

# Rows of a record: the turn, the event, its actor, and numbers that depend on the event.
(
    OPENING, MOVED, SIDE_RUNS, WARMED, LEFT_BY_FTL, LAUNCHED, DOGFIGHT, WAS_ATTACKED, SYSTEM_LOST,
    WAS_DESTROYED, REPAIRED, ABANDONED, GOT_AWAY,
) = range(13)  # fmt: skip
RECORD_COLUMNS = 7
# Causes of attacks and of destruction.
BY_GUNS, BY_MISSILES, BY_FIGHTERS, BY_JUMP, BY_CORE = range(5)
# Systems in records: their row, or these for drives and core systems.
THE_DRIVE, THE_FTL, THE_BRIDGE, THE_LIFE, THE_POWER = -1, -2, -3, -4, -5

#: Typed constants; with other types the compiler would compile kernels again.
ZERO, NOT = np.int64(0), np.bool_(False)
LESS, MORE = np.int64(-1), np.int64(1)
#: Unit of expected damage: parts per point.
WHOLE = 360


class Arena(NamedTuple):
    """All arrays of a battle."""

    ships: Small
    systems: Small
    groups: Small
    sides: Integers
    classes: Integers
    table: Integers
    source: Source
    record: Integers


@part
def die(a: Arena) -> int:
    """Roll a die."""
    return 1 + int(np.int64(below_narrow(a.source, SIX)))


@part
def write(a: Arena, event: int, actor: int, x: int, y: int = 0, z: int = 0, w: int = 0) -> None:
    """Write a row of the record, if it has room."""
    row = a.table[ROWS]
    a.table[ROWS] = row + 1
    if row < len(a.record):
        a.record[row, 0] = a.table[TURN]
        a.record[row, 1] = event
        a.record[row, 2] = actor
        a.record[row, 3] = x
        a.record[row, 4] = y
        a.record[row, 5] = z
        a.record[row, 6] = w


@part
def is_armed(a: Arena, ship: int) -> bool:
    """Return whether a ship has a working gun, a loaded rack, or a launcher with a salvo."""
    ships = a.ships
    return ships[ship, ARMS] > 0 or (ships[ship, COUNT + LAUNCHER] > 0 and ships[ship, SALVOES] > 0)


@part
def is_adrift(a: Arena, ship: int) -> bool:
    """Return whether no drive works; an installation is never adrift (C2E-12.1-01)."""
    ships = a.ships
    return (
        (ships[ship, DRIVE] == OUT or ships[ship, DRIVE] == NONE)
        and ships[ship, FTL] != OK
        and ships[ship, STATIONARY] == 0
    )


@part
def can_act(a: Arena, ship: int) -> bool:
    """Return whether a ship can fire: in place, in control, with fire control, not warming up."""
    ships = a.ships
    return (
        ships[ship, STATUS] == IN_PLACE
        and ships[ship, WARM] == 0
        and ships[ship, CONTROL] == 0
        and ships[ship, COUNT + FC] > 0
    )


@part
def thrust_of(a: Arena, ship: int) -> int:
    """Return a ship's thrust: full, half of it rounded down, or none."""
    ships = a.ships
    if ships[ship, DRIVE] == OK:
        return np.int64(ships[ship, THRUST])
    if ships[ship, DRIVE] == HALVED:
        return np.int64(ships[ship, THRUST]) // 2
    return 0


@part
def depth_of(a: Arena, ship: int) -> int:
    """Return a ship's distance behind the main line of its side."""
    if a.ships[ship, REAR] != 0:
        return a.sides[a.ships[ship, SIDE], DEPTH]
    return 0


@part
def boxes_of(a: Arena, ship: int) -> int:
    """Return the boxes left of armour and hull."""
    return np.int64(a.ships[ship, ARMOUR]) + np.int64(a.ships[ship, HULL])
