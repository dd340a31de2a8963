"""Properties of battles, from many thousand runs each, and the rulebook's worked numbers."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.kernels.jit import compiled
from tests.effort import tries
from tests.variants.far_horizons.battle_questions import QUESTIONS
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import (
    ORDINARY,
    fifty_by,
    hundredth,
    inverse_of,
    is_hit,
    power_of,
)
from variants.far_horizons.battle.kernels.fights import fight_once, fight_runs
from variants.far_horizons.battle.model import FighterState
from variants.far_horizons.combat import Resolver
from variants.far_horizons.formulas import power
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

CLASSES = ("CT", "FF", "DD", "CL", "CA", "BC", "TR4")
ships = st.fixed_dictionaries(
    {
        "class": st.sampled_from(CLASSES),
        "count": st.integers(1, 6),
        "age": st.integers(0, 30),
    }
)
fleets = st.fixed_dictionaries(
    {
        "tech": st.fixed_dictionaries({"ML": st.integers(5, 30), "LS": st.integers(1, 30)}),
        "ships": st.lists(ships, min_size=1, max_size=3),
    }
)


def share_of_wins(fleet, other, runs: int, key: int) -> float:
    battle = Resolver().battle({"sides": {"One": fleet, "Other": other}})
    return Resolver().simulate(battle, runs, key).wins("One") / runs


def never_lowers(before, after, other) -> bool:
    """A sequential test: an apparent loss must persist with ever more runs."""
    for step, runs in enumerate((2_000, 8_000, 32_000)):
        worse = share_of_wins(before, other, runs, step)
        better = share_of_wins(after, other, runs, 100 + step)
        error = (max(worse * (1 - worse), 1 / runs) * 2 / runs) ** 0.5
        if better >= worse - 3.5 * error:
            return True
    return False


@settings(max_examples=tries(30), deadline=None)
@given(fleets, fleets, st.data())
def test_one_more_ship_never_lowers_the_chance_to_hold_the_field(fleet, other, data):
    more = copy.deepcopy(fleet)
    data.draw(st.sampled_from(more["ships"]))["count"] += 1
    assert never_lowers(fleet, more, other)


@settings(max_examples=tries(20), deadline=None)
@given(fleets, fleets, st.sampled_from(["ML", "LS"]))
def test_higher_levels_never_lower_it(fleet, other, tech):
    more = copy.deepcopy(fleet)
    more["tech"][tech] += 5
    assert never_lowers(fleet, more, other)


@settings(max_examples=tries(20), deadline=None)
@given(fleets, fleets)
def test_younger_ships_never_lower_it(fleet, other):
    younger = copy.deepcopy(fleet)
    for each in younger["ships"]:
        each["age"] = max(each["age"] - 6, 0)
    assert never_lowers(fleet, younger, other)


@settings(max_examples=tries(20), deadline=None)
@given(fleets, fleets, st.sampled_from(["SG2", "GU2"]))
def test_shields_and_guns_never_lower_it(fleet, other, unit):
    better = copy.deepcopy(fleet)
    for each in better["ships"]:
        each["cargo"] = {unit: 2}
    assert never_lowers(fleet, better, other)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_ship_is_somewhere_once_and_nothing_comes_from_nothing(name):
    for rules in (BattleRules(), ENGINE_1999_BATTLES):
        battle = Resolver(rules).battle(QUESTIONS[name])
        fought = fight_runs(battle.field, 8, 300)
        ships = battle.field.units[battle.field.units[:, at.KIND] != at.COLONY]
        for side in range(len(battle.field.sides)):
            row = fought.sides[:, side]
            everywhere = (at.S_LEFT, at.S_DESTROYED, at.S_CAPTURED, at.S_WITHDREW, at.S_FORCED)
            count = (ships[:, at.SIDE] == side).sum()
            assert (sum(row[:, column] for column in everywhere) == count).all()
            assert (row[:, at.S_AGES] <= 49 * row[:, at.S_ALIVE]).all()
        for run in range(30):
            _balances(battle, fight_once(battle.field, 8, run).work)


def _balances(battle, work) -> None:
    """Cargo never grows, lost ships have none left, and ages never fall."""
    assert (work.hold >= 0).all()
    assert (work.hold <= battle.field.cargo[:, at.COUNT]).all()
    for number, unit in enumerate(battle.field.units):
        lost = work.cold[number, at.STATE] >= FighterState.DESTROYED
        age = work.hot[at.cell(number, at.AGE)]
        hold = work.hold[unit[at.CARGO_FROM] : unit[at.CARGO_TO]]
        if unit[at.KIND] == at.COLONY:
            assert 0 <= work.cold[number, at.DEFENSES] <= unit[at.DEFENSES_BEFORE]
        else:
            assert age >= unit[at.AGE_BEFORE]
            assert not lost or not hold.any()
            assert lost or age <= 49


@pytest.mark.rule("FH-ENGAGE-016")
@pytest.mark.parametrize(("defender", "rounds"), [(15, 5), (12, 2), (10, 1), (4, 1)])
def test_a_better_defender_keeps_the_attacker_in_deep_space(defender, rounds):
    battle = Resolver().battle(
        {
            "sides": {
                "A": {"tech": {"ML": 10, "LS": 90}, "ships": [{"class": "BR", "count": 60}],
                      "orders": ["ATTACK B", "ENGAGE 4 2"]},
                "B": {"tech": {"ML": defender, "LS": 90}, "ships": [{"class": "BR", "count": 60}],
                      "colonies": [{"planet": 2, "items": {"PD": 500}, "mining": 1.0}],
                      "orders": ["ENGAGE 1", "ENGAGE 2 2"]},
            }
        }
    )  # fmt: skip
    record = fight_once(battle.field, 1).record
    in_deep_space = record[record[:, at.ROW_STAGE] == 0]
    assert in_deep_space[:, at.ROW_ROUND].max() == rounds
    assert (record[:, at.ROW_STAGE] == 1).any()


@pytest.mark.rule("FH-AGE-005")
def test_age_lowers_the_chance_to_hit():
    """98.17 % is 80.50 % at age 9; in whole percents, 98 is 98 - 17."""
    for chance, age, left in ((98, 9, 81), (50, 10, 40), (75, 0, 75), (75, -1, 76)):
        assert [die for die in range(100) if is_hit(die, chance, age)] == list(range(left))


def test_power_of_small_hulls_is_that_of_the_formula():
    """The table has up to 100; behind it every size is made of a smaller one's, or of 100's."""
    wrong = [tonnage for tonnage in range(1700) if power_of(tonnage) != power(tonnage)]
    assert not wrong


@given(st.integers(0, 60_000))
def test_power_is_that_of_the_formula(tonnage):
    assert power_of(tonnage) == compiled(power_of)(tonnage) == power(tonnage)


@given(st.integers(1, 2 * ORDINARY), st.data())
def test_quotients_are_exact(divisor, data):
    draw = data.draw(st.integers(0, 149))
    for edge in (draw * divisor, (draw + 1) * divisor - 1, draw * divisor + divisor // 2):
        for number in (edge // 50, edge // 50 + 1):
            for form in (fifty_by, compiled(fifty_by)):
                quotient = form(number, divisor, inverse_of(divisor), divisor <= ORDINARY)
                assert quotient == 50 * number // divisor


@given(st.integers(0, 21_474_835))
def test_hundredths_of_ordinary_numbers_are_exact(hundreds):
    for number in (100 * hundreds, 100 * hundreds + 99):
        for form in (hundredth, compiled(hundredth)):
            assert form(number, True) == form(number) == hundreds


def test_a_battle_of_more_units_than_the_engine_could_take_is_fought():
    fleet = {"ships": [{"class": "PB", "count": 1_000}]}
    battle = Resolver(ENGINE_1999_BATTLES).battle({"sides": {"A": fleet, "B": fleet}})
    stats = Resolver().simulate(battle, 20, 3)
    assert np.isin(stats.winner, [0, 1]).all()
    assert (stats.shots > 2_000).all()
