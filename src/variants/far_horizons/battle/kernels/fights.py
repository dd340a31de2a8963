"""Battles of Far Horizons: one kernel for a recorded battle and for a million unrecorded ones.

`protocol` specifies how dice are drawn; a run's dice are those of `Stream(key, run)`, so that the
outcome depends neither on threads nor on the number of runs. A battle is a list of stages; each
lists the units that are left (`stages`), fights its rounds (`shooting`) and applies the
consequences (`consequences`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from horizons_core.kernels.battles import fight_in_batches, fight_recorded
from horizons_core.kernels.jit import entrance, kernel, part
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import make_words
from variants.far_horizons.battle.kernels.consequences import (
    besiege,
    infect,
    join,
    recover,
    ruin,
    withdraw,
)
from variants.far_horizons.battle.kernels.hits import note
from variants.far_horizons.battle.kernels.lists import get_ready
from variants.far_horizons.battle.kernels.protocol import (
    BattleArrays,
    Integers,
    U,
    Workspace,
    cell,
    entry,
    workspace_for,
)
from variants.far_horizons.battle.kernels.shooting import exchange_fire, fire_all, set_chances
from variants.far_horizons.battle.kernels.stages import clear_surprise, set_up_stage

NOBODY = -1
#: Exceeds the number of rows of any record.
ALL = 1 << 62


@kernel
def begin(field: BattleArrays, work: Workspace) -> None:
    """Reset the workspace to the state before the battle."""
    units, hot, cold, state = field.units, work.hot, work.cold, work.state
    for column in range(at.STATE_COLUMNS):
        state[column] = 0
    state[at.SURPRISING] = 1
    for side in range(len(field.sides)):
        for column in range(at.TALLY_COLUMNS):
            work.tally[entry(side, column)] = 0
        work.tally[entry(side, at.FAVOURS)] = field.sides[side, at.FAVOURITE]
        limits = field.sides[side]
        state[at.MAY_LEAVE] |= (
            limits[at.TRANSPORTS_LEAVE] > 0
            or limits[at.WARSHIPS_LEAVE] < 100
            or limits[at.FLEET_LEAVES] < 100
        )
    for unit in range(len(units)):
        hot[cell(unit, at.AGE)] = units[unit, at.AGE_BEFORE]
        hot[cell(unit, at.PERCENT)] = 100
        cold[unit, at.STATE] = units[unit, at.STATE_BEFORE]
        state[at.WAITING] |= units[unit, at.STATE_BEFORE] == at.RESERVE
        cold[unit, at.DEFENSES] = units[unit, at.DEFENSES_BEFORE]
        cold[unit, at.FORCES] = cold[unit, at.BESIEGERS] = cold[unit, at.BOMBED] = 0
        cold[unit, at.MINING] = units[unit, at.MINES]
        cold[unit, at.MANUFACTURING] = units[unit, at.FACTORIES]
        cold[unit, at.POPULATION] = units[unit, at.PEOPLE]
        cold[unit, at.POPULATED] = 1
    for row in range(len(field.cargo)):
        work.hold[row] = field.cargo[row, at.COUNT]


@kernel
def set_up_first_round(field: BattleArrays, work: Workspace) -> None:
    """Set up the state of the first round, which is the same in all runs."""
    begin(field, work)
    stage, rounds = 0, 0
    while stage < len(field.stages) and rounds == 0:
        rounds = set_up_stage(field, work, stage)
        stage += rounds == 0
    work.state[at.STAGE], work.state[at.ROUND_LIMIT] = stage, rounds


@part
def copy(start: Integers, copied: Integers) -> None:
    """Copy an array."""
    for place in range(len(start)):
        copied[place] = start[place]


@part
def start_as(
    start: Workspace, work: Workspace, key: np.uint64, run: np.uint64, details: int
) -> None:
    """Copy the workspace `start`, and point the dice at a run."""
    copy(start.hot, work.hot)
    copy(start.cold.reshape(start.cold.size), work.cold.reshape(work.cold.size))
    copy(start.might, work.might)
    copy(start.hold, work.hold)
    copy(start.alive, work.alive)
    copy(start.line, work.line)
    copy(start.tally, work.tally)
    copy(start.state, work.state)
    work.state[at.KEY], work.state[at.RUN] = np.int64(key), np.int64(run)
    work.state[at.DETAILS] = details
    make_words(work.words, work.state, 0)


@part
def fight(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Fight a battle from its first stage to its last."""
    state = work.state
    while state[at.STAGE] < len(field.stages):
        if state[at.ROUND_LIMIT] > 0:
            before = state[at.ROUNDS]
            begin_stage(field, work, record)
            fight_rounds(field, work, record)
            end_stage(field, work, before, record)
        state[at.STAGE] += 1
        if state[at.STAGE] < len(field.stages):
            state[at.ROUND_LIMIT] = set_up_stage(field, work, state[at.STAGE])


