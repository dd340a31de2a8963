"""Jumps by the million: `mishaps.attempt`, die for die, on arrays.

A ship's dice in run i are those of `horizons_core.rng.Stream(its key, i)`, so that its outcome
depends neither on the other ships nor on threads. Most jumps need one die, so words are made one
block (of four) at a time, and the first blocks of many runs together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.parallel import run_in_batches
from horizons_core.kernels.philox import MASK32, SHIFT32, STEPS, U64, philox_block
from horizons_core.kernels.work import count_steps
from variants.far_horizons.jumps.mishaps import CERTAIN, MAX_DRAWS, Jump

Integers: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]
Keys: TypeAlias = NDArray[np.uint64]

#: Columns of the ships: chance, fail-safes and force, then destination and widths by coordinate.
CHANCE, FAIL_SAFES, FORCED, TO, WIDTH, SIZE = 0, 1, 2, 3, 6, 9
COLUMNS = 10
#: Columns of an outcome: how it ended, fail-safes used, and the sector (-1 each if it is lost).
ENDING, USED, SECTOR = 0, 1, 2
OUTCOME = 5
#: Columns of a run's sums: ships and fail-safes by ending, maximum parsecs off and attempts.
SHIPS, UNITS, OFF, ATTEMPTS = 0, 3, 6, 7
SUMS = 8
ARRIVED, MISJUMPED, LOST = 0, 1, 2

#: Bound of coordinates, so that all products fit.
FARTHEST = 1_000_000

_KEY, _RUN, _DRAWN, _WORDS = 0, 1, 2, 3
_SOURCE = 7
#: Number of runs whose first blocks are made together.
_CHUNK = 64
#: Threads get runs in multiples of this.
_PORTION = 1024
_CERTAIN = np.uint64(CERTAIN)
_BITS32 = np.uint64(1 << 32)
_ZERO, _ONE, _TWO, _THREE, _FOUR = (np.uint64(number) for number in range(5))


@part
def word(source: Keys) -> U64:
    """Return the next 32 bits of the source, as `Stream.word` does; its first block must exist."""
    drawn = source[_DRAWN]
    place = drawn & _THREE
    if place == _ZERO and drawn != _ZERO:
        block = drawn >> _TWO
        run = source[_RUN]
        first, second, third, fourth = philox_block(
            block & MASK32, block >> SHIFT32, run & MASK32, run >> SHIFT32, source[_KEY]
        )
        source[_WORDS], source[_WORDS + 1] = first, second
        source[_WORDS + 2], source[_WORDS + 3] = third, fourth
    source[_DRAWN] = drawn + _ONE
    return source[np.uint64(_WORDS) + place]


@part
def die(source: Keys, sides: int) -> int:
    """Roll D(sides) as `dice.dice_of` does, for 2 to 2**32 sides."""
    n = np.uint64(sides)
    while True:
        product = word(source) * n
        low = product & MASK32
        if low >= n or low >= _BITS32 % n:
            return np.int64(product >> SHIFT32) + 1


@part
def scatter(source: Keys, centre: int, width: int, size: int) -> int:
    """Draw a coordinate of a mis-jump: `mishaps.scatter`."""
    if centre + width > 0 and centre - width < size - 1:
        for _ in range(MAX_DRAWS):
            near = centre - die(source, width)
            near += die(source, width)
            if 0 <= near < size:
                return near
    return min(max(centre, 0), size - 1)


@kernel
def misjump(source: Keys, ships: Integers, ship: int, outcome: Integers) -> None:
    """Write the sector of a mis-jump."""
    size = ships[ship, SIZE]
    redraw = True
    while redraw:
        redraw = False
        same = True
        for axis in range(3):
            target = ships[ship, TO + axis]
            near = scatter(source, target, ships[ship, WIDTH + axis], size)
            outcome[SECTOR + axis] = near
            same = same and near == target
        redraw = same


@part
def attempt(source: Keys, ships: Integers, ship: int, outcome: Integers) -> None:
    """Try a ship's jump and write its outcome: `mishaps.attempt`."""
    chance = ships[ship, CHANCE]
    used = 0
    while True:
        if die(source, CERTAIN) > chance:
            outcome[ENDING] = ARRIVED
            for axis in range(3):
                outcome[SECTOR + axis] = ships[ship, TO + axis]
            break
        if used < ships[ship, FAIL_SAFES]:
            used += 1
        elif ships[ship, FORCED] != 0 or die(source, CERTAIN) <= chance:
            outcome[ENDING] = LOST
            for axis in range(3):
                outcome[SECTOR + axis] = -1
            break
        else:
            outcome[ENDING] = MISJUMPED
            misjump(source, ships, ship, outcome)
            break
    outcome[USED] = used


@part
def add(sums: Numbers, run: int, ships: Integers, ship: int, outcome: Integers) -> None:
    """Add the outcome of a ship to the sums of its run."""
    ending, used = outcome[ENDING], outcome[USED]
    sums[run, SHIPS + ending] += 1
    sums[run, UNITS + ending] += used
    sums[run, ATTEMPTS] = max(sums[run, ATTEMPTS], used + 1)
    if ending == MISJUMPED:
        squared = 0
        for axis in range(3):
            away = outcome[SECTOR + axis] - ships[ship, TO + axis]
            squared += away * away
        sums[run, OFF] = max(sums[run, OFF], int(np.sqrt(squared)))


@part
def add_arrival(sums: Numbers, run: int) -> None:
    """Add a ship that arrived without a mishap to the sums of its run."""
    sums[run, SHIPS + ARRIVED] += 1
    sums[run, ATTEMPTS] = max(sums[run, ATTEMPTS], 1)


