"""Luck is actual less expected: mean 0, spread 1, and none without dice."""

from __future__ import annotations

import math
from statistics import fmean, pvariance, stdev

import pytest

import horizons_core as hz
from horizons_core.combat import Battle, BattleStatistics, battle_key
from horizons_core.luck import RUNS, WON, Luck, luck, luck_of, totals
from horizons_core.turn import FoughtBattle

SIDES = {
    "Red": [{"count": 2, "hull": 2, "thrusters": 1, "weapons": 1}],
    "Blue": [{"count": 2, "hull": 1, "weapons": 1}],
}


@pytest.fixture(scope="module")
def resolver():
    return hz.load_variant("event_horizon").combat


@pytest.fixture(scope="module")
def duel(resolver):
    return resolver.battle({"sides": SIDES})


def by_name(lucks):
    return {(entry.measure, entry.side): entry for entry in lucks}


@pytest.mark.parametrize("run", [0, 3])
def test_luck_is_what_came_of_the_battle_less_the_mean_of_others(resolver, duel, run):
    record = resolver.resolve(duel, "any", run)
    left = [sum(unit.left for unit in record.units if unit.side == side) for side in (0, 1)]
    by_side = by_name(luck(resolver, duel, "any", run, runs=500))
    simulated = resolver.simulate(duel, 20_000, "others").measures["ships left"]
    for side, name in enumerate(duel.sides):
        side_luck = by_side["ships left", name]
        assert side_luck.actual == left[side]
        assert side_luck.amount == side_luck.actual - side_luck.mean
        assert side_luck.z == side_luck.amount / side_luck.deviation
        assert side_luck.runs == 500
        error = side_luck.deviation / math.sqrt(500)
        assert side_luck.mean == pytest.approx(simulated[:, side].mean(), abs=4 * error)
        assert side_luck.deviation == pytest.approx(simulated[:, side].std(), rel=0.2)
        assert by_side[WON, name].actual == (record.winner == side)


def test_over_many_battles_luck_is_0_and_its_spread_1(resolver, duel):
    battles = [by_name(luck(resolver, duel, f"battle {n}", runs=300)) for n in range(400)]
    for name in duel.sides:
        for measure in (WON, "ships left", "components lost"):
            z = [by_side[measure, name].z for by_side in battles]
            assert abs(fmean(z)) < 3 / math.sqrt(len(z))
            assert pvariance(z) == pytest.approx(1, abs=0.25)
            together = totals(by_side[measure, name] for by_side in battles)[0]
            assert together.battles == 400
            assert abs(together.z) < 3


def test_the_luck_of_all_sides_in_winning_adds_up_to_nothing(resolver, duel):
    for n in range(20):
        by_side = by_name(luck(resolver, duel, n, runs=50))
        assert math.fsum(by_side[WON, side].amount for side in duel.sides) == pytest.approx(0)


def test_what_is_expected_has_dice_of_its_own(resolver, duel):
    """They differ from the battle's dice, which would hide its luck, and those of other runs."""
    keys = []

    class Watched:
        def simulate(self, battle, runs, key, threads=1):
            keys.append(battle_key(key))
            return resolver.simulate(battle, runs, key, threads)

    luck(Watched(), duel, 5, runs=2)
    luck(Watched(), duel, 5, 1, runs=2)
    assert keys[0] == keys[2] == 5
    assert len({5, keys[1], keys[3]}) == 3


def test_the_same_battle_has_the_same_luck_with_any_threads(resolver, duel):
    assert luck(resolver, duel, 5, runs=64) == luck(resolver, duel, 5, runs=64, threads=2)


class Parade:
    """A battle without shots or a winner for three sides; 0.1 is no binary fraction."""

    def simulate(self, battle, runs, key, threads=1):
        import numpy as np

        none = np.zeros(runs, np.int64)
        value = np.full((runs, len(battle.sides)), 0.1)
        return BattleStatistics(battle.sides, none - 1, none, none, {"shown": value})


