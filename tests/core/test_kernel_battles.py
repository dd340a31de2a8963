"""Battles on arenas: a run has the same result and full record alone, among many and threaded."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from horizons_core.kernels.battles import (
    USUAL_ROWS,
    ArenaKernel,
    fight_in_batches,
    fight_recorded,
    room_like,
)
from horizons_core.kernels.jit import ExecutionMode, entrance, only
from horizons_core.kernels.sampling import below, new_source, open_run

KEY = 20260101
SIDES, ROWS = 2, 0


class Dice(NamedTuple):
    """Two sides throw a die in turns until one of them has enough points."""

    points: Any
    table: Any
    source: Any
    record: Any


@entrance("a signature that nobody compiles")
def throw_many(start, work, key, first_run, totals, by_side):
    for run in range(len(totals)):
        work.points[:] = start.points
        work.table[:] = start.table
        open_run(work.source, key, first_run + np.uint64(run))
        while work.points.max() < work.table[1]:
            thrown, side = 1 + int(below(work.source, np.uint64(6))), int(work.table[ROWS]) % SIDES
            if work.table[ROWS] < len(work.record):
                work.record[work.table[ROWS]] = side, thrown
            work.table[ROWS] += 1
            work.points[side] += thrown
        totals[run, 0] = work.points.argmax()
        by_side[run, :, 0] += work.points


KERNEL = ArenaKernel[Dice](throw_many, lambda arena: int(arena.table[ROWS]), 1, 1)


@pytest.fixture(autouse=True)
def interpreted():
    with only(ExecutionMode.INTERPRETED):
        yield


def game(points):
    return Dice(
        np.zeros(SIDES, np.int64), np.array([0, points]), new_source(), np.zeros((0, 2), np.int64)
    )


@pytest.mark.parametrize("threads", [1, 3])
def test_a_run_fought_once_is_that_run_of_many(threads):
    many = KERNEL.fight_runs(game(20), SIDES, KEY, 40, threads)
    assert len(set(many.by_side[:, 0, 0].tolist())) > 5
    for run in (0, 7, 39):
        once = KERNEL.fight_once(game(20), SIDES, KEY, run)
        assert once.totals.tolist() == many.totals[run].tolist()
        assert once.arena.points.tolist() == many.by_side[run, :, 0].tolist()


def test_the_record_of_a_battle_is_complete():
    points = 2 * USUAL_ROWS
    fought = KERNEL.fight_once(game(points), SIDES, KEY)
    assert len(fought.record) == fought.arena.table[ROWS] > USUAL_ROWS
    for side in range(SIDES):
        thrown = fought.record[fought.record[:, 0] == side, 1]
        assert thrown.sum() == fought.arena.points[side]


def test_a_battle_with_a_short_record_is_fought_no_second_time():
    rooms = []

    def fight(rows):
        rooms.append(rows)
        return "fought", 10

    assert fight_recorded(fight, 10) == "fought"
    assert rooms == [10]


def test_a_battle_leaves_the_arena_as_it_began():
    start = game(20)
    KERNEL.fight_once(start, SIDES, KEY)
    KERNEL.fight_runs(start, SIDES, KEY, 3)
    assert [array.tolist() for array in start] == [array.tolist() for array in game(20)]


def test_room_is_that_of_the_arena_with_another_record():
    start, record = game(20), np.ones((4, 2), np.int64)
    room = room_like(start, record)
    assert room.record is record
    room.points[0] = 3
    assert start.points[0] == 0


def test_batches_go_on_from_the_first_run_in_rooms_of_their_own():
    def by_side(runs, first_run):
        rooms, ends = [], []

        def room():
            rooms.append(room_like(start, start.record))
            return start, rooms[-1]

        start, totals = game(20), np.zeros((runs, 1), np.int64)
        table = np.zeros((runs, SIDES, 1), np.int64)
        fight_in_batches(throw_many, room, KEY, (totals, table), 2, first_run, ends.append, steps=1)
        assert len(rooms) == len(ends) > 1
        assert ends[-1] == runs
        return table.tolist()

    assert by_side(40, 60) == by_side(100, 0)[60:]