@part
def arrives_at_once(first_word: U64, chance: int) -> bool:
    """Return whether the first die certainly lets a ship arrive, the most frequent case."""
    product = first_word * _CERTAIN
    return (product & MASK32) >= _CERTAIN and np.int64(product >> SHIFT32) >= chance


@kernel
def make_first_blocks(words: Keys, key: U64, first: U64, runs: int) -> None:
    """Write the first blocks of some runs: several at once, without branches or state."""
    count_steps(STEPS * runs)
    for i in range(runs):
        run = first + np.uint64(i)
        w0, w1, w2, w3 = philox_block(_ZERO, _ZERO, run & MASK32, run >> SHIFT32, key)
        place = np.uint64(i) * _FOUR
        words[place] = w0
        words[place + _ONE] = w1
        words[place + _TWO] = w2
        words[place + _THREE] = w3


@part
def open_run(source: Keys, key: U64, run: U64, words: Keys, place: int) -> None:
    """Point a source at the first word of a run; its first block is at a position in `words`."""
    source[_KEY] = key
    source[_RUN] = run
    source[_DRAWN] = _ZERO
    for i in range(4):
        source[_WORDS + i] = words[4 * place + i]


@entrance("void(int64[:, ::1], uint64[::1], uint64, int32[:, :, ::1])")
def jump_each(ships: Integers, keys: Keys, first: U64, outcomes: Numbers) -> None:
    """Run the jumps of len(outcomes) runs; write an outcome for each run and ship."""
    source, words = np.zeros(_SOURCE, np.uint64), np.zeros(4 * _CHUNK, np.uint64)
    outcome = np.zeros(OUTCOME, np.int64)
    for start in range(0, len(outcomes), _CHUNK):
        runs = min(_CHUNK, len(outcomes) - start)
        for ship in range(len(ships)):
            make_first_blocks(words, keys[ship], first + np.uint64(start), runs)
            for i in range(runs):
                open_run(source, keys[ship], first + np.uint64(start + i), words, i)
                attempt(source, ships, ship, outcome)
                for column in range(OUTCOME):
                    outcomes[start + i, ship, column] = outcome[column]


@entrance("void(int64[:, ::1], uint64[::1], uint64, int32[:, ::1])")
def jump_all(ships: Integers, keys: Keys, first: U64, sums: Numbers) -> None:
    """Run the jumps of len(sums) runs; write sums over the ships of each (all 0 before)."""
    source, words = np.zeros(_SOURCE, np.uint64), np.zeros(4 * _CHUNK, np.uint64)
    outcome = np.zeros(OUTCOME, np.int64)
    for start in range(0, len(sums), _CHUNK):
        runs = min(_CHUNK, len(sums) - start)
        for ship in range(len(ships)):
            make_first_blocks(words, keys[ship], first + np.uint64(start), runs)
            for i in range(runs):
                if arrives_at_once(words[4 * i], ships[ship, CHANCE]):
                    add_arrival(sums, start + i)
                    continue
                open_run(source, keys[ship], first + np.uint64(start + i), words, i)
                attempt(source, ships, ship, outcome)
                add(sums, start + i, ships, ship, outcome)


class FleetArrays(NamedTuple):
    """Jumps for the kernels: int64[ships, 10], the columns above, and the key of each ship."""

    ships: Integers
    keys: Keys


def fleet_of(jumps: Sequence[Jump], keys: Sequence[int]) -> FleetArrays:
    """Create the kernels' input; raises ValueError for numbers out of bounds.

    Coordinates, fail-safe units and the galaxy's size are limited to a million.
    """
    rows = np.array([_row(jump) for jump in jumps], np.int64).reshape(-1, COLUMNS)
    if len(rows) and (
        np.abs(rows[:, TO:WIDTH]).max() > FARTHEST
        or rows.min(axis=0)[[CHANCE, FAIL_SAFES]].min() < 0
        or rows[:, CHANCE].max() > CERTAIN
        or rows[:, WIDTH:SIZE].max() > 4 * FARTHEST
        or not 2 <= rows[:, SIZE].min() <= rows[:, SIZE].max() <= FARTHEST
    ):
        raise ValueError("a jump for the kernels has a number that is out of bounds")
    return FleetArrays(rows, np.array(keys, np.uint64))


def _row(jump: Jump) -> tuple[int, ...]:
    numbers = (jump.chance, jump.fail_safes, int(jump.forced))
    return (*numbers, *jump.destination, *jump.widths, 2 * jump.radius)


def outcomes_of(fleet: FleetArrays, runs: int, threads: int = 1, first: int = 0) -> Numbers:
    """Return the outcomes of many runs: int32[runs, ships, 5] with the columns of an outcome."""
    outcomes = np.zeros((runs, len(fleet.ships), OUTCOME), np.int32)

    def portion(start: int, end: int) -> None:
        jump_each(*fleet, np.uint64(first + start), outcomes[start:end])

    jump_each.prepare(STEPS * runs * len(fleet.ships))
    _in_portions(portion, runs, threads)
    return outcomes


def sums_of(fleet: FleetArrays, runs: int, threads: int = 1) -> Numbers:
    """Return sums over the ships of many runs: int32[runs, 8] with the columns of sums."""
    sums = np.zeros((runs, SUMS), np.int32)

    def portion(start: int, end: int) -> None:
        jump_all(*fleet, np.uint64(start), sums[start:end])

    jump_all.prepare(STEPS * runs * len(fleet.ships))
    _in_portions(portion, runs, threads)
    return sums


def _in_portions(portion: Callable[[int, int], None], runs: int, threads: int) -> None:
    """Distribute runs to threads in large portions, because a single jump takes so little time."""

    def batch(first: int, count: int) -> None:
        portion(_PORTION * first, min(_PORTION * (first + count), runs))

    run_in_batches(batch, -(-runs // _PORTION), threads)