def test_a_battle_without_dice_has_no_luck():
    for side_luck in luck(Parade(), Battle(("a", "b", "c")), 1):
        assert (side_luck.amount, side_luck.deviation, side_luck.z) == (0, 0, None)
        assert side_luck.runs == RUNS == 2_000
        assert side_luck.actual == (1 / 3 if side_luck.measure == WON else 0.1)


class Ladder:
    """Run i of a battle leaves its only side i + 1 ships; dice have no effect."""

    def simulate(self, battle, runs, key, threads=1):
        import numpy as np

        ships = np.arange(1, runs + 1)
        return BattleStatistics(battle.sides, ships * 0, ships, ships, {"left": ships[:, None]})


def test_mean_and_deviation_are_those_of_a_sample():
    won, left = luck(Ladder(), Battle(("a",)), 1, run=6, runs=4)
    assert (left.actual, left.mean, left.deviation) == (7, 2.5, stdev([1, 2, 3, 4]))
    assert (won.actual, won.mean, won.deviation) == (1, 1, 0)


def test_empires_of_one_side_have_its_luck_each(resolver, duel):
    fought = FoughtBattle("combat", "1,1", duel, battle_key("any"), (("A", "B"), ("C",)))
    by_empire, sides = (
        by_name(luck_of(fought, resolver, runs=50)),
        by_name(luck(resolver, duel, "any", runs=50)),
    )
    assert {side for _, side in by_empire} == {"A", "B", "C"}
    for (measure, side), empire_luck in by_empire.items():
        same = sides[measure, "Blue" if side == "C" else "Red"]
        assert empire_luck.to_dict() == {**same.to_dict(), "side": side}


def test_sums_add_amounts_and_squares_of_deviations():
    first = Luck("Ada", "ships", 3, 1.0, 3.0, runs=100)
    other = Luck("Ada", "ships", 1, 2.0, 4.0, runs=200)
    brin = Luck("Brin", "ships", 0, 0.5, 0.5, runs=100)
    assert totals([first, brin, other]) == (
        Luck("Ada", "ships", 4, 3.0, 5.0, runs=100, battles=2),
        brin,
    )
    assert totals([*totals([first, other]), first])[0].battles == 3
    assert totals([]) == ()


@pytest.mark.parametrize(("run", "runs"), [(-1, 10), (0, 1)])
def test_a_mean_of_nothing_is_refused(resolver, duel, run, runs):
    with pytest.raises(ValueError, match="2 or more runs"):
        luck(resolver, duel, 1, run, runs=runs)


def test_luck_converts_to_plain_data():
    ships_luck = Luck("Ada", "ships", 3, 1.0, 4.0, runs=100)
    assert ships_luck.to_dict() == {
        "side": "Ada", "measure": "ships", "actual": 3, "expected": 1.0, "luck": 2.0,
        "deviation": 4.0, "z": 0.5, "battles": 1,
    }  # fmt: skip


def test_a_battle_is_fought_up_to_its_run_with_the_given_threads():
    calls = []

    class Watched(Ladder):
        def simulate(self, battle, runs, key, threads=1):
            calls.append((runs, threads))
            return super().simulate(battle, runs, key, threads)

    luck(Watched(), Battle(("a",)), 1, 6, runs=4, threads=3)
    luck(Watched(), Battle(("a",)), 1)
    fought = FoughtBattle("combat", "1,1", Battle(("a",)), battle_key(1), (("A",),))
    luck_of(fought, Watched(), runs=4, threads=3)
    luck_of(fought, Watched())
    assert calls == [(7, 3), (4, 3), (1, 1), (2_000, 1), (1, 3), (4, 3), (1, 1), (2_000, 1)]


def test_sides_come_in_the_order_in_which_they_appear_measure_by_measure():
    brin, ada = (Luck(name, "ships", 1, 1.0, 1.0, runs=9) for name in ("Brin", "Ada"))
    hulls = Luck("Ada", "hulls", 2, 1.0, 1.0, runs=9)
    assert totals([hulls, brin, ada]) == (hulls, ada, brin)