@part
def begin_stage(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Prepare the rounds of a stage."""
    if field.stages[work.state[at.STAGE], at.ACT] > at.ATTACK:
        begin_imagined(field, work, record)
    elif work.state[at.SURPRISING]:
        surprise(field, work)
    set_chances(field, work)


@part
def end_stage(field: BattleArrays, work: Workspace, before: int, record: Integers) -> None:
    """Finish a stage; `before` is the number of rounds before it."""
    state = work.state
    act = field.stages[state[at.STAGE], at.ACT]
    if act > at.ATTACK:
        end_imagined(field, work, act, record)
    else:
        note(record, state, NOBODY, NOBODY, at.ROUNDS_OVER, 0, state[at.ROUNDS] - before)
        clear_surprise(field, work)


@kernel
def surprise(field: BattleArrays, work: Workspace) -> None:
    """Mark the sides that are taken by surprise."""
    for side in range(len(field.sides)):
        work.tally[entry(side, at.SURPRISED_NOW)] = field.sides[side, at.SURPRISED]


@part
def fight_rounds(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Fight until nothing is fired in a round, or up to the maximum number of rounds.

    All imagined rounds take place. No player intervenes in between (FH-SHIP-012).
    """
    state = work.state
    act = field.stages[state[at.STAGE], at.ACT]
    imagined = act > at.ATTACK
    for number in range(1, state[at.ROUND_LIMIT] + 1):
        state[at.NUMBER] = number
        if state[at.BEGUN] and state[at.MAY_LEAVE] and not imagined:
            withdraw(field, work, record)
        if state[at.WAITING]:
            join(field, work, record)
        get_ready(field, work)
        if is_plain(field, work):
            fired = exchange_fire(field, work, record)
        else:
            fired = fire_all(field, work, act, record)
        if imagined:
            continue
        if not fired:
            break
        state[at.ROUNDS] += 1
        if state[at.SURPRISING]:
            state[at.SURPRISING] = 0
            clear_surprise(field, work)
            set_chances(field, work)
        recover(field, work)
        if not state[at.BEGUN]:
            state[at.BEGUN] = 1
            if state[at.MAY_LEAVE]:
                withdraw(field, work, record)


@part
def is_plain(field: BattleArrays, work: Workspace) -> bool:
    """Return whether a round needs only `exchange_fire`: plain warships, and no surprise."""
    plain = work.state[at.PLAIN] != 0
    for side in range(len(field.sides)):
        plain = plain and not work.tally[entry(side, at.SURPRISED_NOW)]
    return plain


@kernel
def begin_imagined(field: BattleArrays, work: Workspace, record: Integers) -> None:
    """Prepare the imagined rounds of a bombardment, of germ warfare or a siege."""
    work.germs[:] = 0
    if work.state[at.BEGUN] and work.state[at.MAY_LEAVE]:
        withdraw(field, work, record)


@kernel
def end_imagined(field: BattleArrays, work: Workspace, act: int, record: Integers) -> None:
    """Apply the effects of imagined rounds."""
    if act == at.BOMBARDMENT:
        ruin(field, work)
    elif act == at.GERM_WARFARE:
        infect(field, work, record)
    else:
        besiege(field, work)


@part
def write_side(
    field: BattleArrays, work: Workspace, first: int, side: int, row: Integers, groups: Integers
) -> int:
    """Write the outcome of a side that begins at unit `first`; return the next side's first."""
    for column in range(at.SIDE_OUTCOMES):
        row[column] = 0
    destroyed = captured = withdrew = forced = alive = ages = left = ages_here = transports = 0
    unit = first
    while unit < len(field.units) and field.units[U(unit), at.SIDE] == side:
        kind, state = field.units[U(unit), at.KIND], work.cold[U(unit), at.STATE]
        if kind == at.COLONY:
            row[at.S_DEFENSES] += work.cold[unit, at.DEFENSES]
        else:
            # sums without branches: whether a ship is left is unpredictable
            age = work.hot[cell(unit, at.AGE)]
            survives, present = np.int64(state < at.DESTROYED), np.int64(state < at.WITHDREW)
            alive += survives
            ages += age & -survives
            left += present
            ages_here += age & -present
            transports += present & np.int64(kind == at.TRANSPORT)
            destroyed += state == at.DESTROYED
            captured += state == at.HIJACKED
            withdrew += state == at.WITHDREW
            forced += state == at.FORCED
            groups[U(field.units[U(unit), at.GROUP])] += present
        unit += 1
    row[at.S_DESTROYED], row[at.S_CAPTURED] = destroyed, captured
    row[at.S_WITHDREW], row[at.S_FORCED] = withdrew, forced
    row[at.S_ALIVE], row[at.S_AGES] = alive, ages
    row[at.S_LEFT], row[at.S_AGES_HERE], row[at.S_TRANSPORTS] = left, ages_here, transports
    row[at.S_GAINED] = work.tally[entry(side, at.GAINED)]
    row[at.S_LOOT] = work.tally[entry(side, at.LOOT)]
    row[at.S_BESIEGING] = work.tally[entry(side, at.BESIEGING)]
    return unit


@part
def write_colonies(field: BattleArrays, work: Workspace, rows: Integers) -> None:
    """Write the outcome of each colony."""
    number = 0
    for unit in range(len(field.units)):
        if field.units[unit, at.KIND] == at.COLONY:
            rows[number, at.C_DEFENSES] = work.cold[unit, at.DEFENSES]
            rows[number, at.C_BOMBED] = work.cold[unit, at.BOMBED]
            rows[number, at.C_MINING] = work.cold[unit, at.MINING]
            rows[number, at.C_MANUFACTURING] = work.cold[unit, at.MANUFACTURING]
            rows[number, at.C_POPULATION] = work.cold[unit, at.POPULATION]
            rows[number, at.C_BESIEGERS] = work.cold[unit, at.BESIEGERS]
            rows[number, at.C_POPULATED] = work.cold[unit, at.POPULATED]
            number += 1


@part
def write_outcome(
    field: BattleArrays,
    work: Workspace,
    run: int,
    totals: Integers,
    sides: Integers,
    groups: Integers,
    colonies: Integers,
) -> None:
    """Write the row of a run: totals, sides, ships left of each group, colonies."""
    state = work.state
    totals[run, at.T_ROUNDS] = state[at.ROUNDS]
    totals[run, at.T_SHOTS] = state[at.SHOTS_FIRED]
    totals[run, at.T_HITS] = state[at.HITS]
    totals[run, at.T_WORDS] = state[at.FIRST_WORD] + state[at.PLACE]
    for group in range(groups.shape[1]):
        groups[run, group] = 0
    unit = 0
    for side in range(len(field.sides)):
        unit = write_side(field, work, unit, side, sides[run, side], groups[run])
    if colonies.shape[1] > 0:
        write_colonies(field, work, colonies[run])


def _signature() -> Any:
    """The numba types of `fight_many`."""
    import numba

    types: Any = numba.types
    type_of: Any = numba.typeof
    field = types.NamedTuple([type_of(array) for array in at.EMPTY], BattleArrays)
    work = types.NamedTuple([type_of(array) for array in workspace_for(at.EMPTY)], Workspace)
    keys, plane, cube = (types.uint64,) * 2, types.int64[:, ::1], types.int64[:, :, ::1]
    return types.void(field, work, work, plane, types.int64, *keys, plane, cube, plane, cube)


@entrance(_signature)
def fight_many(
    field: BattleArrays,
    start: Workspace,
    work: Workspace,
    record: Integers,
    details: int,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    sides: Integers,
    groups: Integers,
    colonies: Integers,
) -> None:
    """Fight len(totals) runs from `first_run` on; write a row of each array per run."""
    set_up_first_round(field, start)
    for run in range(len(totals)):
        start_as(start, work, key, first_run + np.uint64(run), details)
        fight(field, work, record)
        write_outcome(field, work, run, totals, sides, groups, colonies)


class Runs(NamedTuple):
    """Results of many runs of a battle, one element or row per run, all int64.

    totals: [runs, 4]; sides: [runs, sides, 13]; groups: [runs, groups], ships of each group left;
    colonies: [runs, colonies, 7]; with the columns of `protocol`.
    """

    totals: Integers
    sides: Integers
    groups: Integers
    colonies: Integers


def fight_runs(
    field: BattleArrays,
    key: int,
    runs: int,
    threads: int = 1,
    first_run: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Runs:
    """Fight `runs` runs of a battle; the outcome does not depend on `threads`.

    `progress` is called with the number of finished runs.
    """
    results = _space(field, runs)
    no_record = np.zeros((0, at.RECORD_COLUMNS), np.int64)
    fight_in_batches(
        fight_many,
        lambda: (field, workspace_for(field), workspace_for(field), no_record, 0),
        key,
        results,
        threads,
        first_run,
        progress,
    )
    return results


def _space(field: BattleArrays, runs: int) -> Runs:
    kinds = field.units[:, at.KIND]
    groups = int(field.units[:, at.GROUP].max(initial=-1)) + 1
    return Runs(
        totals=np.zeros((runs, at.TOTALS_COLUMNS), np.int64),
        sides=np.zeros((runs, len(field.sides), at.SIDE_OUTCOMES), np.int64),
        groups=np.zeros((runs, groups), np.int64),
        colonies=np.zeros(
            (runs, np.count_nonzero(kinds == at.COLONY), at.COLONY_OUTCOMES), np.int64
        ),
    )


class KernelBattle(NamedTuple):
    """A single fought battle: its row of `Runs`, the final workspace, and the record."""

    runs: Runs
    work: Workspace
    record: Integers


def fight_once(field: BattleArrays, key: int, run: int = 0, details: int = ALL) -> KernelBattle:
    """Fight one run of a battle and record all events, a row each.

    From `details` rows on, the record leaves out shots without effect.
    """
    seeds = np.uint64(key), np.uint64(run)

    def fight_with(rows: int) -> tuple[KernelBattle, int]:
        work, results = workspace_for(field), _space(field, 1)
        record = np.zeros((rows, at.RECORD_COLUMNS), np.int64)
        fight_many(field, workspace_for(field), work, record, details, *seeds, *results)
        needed = int(work.state[at.ROWS])
        return KernelBattle(results, work, record[:needed]), needed

    return fight_recorded(fight_with)
