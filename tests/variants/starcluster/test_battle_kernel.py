"""The kernel agrees with the reference bit for bit, and one run with its place among many."""

from __future__ import annotations

import numpy as np
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.starcluster.battles import RESOLVER, battles
from tests.variants.starcluster.reference import Reference
from variants.starcluster.battle.fights import fight_once, fight_runs
from variants.starcluster.battle.kernels import protocol as at

#: Without shrinking, which takes minutes here and finds nothing simpler.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
KEYS = st.integers(0, 2**64 - 1)


@settings(max_examples=tries(60), deadline=None, phases=PHASES)
@given(battle=battles(), key=KEYS, run=st.integers(0, 1_000))
def test_the_kernel_fights_as_the_reference_does(battle, key, run):
    fought = fight_once(battle, RESOLVER.numbers, key, run)
    stream = Stream(key, run)
    reference = Reference(battle, stream).fight()

    totals = [reference.winner, reference.round, reference.strikes, stream.drawn]
    assert fought.totals.tolist() == totals
    rows = {row[at.INDEX]: row for row in fought.arena.units.tolist()}
    ships = [*reference.one.given, *reference.two.given]
    for index, ship in enumerate(ships):
        row = rows[index]
        assert row[at.STATUS] == ship.status
        assert (row[at.USED], row[at.ORDNANCE_USED]) == (ship.used, ship.ordnance_used)
        left = fought.arena.worth[row[at.FIRST] : row[at.END], at.LEFT].tolist()
        assert left == [part.left for part in ship.rows]
    lost = [reference.one.lost, reference.two.lost]
    assert fought.arena.amounts[:, at.LOST].tolist() == lost


@settings(max_examples=tries(10), deadline=None, phases=PHASES)
@given(battle=battles(), key=KEYS)
def test_a_run_is_the_same_alone_and_among_others(battle, key):
    runs = fight_runs(battle, RESOLVER.numbers, key, 5)
    for run in (0, 4):
        alone = fight_once(battle, RESOLVER.numbers, key, run)
        assert np.array_equal(runs.totals[run], alone.totals)


@settings(max_examples=tries(5), deadline=None, phases=PHASES)
@given(battle=battles(), key=KEYS)
def test_threads_change_nothing(battle, key):
    single, double = (fight_runs(battle, RESOLVER.numbers, key, 40, threads=n) for n in (1, 2))
    assert np.array_equal(single.totals, double.totals)
    assert np.array_equal(single.by_side, double.by_side)
