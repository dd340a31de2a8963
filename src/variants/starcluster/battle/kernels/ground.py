"""The fight for a planet, round by round, and many runs of it (SC-GND-001, SC-GND-002).

Each side has groups of troops, with base points ashore and the value of one point; the attacker
also has points aboard that land. `below` is that of `Stream(key, run)`. In each round 1d6 is rolled
for the attacker, then for the defender. `tests/variants/starcluster/test_ground_kernel.py` does the
same in plain Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.sampling import DRAWN, Source, below_narrow, open_run
from horizons_core.kernels.work import count_steps
from variants.starcluster.battle.kernels.protocol import SIX, Floats, Integers

ATTACKER, DEFENDER = range(2)
# Columns of totals.
WINNER, ROUNDS, STRIKES, WORDS = range(4)
# Columns of a record: the dice of both sides, and their base points after the round.
RECORD_COLUMNS = 4
#: A side with fewer base points is gone.
REMOVED = 1.0


class GroundArrays(NamedTuple):
    """The arrays of a fight for a planet.

    ashore, aboard, worth: float64[2, groups], base points, and the value of one; rules: float64
    [2], base points that can land in a round, and the factor of the PDC on the defender's; record:
    float64[rounds, 4].
    """

    ashore: Floats
    aboard: Floats
    worth: Floats
    rules: Floats
    source: Source
    record: Floats


@part
def total(points: Floats, side: int) -> float:
    """The base points of a side."""
    points_ = 0.0
    for group in range(points.shape[1]):
        points_ += points[side, group]
    return points_


@part
def strength(g: GroundArrays, side: int) -> float:
    """The effective points of a side ashore."""
    effective = 0.0
    for group in range(g.ashore.shape[1]):
        effective += g.ashore[side, group] * g.worth[side, group]
    return effective * g.rules[1] if side == DEFENDER else effective


@kernel
def land(g: GroundArrays) -> None:
    """Land the base points that craft can carry in a round, one group after the other."""
    left = g.rules[0]
    for group in range(g.aboard.shape[1]):
        landed = min(left, g.aboard[ATTACKER, group])
        g.aboard[ATTACKER, group] -= landed
        g.ashore[ATTACKER, group] += landed
        left -= landed


@part
def remove_points(g: GroundArrays, side: int, effective: float, loss: float) -> None:
    """Remove effective points from a side, from its groups in proportion."""
    share = max(0.0, 1.0 - loss / effective) if effective > 0.0 else 0.0
    for group in range(g.ashore.shape[1]):
        g.ashore[side, group] *= share


@kernel
def fight_round(g: GroundArrays, number: int) -> None:
    """Fight one round after the landing."""
    mine, theirs = strength(g, ATTACKER), strength(g, DEFENDER)
    my_die = 1 + np.int64(below_narrow(g.source, SIX))
    their_die = 1 + np.int64(below_narrow(g.source, SIX))
    remove_points(g, DEFENDER, theirs, mine * my_die / 100.0)
    remove_points(g, ATTACKER, mine, theirs * their_die / 100.0)
    if number < len(g.record):
        g.record[number, 0] = my_die
        g.record[number, 1] = their_die
        g.record[number, 2] = total(g.ashore, ATTACKER)
        g.record[number, 3] = total(g.ashore, DEFENDER)


@kernel
def winner_of(g: GroundArrays) -> int:
    """The side that holds the planet; -1 while both fight."""
    attacker = total(g.ashore, ATTACKER) + total(g.aboard, ATTACKER)
    defender = total(g.ashore, DEFENDER)
    if attacker < REMOVED:
        return DEFENDER
    return ATTACKER if defender < REMOVED else -1


def _signature() -> Any:
    """The numba types of `fight_for_planets`."""
    import numba

    types: Any = numba.types
    floats, plane = types.float64[:, ::1], types.int64[:, ::1]
    parts = [floats, floats, floats, types.float64[::1], types.uint64[::1], floats]
    ground = types.NamedTuple(parts, GroundArrays)
    return types.void(ground, ground, types.int64, types.uint64, types.uint64, plane, floats)


@entrance(_signature)
def fight_for_planets(
    start: GroundArrays,
    work: GroundArrays,
    rounds: int,
    key: np.uint64,
    first_run: np.uint64,
    totals: Integers,
    left: Floats,
) -> None:
    """Fight len(totals) runs of at most `rounds` rounds; write winners, rounds and points left.

    If both sides are gone at once the defender keeps the planet with one point of its first group.
    """
    g = work
    for run in range(len(totals)):
        open_run(g.source, key, first_run + np.uint64(run))
        for side in range(2):
            for group in range(g.ashore.shape[1]):
                g.ashore[side, group] = start.ashore[side, group]
                g.aboard[side, group] = start.aboard[side, group]
        number, winner = 0, -1
        while winner < 0 and number < rounds:
            count_steps(g.ashore.shape[1])
            land(g)
            winner = winner_of(g)
            if winner >= 0:
                break
            fight_round(g, number)
            number += 1
            winner = winner_of(g)
            if winner == DEFENDER and total(g.ashore, DEFENDER) < REMOVED:
                for group in range(g.ashore.shape[1]):
                    g.ashore[DEFENDER, group] = 1.0 if group == 0 else 0.0
        totals[run, WINNER] = winner
        totals[run, ROUNDS] = number
        totals[run, STRIKES] = number
        totals[run, WORDS] = np.int64(g.source[DRAWN])
        left[run, ATTACKER] = total(g.ashore, ATTACKER) + total(g.aboard, ATTACKER)
        left[run, DEFENDER] = total(g.ashore, DEFENDER)
