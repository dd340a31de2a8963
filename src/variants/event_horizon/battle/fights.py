"""Runs the kernel for one battle with its record, or for many battles at once."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from horizons_core.kernels.battles import fight_in_batches, fight_recorded
from horizons_core.sums import int_array_sum
from variants.event_horizon.battle.kernels import (
    FIRES,
    HULL,
    MAX_SIDES,
    POINTS,
    RECORD_COLUMNS,
    SHIELDS,
    SIDE,
    THRUSTERS,
    Chances,
    FleetArray,
    Integers,
    Rules,
    fight,
    fight_many,
)

MAX_COUNT = 2**30 - 1
MAX_TICKETS, MAX_POINTS = 2**32 - 1, 2**31 - 1

RULEBOOK = Rules()


@cache
def new_target_chances(percent: int) -> Chances:
    """Return the chance of a new target as a number of 32-bit words, by weapons (EH-CBT-007).

    More weapons use the last element. The numbers are integers, because the last digit of powers of
    fractions differs between machines.
    """
    chances = [2**32]
    weapons = 1
    while chances[-1] > 0 and percent < 100:
        chances.append(percent**weapons * 2**32 // 100**weapons)
        weapons += 1
    return np.array(chances, np.uint64)


class BattleRun(NamedTuple):
    """One run of a battle.

    winner: the only side with ships left, or -1; turns: fought; shots: fired; words: 32-bit words
    drawn; hull, thrusters, weapons, shields, points: int32[ships], after the battle (a wreck keeps
    what was not destroyed); record: int64[units of damage, 7] with the columns TURN (from 0),
    SHOOTER, VICTIM, SHOT (from 0 through the battle), EFFECT, CRITICAL and DESTROYED.
    """

    winner: int
    turns: int
    shots: int
    words: int
    hull: NDArray[np.int32]
    thrusters: NDArray[np.int32]
    weapons: NDArray[np.int32]
    shields: NDArray[np.int32]
    points: NDArray[np.int32]
    record: Integers


class BattleRuns(NamedTuple):
    """Many runs of one battle, one element or row per run, all int64.

    winner: the only side with ships left, or -1; turns: fought; shots: fired; words: 32-bit words
    drawn; ships_left, components_left: [runs, sides], of the living.
    """

    winner: Integers
    turns: Integers
    shots: Integers
    words: Integers
    ships_left: Integers
    components_left: Integers


def fleet_array(
    side: ArrayLike,
    hull: ArrayLike,
    thrusters: ArrayLike,
    weapons: ArrayLike,
    shields: ArrayLike,
    points: ArrayLike,
    fires: ArrayLike = True,
    target: ArrayLike = True,
) -> FleetArray:
    """Return the ships of all sides as a fleet for the kernels: int32[ships, 8].

    One element per ship: the number of its side (0 to 15), its components, its shield points, and
    whether it fires and may be fired upon (by default, all do and may).
    Raises ValueError for arrays of different lengths and for numbers out of bounds.
    """
    columns = [hull, thrusters, weapons, shields, points, side, fires, target]
    length = len(np.atleast_1d(np.asarray(side)))
    table = np.zeros((length, 8), np.int64)
    for number, column in enumerate(columns):
        values = np.asarray(column)
        if number < FIRES and values.shape != (length,):
            raise ValueError(f"every ship needs one number of each kind, not {values.shape}")
        table[:, number] = values
    if length and (table.min() < 0 or table[:, SIDE].max() >= MAX_SIDES):
        raise ValueError(f"numbers are not negative, and sides are 0 up to {MAX_SIDES - 1}")
    components = int_array_sum(table[:, HULL : SHIELDS + 1], axis=1)
    if length and max(components.max(), table[:, POINTS].max()) > MAX_COUNT:
        raise ValueError(f"a ship has at most {MAX_COUNT} components and shield points")
    return np.ascontiguousarray(table, np.int32)


def check_bounds(fleet: FleetArray, rules: Rules) -> None:
    """Raise ValueError if a number of a ship could grow out of bounds under these rules."""
    if not len(fleet):
        return
    thrusters, shields, points = fleet[:, [THRUSTERS, SHIELDS, POINTS]].max(axis=0).tolist()
    if rules.tickets + rules.tickets_per_thruster * thrusters > MAX_TICKETS:
        raise ValueError(f"a ship has at most {MAX_TICKETS} tickets")
    if points + 2 * rules.points_per_generator * shields > MAX_POINTS:
        raise ValueError(f"a ship is charged with at most {MAX_POINTS} shield points")


def fight_once(
    fleet: FleetArray, turns: int, charge: bool, key: int, run: int = 0, rules: Rules = RULEBOOK
) -> BattleRun:
    """Fight one run of a battle and keep its record, for at most `turns` turns of combat."""
    check_bounds(fleet, rules)
    new_target = new_target_chances(rules.new_target_percent)
    totals = np.zeros(4, np.int64)
    after = np.empty((len(fleet), 5), np.int32)
    words = np.uint64(key), np.uint64(run)

    def fight_with(rows: int) -> tuple[Integers, int]:
        record = np.empty((rows, RECORD_COLUMNS), np.int64)
        needed = fight(
            fleet, tuple(rules), new_target, turns, charge, *words, totals, after, record
        )
        return record[:needed], needed

    record = fight_recorded(fight_with)
    winner, turns_fought, shots, drawn = totals.tolist()
    hull, thrusters, weapons, shields, points = np.ascontiguousarray(after.T)
    return BattleRun(
        winner, turns_fought, shots, drawn, hull, thrusters, weapons, shields, points, record
    )


def fight_runs(
    fleet: FleetArray,
    turns: int,
    charge: bool,
    key: int,
    runs: int,
    threads: int = 1,
    first_run: int = 0,
    progress: Callable[[int], None] | None = None,
    rules: Rules = RULEBOOK,
) -> BattleRuns:
    """Fight `runs` runs of a battle; run i equals `fight_once(..., run=first_run + i)` bit for bit.

    The outcome does not depend on `threads`. `progress` is called with the number of ended runs.
    """
    check_bounds(fleet, rules)
    new_target = new_target_chances(rules.new_target_percent)
    sides = int(fleet[:, SIDE].max()) + 1 if len(fleet) else 0
    totals = np.zeros((runs, 4), np.int64)
    ships_left = np.zeros((runs, sides), np.int64)
    components_left = np.zeros((runs, sides), np.int64)  # the kernel adds to it
    fight_in_batches(
        fight_many,
        lambda: (fleet, tuple(rules), new_target, turns, charge),
        key,
        (totals, ships_left, components_left),
        threads,
        first_run,
        progress,
    )
    winner, turns_fought, shots, words = np.ascontiguousarray(totals.T)
    return BattleRuns(winner, turns_fought, shots, words, ships_left, components_left)
