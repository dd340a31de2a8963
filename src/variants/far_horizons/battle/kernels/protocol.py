"""Shared by the battle kernels and their callers: columns, flags, and how dice are drawn.

The rules are FH-TARGET-001, FH-SUMMARY-005, FH-GUN-003 and FH-SG-003. The engine of 1999 also draws
units that are gone or have fired, in vain; the kernels draw among those that can act, which gives
the same chances with fewer dice. `tests/variants/far_horizons/battle_reference.py` follows this
protocol word for word; `below` is that of `horizons_core.rng.Stream(key, run)`.

1.  At the start of a stage its units are in a list per side, in their order, without reserves; if
a unit drops out, the last of the list fills its position. Reserves that join are appended. In an
attack on a planet colonies without defences are left out, in germ warfare all ships are: they are
no targets.
2.  At the start of a round units with shots form the ready list, in the order of the stage, except
    surprised units and those whose side has no targets. Starbases with forced jump or misjump units
    are in it even without shots. If a unit drops out, or has no shots left, the last of the list
    fills its position. If a side runs out of targets, its units are removed from the list, from the
    last to the first.
3.  While any unit has shots left, the shooter: ready[below(ready units)].
4.  Its target: place = below(candidates), counted through the lists of the sides hostile to it, in
    their order. If the units in the stage hostile to the side do not all have the same n * w, four
    such draws; the one with the largest n * w counts; in a tie, the earliest.
5.  If the shooter is a starbase with forced jump or misjump units, and the target is not a colony:
it tries if below(100) + 1 < 50 * GV // max(1, GV + ML). With both kinds aboard, below(2) selects
one: 0 is FJ. Without enough units, or against a starbase, there is no try. A try succeeds if
below(100) + 1 <= chance; then continue with 3.
6.  A shooter without shots: continue with 3. A transport as target of a shooter whose favourite is
    not transports: continue with 3, unless below(10) is 4. A favourite of another kind than the
    target's: continue with 3, if below(100) < 75.
7.  The shot is used up. A transport's shot has no effect, except in germ warfare, unless below(10)
is 4. Then below(100 * 51 * 51) holds three dice: its quotient by 51 * 51 is that of the hit, which
must be below the chance, the rest by 51, plus 1, the die of the damage, and the remainder, plus 1,
that of what passes the shields. In a bombardment below(51), plus 1, is the die of the damage; in
germ warfare and in a siege nothing more is drawn.
8.  Germ warfare: colony by colony, and for each side by side, below(100) for each bomb until one
    succeeds.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import part

Integers: TypeAlias = NDArray[np.int64]
U = np.uint64

# The numbers of `model.ActionKind`, `model.FighterKind` and `model.FighterState`.
DEEP_SPACE, ATTACK, BOMBARDMENT, GERM_WARFARE, SIEGE = 3, 4, 5, 6, 7
WARSHIP, TRANSPORT, STARBASE, COLONY = 1, 2, 3, 4
FIGHTING, RESERVE, WITHDREW, FORCED, DESTROYED, HIJACKED = range(6)
AS_HIJACKER = 2  # in `hostile`; 1 is plain hostility

# Columns of sides.
(
    MILITARY, LIFE_SUPPORT, GRAVITICS, BIOLOGY, FAVOURITE,
    TRANSPORTS_LEAVE, WARSHIPS_LEAVE, FLEET_LEAVES, HIJACKS, SURPRISED, DISGUISED,
) = range(11)  # fmt: skip
SIDE_COLUMNS = 11

# Columns of units. STANDS_AT is the orbit; HULL the power of a ship's tonnage; COST the price of
# the hull when new. CARGO_FROM and CARGO_TO are rows of the cargo; FJ, FM, FD and GW are rows of
# these items, -1 without.
(
    SIDE, KIND, TONNAGE, AGE_BEFORE, STANDS_AT, CAN_LEAVE, HULL, DEFENSES_BEFORE, STATE_BEFORE,
    COST, CARGO_FROM, CARGO_TO, FORCED_JUMP, FORCED_MISJUMP, GERMS, GROUP, MINES, FACTORIES,
    PEOPLE, HOME,
) = range(20)  # fmt: skip
UNIT_COLUMNS = 20

# Columns of cargo: its count; the offence and the defence that each item adds; its price and the
# divisor of its sum when sold; whether it is a colonist unit or a planetary defence unit.
COUNT, GUN, SHIELD, PRICE, PER, IS_COLONISTS, IS_DEFENSES = range(7)
CARGO_COLUMNS = 7

# Columns of stages.
ACT, PLANET = 0, 1

# The battle rules used by the kernels: fields of `BattleRules`, in this order; 1 is true.
RULES = (
    "most_rounds",
    "bombardment_rounds",
    "most_shots",
    "strength_per_shot",
    "defenses_per_tonnage",
    "transport_strength_percent",
    "hijacker_strength_percent",
    "shields_need_life_support",
    "shield_recovery_percent",
    "even_hit_percent",
    "least_hit_percent",
    "most_hit_percent",
    "surprise_hit_factor",
    "distorted_hit_percent",
    "favourite_percent",
    "capture_percent",
    "forced_jump_percent",
    "forced_jumps_suffer_from_age",
    "reserves_wait_for_losses",
    "fleets_leave_at_limit",
    "deep_space_for_defenders",
    "transports_need_warships",
    "follow_ups_need_victory",
    "bombardment_always_hurts",
    "germ_percent",
    "germ_percent_per_level",
    "all_germs_are_dropped",
    "home_loot_factor",
    "transports_besiege",
)
(
    MAX_ROUNDS, BOMBARDMENT_ROUNDS, MAX_SHOTS, STRENGTH_PER_SHOT, DEFENSES_PER_TONNAGE,
    TRANSPORT_STRENGTH, HIJACKER_STRENGTH, SHIELDS_NEED_LIFE_SUPPORT, SHIELD_RECOVERY, EVEN_HIT,
    MIN_HIT, MAX_HIT, SURPRISE_HIT, DISTORTED_HIT, FAVOURITE_PERCENT, CAPTURE, FORCED_JUMP_TRY,
    FORCED_JUMPS_SUFFER_FROM_AGE, RESERVES_WAIT, FLEETS_LEAVE_AT_LIMIT, DEEP_SPACE_FOR_DEFENDERS,
    TRANSPORTS_NEED_WARSHIPS, FOLLOW_UPS_NEED_VICTORY, BOMBARDMENT_ALWAYS_HURTS, GERM_PERCENT,
    GERM_PERCENT_PER_LEVEL, ALL_GERMS_ARE_DROPPED, HOME_LOOT, TRANSPORTS_BESIEGE,
) = range(len(RULES))  # fmt: skip

# Frequently used columns of a unit in the fight: INVERSE is that of DEFENSE (`arithmetic`), TAG the
# side, whether it has cargo, and the kind.
AGE, PERCENT, LEVEL, DEFENSE, DAMAGE, SHOTS_LEFT, INVERSE, TAG = range(8)
HOT_COLUMNS = 8
KIND_BITS, LADEN, TAG_BITS = 7, 8, 4
# Its other columns: STANDS is the position in the list of the side, or -1; BOMBED is B; VOLLEY is
# SHOTS as long as it fights, else 0.
(
    STATE, STANDS, SHOTS, DEFENSES, DEFENSES_AT_START, AGE_AT_START, BOMBED, BESIEGERS, MINING,
    MANUFACTURING, POPULATION, POPULATED, FORCES, AIMED_AT, VOLLEY,
) = range(15)  # fmt: skip
COLD_COLUMNS = 15

# Columns of a side in the fight. FIRST is the start of its list, STANDING the length; ENEMIES
# counts its targets, SOLE is the only side in the stage hostile to it, or -1; SAME is 1 if a single
# draw finds its target; FIRES is 1 if it fires in the stage; ARMED counts shots of its units;
# MIGHT_OF is the n * w of its units if they are alike, -1 without units, else -2. Of the stage:
# SHIPS and GONE count its ships, ATTACKING has the roles of its ships. FIRING is -1 in a round in
# which its units fire, else 0.
(
    FIRST, STANDING, ENEMIES, SOLE, SAME, SURPRISED_NOW, PRESENT, ARMED, GAINED, LOOT, FIRES,
    MIGHT_OF, SHIPS, GONE, ATTACKING, ARMED_PLANETS, BESIEGING, FAVOURS, FIRING,
) = range(19)  # fmt: skip
TALLY_COLUMNS = 32

# State of a run besides its units: key and run; the number of the first word in the buffer, and the
# position of the next one; totals of rounds, shots and hits; whether a round was fought, and
# whether the surprise is still to come; the units in the stage, ready units, shots left in the
# round; the number of rows from which on the record leaves out shots without effect. PLAIN is 1 in
# a stage with only warships of ordinary strength (`arithmetic`) and without favourite targets.
(
    KEY, RUN, FIRST_WORD, PLACE, ROUNDS, SHOTS_FIRED, HITS, BEGUN, SURPRISING, LINE, READY,
    LEFT_TO_FIRE, ROWS, NUMBER, STAGE, MAY_LEAVE, WAITING, ROUND_LIMIT, DETAILS, PLAIN,
) = range(20)  # fmt: skip
STATE_COLUMNS = 20

# Columns of a record, which has one row per event. ROW_LOST is the percentage r of a hit on a ship,
# the defences that a colony lost, or the damage of a bomb; for a lock whether it used misjump
# units. JOINED is a reserve. INFECTED has a side as its shooter, the bombs that fell as
# ROW_ABSORBED, and in ROW_LOST whether one succeeded. ROUNDS_OVER has in ROW_LOST the number of
# rounds of the stage that took place.
ROW_STAGE, ROW_ROUND, ROW_SHOOTER, ROW_TARGET, ROW_EVENT, ROW_ABSORBED, ROW_LOST = range(7)
RECORD_COLUMNS = 7
(
    MISSED, HIT, KILLED, CAPTURED, LOCK_FAILED, LOCK_HELD, LEFT_BATTLE, AIMED, BOMB, JOINED,
    INFECTED, ROUNDS_OVER,
) = range(12)  # fmt: skip

# Columns of a run's totals, of a side's and of a colony's outcome. S_AGES is the sum of the
# ages of the S_ALIVE ships that are not lost; S_AGES_HERE that of those at the place.
T_ROUNDS, T_SHOTS, T_HITS, T_WORDS = range(4)
TOTALS_COLUMNS = 4
(
    S_LEFT, S_TRANSPORTS, S_DESTROYED, S_CAPTURED, S_WITHDREW, S_FORCED, S_AGES, S_ALIVE,
    S_DEFENSES, S_GAINED, S_LOOT, S_BESIEGING, S_AGES_HERE,
) = range(13)  # fmt: skip
SIDE_OUTCOMES = 13
C_DEFENSES, C_BOMBED, C_MINING, C_MANUFACTURING, C_POPULATION, C_BESIEGERS, C_POPULATED = range(7)
COLONY_OUTCOMES = 7

#: Upper bound of the words that a step needs, if none is rejected.
STEP_WORDS = 16
WORDS = 128
FACES = 51
BOTH_FACES = FACES * FACES
ALL_FACES = 100 * BOTH_FACES


class BattleArrays(NamedTuple):
    """The constant data of all runs of a battle; all int64.

    hostile: [sides, sides]; stages: [stages, 2]; roles: [stages, units]; rules: the values of
    `RULES`.
    """

    sides: Integers
    hostile: Integers
    units: Integers
    cargo: Integers
    stages: Integers
    roles: Integers
    rules: Integers


class Workspace(NamedTuple):
    """The changing data of a run; all int64.

    `hot` and `tally` have a row of columns for each unit and side (`cell`, `entry`), but one
    dimension, so that the compiler knows the length of a row.
    seat: the position of each unit in the ready list, or -1; might: its n * w; hold: the cargo that
    is left; alive: the lists of the sides; ready: the ready list; line: the units in the stage;
    chance: of each side at ships of each, and at its colonies; germs: by side, one more than the
    bombs dropped on each unit, or, in a siege, whether it aimed at units of each side.
    """

    hot: Integers
    cold: Integers
    seat: Integers
    might: Integers
    hold: Integers
    alive: Integers
    ready: Integers
    line: Integers
    tally: Integers
    chance: Integers
    germs: Integers
    state: Integers
    words: Integers


@part
def cell(unit: int, column: int) -> np.uint64:
    """Return the index of a unit's column in `Workspace.hot`."""
    return U(unit * HOT_COLUMNS + column)


