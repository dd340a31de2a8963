"""The battle kernels: bit for bit the plain reference, and the same for any number of runs."""

from __future__ import annotations

import numpy as np
import pytest

from horizons_core.combat import battle_key
from horizons_core.rng import Stream
from tests.variants.far_horizons import battle_reference
from tests.variants.far_horizons.battle_questions import QUESTIONS
from tests.variants.far_horizons.battle_reference import Reference
from variants.far_horizons.battles.kernels import protocol as at
from variants.far_horizons.battles.kernels.fights import fight_once, fight_runs
from variants.far_horizons.battles.model import Kind
from variants.far_horizons.combat import Resolver
from variants.far_horizons.habits import ENGINE_1999, RULEBOOK

HABITS = {"rulebook": RULEBOOK, "engine": ENGINE_1999}


@pytest.fixture(params=[(name, habits) for name in QUESTIONS for habits in HABITS], ids="-".join)
def asked(request):
    name, habits = request.param
    return Resolver(HABITS[habits]).battle(QUESTIONS[name])


def test_the_kernel_fights_as_the_reference(asked):
    for run in range(40):
        expected = battle_reference.resolve(asked, "same", run)
        assert Resolver().resolve(asked, "same", run) == expected


def test_money_ruins_and_besiegers_are_those_of_the_reference(asked):
    for run in range(25):
        reference = Reference(asked, Stream(battle_key(3), run))
        reference.fight()
        runs = fight_once(asked.field, battle_key(3), run).runs
        for side in reference.battle.sides:
            row = runs.sides[0, side.index]
            assert row[at.S_GAINED] == side.gained
            assert row[at.S_LOOT] == reference.looted.get(side.index, 0)
            assert row[at.S_BESIEGING] == reference.besiegers.get(side.index, 0)
        colonies = [one for one in reference.fighters if one.kind is Kind.COLONY]
        for row, one in zip(runs.colonies[0], colonies, strict=True):
            colony = one.colony
            expected = (colony.mining_base, colony.manufacturing_base, colony.population)
            assert tuple(row[[at.C_MINING, at.C_MANUFACTURING, at.C_POPULATION]]) == expected
            assert (row[at.C_DEFENSES], row[at.C_POPULATED]) == (one.defenses, colony.populated)
        assert runs.totals[0, at.T_HITS] == reference.hits


HAPPENS = {
    "three sides and a planet": ("mining", lambda runs: runs.colonies[:, 0, at.C_MINING] < 400),
    "surprise, reserves and a hidden colony": (
        "siege", lambda runs: runs.sides[:, 0, at.S_BESIEGING] > 0),
    "forced jumps": ("forced", lambda runs: runs.sides[:, 1, at.S_FORCED] > 0),
    "hijacking": ("money", lambda runs: runs.sides[:, 0, at.S_GAINED] > 0),
    "germs": ("loot", lambda runs: runs.sides[:, 0, at.S_LOOT] > 0),
    "mixed fleets": ("flight", lambda runs: runs.sides[:, 1, at.S_WITHDREW] > 0),
}  # fmt: skip


@pytest.mark.parametrize("name", HAPPENS)
def test_what_a_battle_is_there_for_happens_in_it_but_not_always(name):
    _, happened = HAPPENS[name]
    runs = fight_runs(Resolver().battle(QUESTIONS[name]).field, 4, 2_000)
    assert 0.02 < happened(runs).mean() <= 1


def test_a_recorded_battle_is_its_run_of_the_simulation(asked):
    stats = Resolver().simulate(asked, 30, 5)
    for run in range(30):
        record = Resolver().resolve(asked, 5, run)
        assert (-1 if record.winner is None else record.winner) == stats.winner[run]
        assert (record.rounds, record.fired) == (stats.rounds[run], stats.shots[run])
        lost = [0] * len(record.sides)
        for unit in record.units:
            lost[unit.side] += unit.destroyed
        assert lost == stats.measures["ships lost"][run].tolist()


def test_the_outcome_does_not_depend_on_threads_or_runs(asked):
    one = Resolver().simulate(asked, 300, 9)
    two = Resolver().simulate(asked, 300, 9, threads=2)
    fewer = Resolver().simulate(asked, 7, 9)
    assert np.array_equal(one.survivors, two.survivors)
    assert np.array_equal(one.survivors[:7], fewer.survivors)
    for name, values in one.measures.items():
        assert np.array_equal(values, two.measures[name]), name
        assert np.array_equal(values[:7], fewer.measures[name]), name
