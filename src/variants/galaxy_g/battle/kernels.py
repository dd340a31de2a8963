"""The battle of Galaxy G on counts of ships: one kernel for recorded and unrecorded battles.

The rules define the order of fire, targets, attacks and rounds. Ships of one group are identical,
so a group is a count, and a shot costs the same for ten ships and for a hundred thousand.

The protocol of dice, which `tests/variants/galaxy_g/reference.py` follows word for word; `below`
and `word` are those of `horizons_core.rng.Stream(key, run)`:

1. Ships are listed by side, by group, and in each group those that wait to fire
    come first. Places are counted from 0 among the ships in question, in
    this order.
2. Before each round: the battle is over if no ship that is armed and has a living hostile ship
    has a threshold above 0 against any living ship hostile to it, or if 100,000 rounds were
    fought. Otherwise all armed ships with a living hostile ship wait to fire.
3. The next shooter, while any ship waits: place = below(waiting ships). It no longer waits.
4. For each of its attacks, a target: place = below(living ships hostile to its side); it is
    destroyed if word() < threshold. Thresholds are chances as numbers of 32-bit words: 2**32 is
    certain, 0 is never.
5. As soon as no ship hostile to a side is left, its ships no longer wait, and one of them that is
   firing stops.

The protocol leaves open how a place is found: `few_groups` and `many_groups` search differently,
for battles of different sizes, and in a `duel` of two groups without a record it is trivial.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from horizons_core.kernels.battles import fight_in_batches
from horizons_core.kernels.jit import entrance, part
from horizons_core.sums import int_array_sum
from variants.galaxy_g.battle import few_groups, many_groups
from variants.galaxy_g.battle.protocol import (
    ABLE,
    CHANGED,
    DRAWN,
    GROUP_COLUMNS,
    MAX_ROUNDS,
    MAX_ROWS,
    OVER,
    RECORD_COLUMNS,
    ROUNDS,
    SHIPS,
    SHOTS,
    SIDE,
    SIDES,
    STATE,
    WORDS,
    Integers,
    make_words,
)

#: The maximum number of ships in a battle.
MAX_SHIPS = 2**31 - 1
#: The maximum number of rounds of a battle (GG-CBT-014).
ROUNDS_TO_DRAW = 100_000

FEW = few_groups.FEW
NO_WINNER = -1
WINNER, ROUNDS_FOUGHT, SHOTS_FIRED, WORDS_DRAWN = range(4)  # columns of the totals of a run

# A record is passed on in portions of about this many rows.
CHUNK = 1 << 14

_ARRAYS = "int64[:, ::1], int64[:, ::1], int64[:, ::1]"
_MEMORY = "int64[::1], int64[:, ::1], int64[::1]"


@part
def begin(
    groups: Integers,
    hostile: Integers,
    buffer: Integers,
    workspace: Integers,
    state: Integers,
    most_rounds: int,
    able: int,
) -> None:
    """Set up the first round; `able` is the result of `few_groups.update_ready`, if called."""
    for column in range(STATE):
        state[column] = 0
    state[SIDES] = len(hostile)
    state[MAX_ROUNDS] = most_rounds
    if len(groups) <= FEW:
        few_groups.reset_ships(groups, buffer)
        state[ABLE] = able
    else:
        many_groups.reset_ships(groups, hostile, workspace)
        state[CHANGED] = 1


@part
def write_outcome(
    groups: Integers,
    buffer: Integers,
    workspace: Integers,
    state: Integers,
    totals: Integers,
    left: NDArray[np.int32],
    row: int,
) -> None:
    """Write a row: winner, rounds fought, shots fired and words drawn; and the ships left.

    It takes whole tables, because slicing out a row takes as long as five shots.
    """
    winner, several = NO_WINNER, False
    for group in range(len(groups)):
        count = buffer[group] if len(groups) <= FEW else workspace[0, group]
        left[row, group] = count
        if count > 0:
            side = groups[group, SIDE]
            several = several or (winner >= 0 and winner != side)
            winner = side
    totals[row, WINNER] = NO_WINNER if several else winner
    totals[row, ROUNDS_FOUGHT] = state[ROUNDS]
    totals[row, SHOTS_FIRED] = state[SHOTS]
    totals[row, WORDS_DRAWN] = state[DRAWN]


@entrance(f"void({_ARRAYS}, int64, {_MEMORY})")
def set_up(
    groups: Integers,
    thresholds: Integers,
    hostile: Integers,
    most_rounds: int,
    buffer: Integers,
    workspace: Integers,
    state: Integers,
) -> None:
    """Prepare a battle for `fight_on`, in a buffer of zeros or in a workspace."""
    if len(groups) <= FEW:
        few_groups.prepare(groups, thresholds, hostile, buffer, state)
    begin(groups, hostile, buffer, workspace, state, most_rounds, state[ABLE])


@entrance(
    f"int64({_ARRAYS}, {_MEMORY}, uint64, uint64, int64[:, ::1], int64[:, ::1], int32[:, ::1])"
)
def fight_on(
    groups: Integers,
    thresholds: Integers,
    hostile: Integers,
    buffer: Integers,
    workspace: Integers,
    state: Integers,
    key: np.uint64,
    run: np.uint64,
    record: Integers,
    totals: Integers,
    left: NDArray[np.int32],
) -> int:
    """Fight until the battle is over or the record is full; return the rows written.

    Call it again, with space in the record, while state[OVER] is 0.
    """
    words = np.empty(WORDS, np.int64)
    rows = 0
    while state[OVER] == 0 and rows <= len(record) - MAX_ROWS:
        make_words(words, key, run, state[DRAWN])
        if len(groups) <= FEW:
            rows = few_groups.advance(buffer, words, record, state, rows, len(groups))
        else:
            rows = many_groups.advance(
                groups, thresholds, hostile, workspace, words, record, state, rows
            )
    write_outcome(groups, buffer, workspace, state, totals, left, 0)
    return rows


@entrance(f"void({_ARRAYS}, int64, {_MEMORY}, uint64, uint64, int64[:, ::1], int32[:, ::1])")
def fight_many(
    groups: Integers,
    thresholds: Integers,
    hostile: Integers,
    most_rounds: int,
    buffer: Integers,
    workspace: Integers,
    state: Integers,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    left: NDArray[np.int32],
) -> None:
    """Fight len(totals) runs, beginning with `first_run`; write rows of totals and ships left."""
    words = np.empty(WORDS, np.int64)
    if len(groups) <= FEW:
        few_groups.prepare(groups, thresholds, hostile, buffer, state)
    able = state[ABLE]
    is_duel = few_groups.is_duel(groups, state)
    for i in range(len(totals)):
        run = first_run + np.uint64(i)
        if is_duel:
            few_groups.fight_duel(groups, buffer, state, most_rounds, words, key, run)
        else:
            begin(groups, hostile, buffer, workspace, state, most_rounds, able)
            while state[OVER] == 0:
                make_words(words, key, run, state[DRAWN])
                if len(groups) <= FEW:
                    few_groups.advance(buffer, words, None, state, 0, len(groups))
                else:
                    many_groups.advance(
                        groups, thresholds, hostile, workspace, words, None, state, 0
                    )
        write_outcome(groups, buffer, workspace, state, totals, left, i)


class BattleArrays(NamedTuple):
    """A battle for the kernels: all int64.

    groups: [groups, 5], columns SHIPS, SIDE, ATTACKS (of one ship), and the group's row (ATTACK)
    and column (DEFENCE) in the thresholds; thresholds: [attacks, defences], chances as numbers of
    32-bit words; hostile: [sides, sides], 1 for pairs that fight.
    """

    groups: Integers
    thresholds: Integers
    hostile: Integers


class BattleRun(NamedTuple):
    """The result of one battle.

    winner: the only side with ships left, or -1; rounds, shots: fought and fired; words: 32-bit
    words drawn; left: int32[groups], ships after the battle.
    """

    winner: int
    rounds: int
    shots: int
    words: int
    left: NDArray[np.int32]


class BattleRuns(NamedTuple):
    """Many runs of one battle, each an element of the arrays of `BattleRun` and a row of `left`."""

    winner: Integers
    rounds: Integers
    shots: Integers
    words: Integers
    left: NDArray[np.int32]


def battle_arrays(
    sides: int,
    side: ArrayLike,
    ships: ArrayLike,
    attacks: ArrayLike,
    attack: ArrayLike,
    defence: ArrayLike,
    thresholds: ArrayLike,
    hostile: ArrayLike,
) -> BattleArrays:
    """Lay out a battle for the kernels, of groups in the order of sides.

    One element per group: the number of its side, its ships, the attacks of each, its row and
    column in `thresholds`, which rise with the row and fall with the column; `hostile` are pairs of
    sides. Raises ValueError for groups out of the order of sides and for numbers out of bounds.
    """
    groups = np.stack(
        [np.asarray(column, np.int64) for column in (ships, side, attacks, attack, defence)]
    )
    groups = np.ascontiguousarray(groups.reshape(GROUP_COLUMNS, -1).T)
    if len(groups) and (np.diff(groups[:, SIDE]) < 0).any():
        raise ValueError("groups must be sorted by side, in the order of the sides")
    if len(groups) and (groups.min() < 0 or groups[:, SIDE].max() >= sides):
        raise ValueError(f"numbers are not negative, and sides are 0 up to {sides - 1}")
    if int_array_sum(groups[:, SHIPS]) > MAX_SHIPS:
        raise ValueError(f"a battle has at most {MAX_SHIPS} ships")
    mutual = np.zeros((sides, sides), np.int64)
    for first, second in np.asarray(hostile, np.int64).reshape(-1, 2):
        mutual[first, second] = mutual[second, first] = first != second
    return BattleArrays(groups, np.ascontiguousarray(thresholds, np.int64), mutual)


def _working_memory(arrays: BattleArrays) -> tuple[Integers, Integers, Integers]:
    """Memory for a battle: a buffer for few groups, a workspace for many; its state."""
    few = len(arrays.groups) <= FEW
    width = -(-len(arrays.groups) // many_groups.SUPERBLOCK) * many_groups.SUPERBLOCK
    rows = 0 if few else many_groups.WORKSPACE_ROWS
    buffer = np.zeros(few_groups.BUFFER if few else 0, np.int64)
    workspace = np.zeros((rows, max(width, len(arrays.hostile))), np.int64)
    return buffer, workspace, np.zeros(STATE, np.int64)


def fight_once(
    arrays: BattleArrays,
    key: int,
    run: int = 0,
    most_rounds: int = ROUNDS_TO_DRAW,
    write_rows: Callable[[Integers], None] | None = None,
) -> BattleRun:
    """Fight one run of a battle.

    `write_rows` is called with portions of the record, int64[shots, 4] with the columns ROUND (from
    1), FIRED and STRUCK (groups) and DESTROYED; a portion is valid until the next one.
    """
    if write_rows is None:
        runs = fight_runs(arrays, key, 1, first_run=run, most_rounds=most_rounds)
        winner, rounds, shots, words = (int(column[0]) for column in runs[:4])
        return BattleRun(winner, rounds, shots, words, runs.left[0])
    buffer, workspace, state = _working_memory(arrays)
    set_up(*arrays, most_rounds, buffer, workspace, state)
    totals, left = np.zeros((1, 4), np.int64), np.zeros((1, len(arrays.groups)), np.int32)
    record = np.empty((CHUNK, RECORD_COLUMNS), np.int64)
    while not state[OVER]:
        rows = fight_on(
            *arrays, buffer, workspace, state, np.uint64(key), np.uint64(run), record, totals, left
        )
        write_rows(record[:rows])
    winner, rounds, shots, words_drawn = totals[0].tolist()
    return BattleRun(winner, rounds, shots, words_drawn, left[0])


def fight_runs(
    arrays: BattleArrays,
    key: int,
    runs: int,
    threads: int = 1,
    first_run: int = 0,
    most_rounds: int = ROUNDS_TO_DRAW,
    progress: Callable[[int], None] | None = None,
) -> BattleRuns:
    """Fight `runs` runs of a battle; run i equals `fight_once(..., run=first_run + i)` bit for bit.

    The outcome does not depend on `threads`. `progress` gets the number of finished runs.
    """
    totals = np.zeros((runs, 4), np.int64)
    left = np.zeros((runs, len(arrays.groups)), np.int32)
    fight_in_batches(
        fight_many,
        lambda: (*arrays, most_rounds, *_working_memory(arrays)),
        key,
        (totals, left),
        threads,
        first_run,
        progress,
    )
    winner, rounds, shots, words = np.ascontiguousarray(totals.T)
    return BattleRuns(winner, rounds, shots, words, left)