@part
def entry(side: int, column: int) -> np.uint64:
    """Return the index of a side's column in `Workspace.tally`."""
    return U(side * TALLY_COLUMNS + column)


def workspace_for(field: BattleArrays) -> Workspace:
    """Create the arrays for runs of a battle; each thread needs its own."""
    sides, units = len(field.sides), len(field.units)
    return Workspace(
        hot=np.zeros(units * HOT_COLUMNS, np.int64),
        cold=np.zeros((units, COLD_COLUMNS), np.int64),
        seat=np.zeros(units, np.int64),
        might=np.zeros(units, np.int64),
        hold=np.zeros(len(field.cargo), np.int64),
        alive=np.zeros(units, np.int64),
        ready=np.zeros(units, np.int64),
        line=np.zeros(units, np.int64),
        tally=np.zeros(sides * TALLY_COLUMNS, np.int64),
        chance=np.zeros(2 * sides * sides, np.int64),
        germs=np.zeros((sides, max(sides, units)), np.int64),
        state=np.zeros(STATE_COLUMNS, np.int64),
        words=np.zeros(WORDS, np.int64),
    )


def _empty() -> BattleArrays:
    """Create an empty battle, for the types of its arrays."""
    columns = (SIDE_COLUMNS, 1, UNIT_COLUMNS, CARGO_COLUMNS, 2, 1)
    tables = [np.zeros((1, width), np.int64) for width in columns]
    return BattleArrays._make([*tables, np.zeros(len(RULES), np.int64)])


EMPTY = _empty()
