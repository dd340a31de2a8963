"""Differences between figures: standard errors of shares, means and ages, computed by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from tests.variants.far_horizons.test_battle_parity_cases import MEASURED
from tools.far_horizons_battle_parity.cases import ParityCase, spec_of
from tools.far_horizons_battle_parity.statistics import rows
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_runs
from variants.far_horizons.combat import Resolver
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

RUNS = 400


def figures(results, fill):
    """The rows of the case with these results, by name; `fill` sets the columns of 400 runs."""
    battle = Resolver(ENGINE_1999_BATTLES).battle(spec_of(MEASURED))
    runs = fight_runs(battle.field, 1, 1)
    runs = type(runs)(*(np.repeat(table * 0, RUNS, axis=0) for table in runs))
    fill(runs)
    case = ParityCase("x", ("A", "B"), battle, {"runs": 900, **results})
    return {row.name: row for row in rows(case, runs)}


def set_rounds(runs):
    runs.totals[:100, at.T_ROUNDS] = 4
    runs.totals[100:, at.T_ROUNDS] = 2


def test_a_mean_is_apart_by_its_own_error_and_that_of_the_engine():
    rounds = figures({"rounds": {"mean": 2.4, "sd": 0.9}}, set_rounds)["rounds"]
    error = sqrt(0.9**2 / 900 + 0.75 / 400)
    assert (rounds.engine, rounds.ours) == (2.4, 2.5)
    assert rounds.errors == pytest.approx((0.1 - 0.5e-4) / error)
    assert rounds.agrees


def test_without_a_deviation_of_theirs_ours_stands_for_it():
    rounds = figures({"rounds": {"mean": 2.0}}, set_rounds)["rounds"]
    assert rounds.errors == pytest.approx((0.5 - 0.5e-4) / sqrt(0.75 / 900 + 0.75 / 400))
    assert not rounds.agrees


def test_a_share_is_apart_by_the_errors_of_shares():
    result = figures({"rounds": {"shares": {4: 0.2, 2: 0.75}}}, set_rounds)
    pooled = (0.2 * 900 + 100) / 1300
    error = max(sqrt(0.2 * 0.8 / 900 + 0.25 * 0.75 / 400),
                sqrt(pooled * (1 - pooled) * (1 / 900 + 1 / 400)))  # fmt: skip
    assert result["rounds = 4"].ours == 0.25
    assert result["rounds = 4"].errors == pytest.approx((0.05 - 0.5e-4) / error)
    assert result["rounds = 2"].errors == 0


def test_what_hardly_ever_happens_is_compared_by_its_share_only():
    def one_in_two_hundred(runs):
        runs.totals[:2, at.T_ROUNDS] = 9

    expected = {"rounds": {"mean": 0.065, "sd": 0.7, "share_all_gone": 0.995}}
    result = figures(expected, one_in_two_hundred)
    assert list(result) == ["rounds: all gone"]
    assert result["rounds: all gone"].errors == 0
    expected["rounds"]["mean"] = 0.5
    assert not figures(expected, one_in_two_hundred)["rounds"].agrees


def test_what_happens_with_us_only_is_compared():
    result = figures({"rounds": {"mean": 0.01, "sd": 0.3}}, set_rounds)
    assert not result["rounds"].agrees


@pytest.mark.parametrize(
    ("name", "share"),
    [("AB", 0.5), ("A+B", 0.5), ("A and B", 0.5), ("A", 0.25), ("B", 0.2), ("nobody", 0.05)],
)
def test_who_is_left_is_said_by_letters(name, share):
    def left(runs):
        runs.sides[:300, 0, at.S_DEFENSES] = 1
        runs.sides[100:380, 1, at.S_LEFT] = 2
        runs.sides[:, 0, at.S_DEFENSES][:100] = 5

    result = figures({"left_on_the_field": {name: share}}, left)
    assert result[f"left on the field: {name}"].ours == share


def test_a_share_that_never_comes_is_beyond_if_it_should():
    result = figures({"left_on_the_field": {"A": 1.0}}, lambda runs: None)
    pooled = 900 / 1300
    error = sqrt(pooled * (1 - pooled) * (1 / 900 + 1 / 400))
    assert result["left on the field: A"].errors == pytest.approx((1 - 0.5e-4) / error)


def test_ages_are_a_ratio_of_sums():
    def some_ships(runs):
        runs.sides[:100, 1, at.S_LEFT] = runs.sides[:100, 1, at.S_ALIVE] = 1
        runs.sides[:50, 1, at.S_AGES] = runs.sides[:50, 1, at.S_AGES_HERE] = 10

    expected = {"sides": {"B": {"age_of_survivors": {"mean": 5.5, "ships_counted": 225}}}}
    compared = figures(expected, some_ships)["B age of survivors"]
    spread = (100 * 25 / 400) / 0.25**2
    assert (compared.engine, compared.ours) == (5.5, 5.0)
    assert compared.errors == pytest.approx((0.5 - 0.5e-4) / sqrt(spread / 400 + spread / 900))


@pytest.mark.parametrize(("ships", "compared"), [(49, False), (50, True)])
def test_the_age_of_a_handful_of_ships_is_not_compared(ships, compared):
    def a_few(runs):
        runs.sides[:ships, 1, at.S_LEFT] = runs.sides[:ships, 1, at.S_ALIVE] = 1

    expected = {"sides": {"B": {"age_of_survivors": {"mean": 0.0, "ships_counted": 100}}}}
    assert ("B age of survivors" in figures(expected, a_few)) == compared


def test_ages_of_those_that_left_count_if_the_engine_counted_them():
    def half_left(runs):
        runs.sides[:, 1, at.S_ALIVE] = 2
        runs.sides[:, 1, at.S_LEFT] = 1
        runs.sides[:, 1, at.S_AGES], runs.sides[:, 1, at.S_AGES_HERE] = 40, 10

    for counted, mean in ((900, 10.0), (1800, 20.0)):
        figure = {"age_of_survivors": {"mean": mean, "ships_counted": counted}}
        assert figures({"sides": {"B": figure}}, half_left)["B age of survivors"].ours == mean


def test_an_age_is_no_count_of_ships():
    assert figures({"sides": {"B": {"age_of_withdrawn": {"mean": 9.0}}}}, lambda runs: None) == {}


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("transports_surviving_in_place", at.S_TRANSPORTS),
        ("ships_surviving_in_place", at.S_LEFT),
        ("ships_lost", at.S_DESTROYED),
        ("ships_lost", at.S_CAPTURED),
        ("ships_withdrawn", at.S_WITHDREW),
        ("ships_forced_to_jump", at.S_FORCED),
        ("planetary_defences_left", at.S_DEFENSES),
        ("treasury_gain", at.S_GAINED),
        ("besieging_ships", at.S_BESIEGING),
        ("loot", at.S_LOOT),
    ],
)
def test_a_figure_of_a_side_is_a_column_of_its_outcome(name, column):
    def some(runs):
        runs.sides[:100, 1, column] = 3

    figure = {name: {"mean": 0.7, "sd": 1.3}}
    result = figures({"sides": {"B": figure}}, some)
    assert result[f"B {name}"].ours == 0.75
    assert not figures({"sides": {"B": figure}}, lambda runs: None)[f"B {name}"].agrees


def test_ruins_are_those_of_the_runs_with_a_bombardment():
    def bombs(runs):
        runs.colonies[:40, 0, at.C_BOMBED] = 7
        runs.colonies[:20, 0, at.C_MINING] = 60
        runs.colonies[20:40, 0, at.C_MINING] = 80
        runs.colonies[40:, 0, at.C_MINING] = 100
        runs.colonies[:, 0, at.C_MANUFACTURING] = 25
        runs.colonies[:, 0, at.C_POPULATION] = 3
        runs.colonies[:, 0, at.C_DEFENSES] = 4

    means = {"mining_base": 7.0, "manufacturing_base": 2.5, "available_population": 3.0,
             "planetary_defences": 4.0}  # fmt: skip
    figure = {name: {"mean": mean, "sd": 1.5} for name, mean in means.items()} | {"runs": 90}
    result = figures({"sides": {"A": {"after_bombardment": figure}}}, bombs)
    for name, mean in means.items():
        row = result[f"A {name} after bombardment"]
        assert (row.engine, row.ours, row.errors) == (mean, mean, 0)
    assert len(result) == len(means)
