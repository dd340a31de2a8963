"""The battle kernels: bit for bit the plain reference, and the same for any number of runs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.combat import battle_key
from horizons_core.kernels.jit import ExecutionMode, only
from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.far_horizons import battle_reference
from tests.variants.far_horizons.battle_questions import QUESTIONS, RULES
from tests.variants.far_horizons.battle_reference import Reference
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_once, fight_runs
from variants.far_horizons.battle.model import FighterKind
from variants.far_horizons.combat import Resolver

keys = st.integers(0, 2**64 - 1)


@pytest.fixture(params=[(name, rules) for name in QUESTIONS for rules in RULES], ids="-".join)
def battle(request):
    name, rules = request.param
    return Resolver(RULES[rules]).battle(QUESTIONS[name])


@pytest.mark.rule(
    "FH-TARGET-001", "FH-TARGET-004", "FH-AGE-005", "FH-SUMMARY-004", "FH-SUMMARY-005",
    "FH-SURPRISE-001", "FH-SURPRISE-002", "FH-HIDESHIP-003", "FH-HIDESHIP-004", "FH-HIJACK-003",
    "FH-HIJACK-005", "FH-WITHDRAW-005", "FH-WITHDRAW-006", "FH-WITHDRAW-007", "FH-WITHDRAW-010",
    "FH-FM-002", "FH-FM-003", "FH-FM-005", "FH-FM-007", "FH-FJ-002",
    # strengths and shields: the kernel's own against those of the plain rules
    "FH-GUN-002", "FH-GUN-003", "FH-GUN-004", "FH-SG-002", "FH-SG-003", "FH-AGE-001", "FH-AGE-007",
    "FH-TR-001", "FH-BAS-006", "FH-PD-003", "FH-PD-004", "FH-FD-007", "FH-HIJACK-002",
    # participants of each stage, and its length
    "FH-BATTLE-007", "FH-BATTLE-010", "FH-ENGAGE-012", "FH-ENGAGE-016", "FH-ENGAGE-018",
    "FH-HIDESHIP-005", "FH-PD-001", "FH-DR-009", "FH-WITHDRAW-008", "FH-FM-006", "FH-SHIP-012",
)  # fmt: skip
def test_the_kernel_fights_as_the_reference(battle):
    for run in range(tries(40)):
        expected = battle_reference.resolve(battle, "same", run)
        assert Resolver().resolve(battle, "same", run) == expected


def everything_of(battle, key):
    """A recorded run with the workspace as it was left, and two that are not recorded."""
    fought, runs = fight_once(battle.field, key, 1), fight_runs(battle.field, key, 2)
    return [array.tolist() for array in (*fought.runs, *fought.work, fought.record, *runs)]


def assert_same_both_ways(battle, key):
    with only(ExecutionMode.INTERPRETED):
        outcome = everything_of(battle, key)
    with only(ExecutionMode.COMPILED):
        assert everything_of(battle, key) == outcome


@st.composite
def sides(draw):
    """A side of a battle at a planet: some ships and perhaps a colony, with any techs."""
    items = st.dictionaries(
        st.sampled_from(["GU1", "GU4", "SG1", "SG3", "FD", "FJ", "FM", "GW", "RM", "CU"]),
        st.integers(1, 9), max_size=3,
    )  # fmt: skip
    ships = [
        {"class": draw(st.sampled_from(["PB", "CT", "DD", "CA", "BC", "TR4"])),
         "count": draw(st.integers(1, 4)), "age": draw(st.integers(0, 40)),
         "cargo": draw(items), "at": draw(st.sampled_from([1, 2]))}
        for _ in range(draw(st.integers(1, 3)))
    ]  # fmt: skip
    techs = {name: draw(st.integers(0, 60)) for name in ("ML", "LS", "GV", "BI")}
    colony = {"planet": 1, "mining": draw(st.integers(1, 90)), "items": {"PD": 50}}
    return {"tech": techs, "ships": ships, "colonies": [colony] * draw(st.integers(0, 1))}


@settings(deadline=None, max_examples=tries(40))
@given(st.lists(sides(), min_size=2, max_size=4), st.sampled_from(sorted(RULES)), keys)
def test_interpreted_and_compiled_any_battle_is_the_same(fleets, rules, key):
    orders = ["ENGAGE 2 1", "ENGAGE 4 1", "ENGAGE 5 1", "ENGAGE 6 1", "WITHDRAW 20 40 60"]
    spec = {name: {**side, "orders": orders} for name, side in zip("ABCD", fleets, strict=False)}
    for name, side in spec.items():
        side["orders"] = [f"ATTACK {other}" for other in spec if other != name] + orders
    assert_same_both_ways(Resolver(RULES[rules]).battle({"sides": spec}), key)


@pytest.mark.rule(
    "FH-BOMB-001",
    "FH-BOMB-002",
    "FH-BOMB-004",
    "FH-GERM-001",
    "FH-GERM-002",
    "FH-GERM-003",
    "FH-GERM-004",
    "FH-GERM-005",
    "FH-GERM-008",
    "FH-SIEGE-001",
    "FH-HIJACK-004",
    "FH-PD-003",
)
def test_money_ruins_and_besiegers_are_those_of_the_reference(battle):
    for run in range(tries(25)):
        reference = Reference(battle, Stream(battle_key(3), run))
        reference.fight()
        runs = fight_once(battle.field, battle_key(3), run).runs
        for side in reference.battle.sides:
            row = runs.sides[0, side.index]
            assert row[at.S_GAINED] == side.gained
            assert row[at.S_LOOT] == reference.looted.get(side.index, 0)
            assert row[at.S_BESIEGING] == reference.besiegers.get(side.index, 0)
        colonies = [fighter for fighter in reference.fighters if fighter.kind is FighterKind.COLONY]
        for row, entry in zip(runs.colonies[0], colonies, strict=True):
            colony = entry.colony
            expected = (colony.mining_base, colony.manufacturing_base, colony.population)
            assert tuple(row[[at.C_MINING, at.C_MANUFACTURING, at.C_POPULATION]]) == expected
            assert (row[at.C_DEFENSES], row[at.C_POPULATED]) == (entry.defenses, colony.populated)
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


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_recorded_battle_is_its_run_of_the_simulation(name):
    battle, runs = Resolver().battle(QUESTIONS[name]), tries(30)
    stats = Resolver().simulate(battle, runs, 5)
    for run in range(runs):
        record = Resolver().resolve(battle, 5, run)
        assert (-1 if record.winner is None else record.winner) == stats.winner[run]
        assert (record.rounds, record.fired) == (stats.rounds[run], stats.shots[run])
        lost = [0] * len(record.sides)
        for unit in record.units:
            lost[unit.side] += unit.destroyed
        assert lost == stats.measures["ships lost"][run].tolist()


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_outcome_does_not_depend_on_threads_or_runs(name):
    battle = Resolver().battle(QUESTIONS[name])
    single = Resolver().simulate(battle, 100, 9)
    double = Resolver().simulate(battle, 100, 9, threads=2)
    fewer = Resolver().simulate(battle, 7, 9)
    assert np.array_equal(single.survivors, double.survivors)
    assert np.array_equal(single.survivors[:7], fewer.survivors)
    for measure, values in single.measures.items():
        assert np.array_equal(values, double.measures[measure]), measure
        assert np.array_equal(values[:7], fewer.measures[measure]), measure
