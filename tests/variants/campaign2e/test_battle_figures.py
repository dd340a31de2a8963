"""Figures of the tabletop game, and reference battles for the implementation."""

from __future__ import annotations

import numpy as np
import pytest

from horizons_core.kernels.battles import room_like
from horizons_core.rules import catalogue
from tests.variants.campaign2e.reference_battles import BATTLES, battle_of
from variants.campaign2e.battle.arrays import arena_of
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.damage import check, hurt
from variants.campaign2e.battle.kernels.flights import kills_of_beam, kills_of_pds
from variants.campaign2e.battle.kernels.gunnery import bearing, rerolled, to_hit
from variants.campaign2e.battle.kernels.movement import gets_away
from variants.campaign2e.battle.spec import read_spec
from variants.campaign2e.combat import Resolver

RULES = catalogue("campaign2e", "variants.campaign2e")
RESOLVER = Resolver()
THROWS = 12_000
RUNS = 2_000


def arena(*designs, **designed):
    """The ships of one design a side, as a battle between them begins."""
    words = {f"own {name}": text for name, text in designed.items()}
    entries = [{"design": name} for name in (*designs, *words)]
    spec = {"sides": {"a": entries[:1], "b": entries[1:] or entries}, "designs": words}
    return arena_of(read_spec(spec, RESOLVER.defaults), RESOLVER.numbers)


def runs(start, count):
    """Return this many arenas that differ only in their dice."""
    for seed in range(count):
        work = room_like(start, start.record)
        work.source[0] = seed
        yield work


def mean(throw, throws=THROWS):
    return sum(throw() for _ in range(throws)) / throws


def beam_damage(a, screens):
    """The damage of a beam die, as `gunnery.fire` reads it."""
    thrown = at.die(a)
    if thrown < 4:
        return 0
    plain = (thrown > 4) + (thrown == 4 and screens == 0) + (thrown == 6 and screens < 2)
    return plain + (rerolled(a) if thrown == 6 else 0)


@pytest.mark.parametrize(("screens", "expected"), [(0, 0.8), (1, 0.633), (2, 0.467)])
def test_the_mean_damage_of_a_beam_die(screens, expected):
    a = arena("CH")
    assert mean(lambda: beam_damage(a, screens)) == pytest.approx(expected, abs=0.04)


def test_the_mean_kills_of_point_defence():
    a = arena("CH")
    assert mean(lambda: kills_of_pds(a, at.NOT)) == pytest.approx(0.8, abs=0.04)
    assert mean(lambda: kills_of_beam(a)) == pytest.approx(0.4, abs=0.03)


def test_the_number_that_hits_of_a_pulse_torpedo():
    assert [to_hit(mu) for mu in (6, 7, 12, 18, 24, 30, 31)] == [2, 3, 3, 4, 5, 6, 7]


def test_the_numbers_that_bear():
    assert [bearing(arcs, 0) for arcs in range(1, 7)] == [3, 4, 5, 6, 6, 6]
    assert [bearing(arcs, 1) for arcs in range(1, 7)] == [0, 0, 2, 3, 3, 6]


TWENTY = "TYPE CH MASS 90 HULL 27 ARMOUR 0 THRUST 4 FTL WITH PDS x20"


@pytest.mark.parametrize(
    ("row", "systems", "core"), [(1, 3.33, 0), (2, 6.67, 1 / 6), (3, 10, 1 / 3)]
)
def test_what_threshold_checks_take(row, systems, core):
    lost, bridges, count = 0, 0, 1_000
    for a in runs(arena("CH", Twenty=TWENTY), count):
        check(a, 1, 7 - row)
        lost += systems_lost(a, 1)
        bridges += int(a.ships[1, at.BRIDGE] == at.LOST)
    assert lost / count == pytest.approx(systems, abs=0.25)
    assert bridges / count == pytest.approx(core, abs=0.05)


def systems_lost(a, ship):
    return int((a.systems[a.ships[ship, at.FIRST] :, at.STATE] == at.LOST).sum())


TWELVE = "TYPE DH MASS 50 HULL 12 ARMOUR {} THRUST 4 FTL WITH PDS x9"


def test_several_rows_at_once_are_one_check_at_the_last_with_one_more_for_each():
    """Damage of 7 on rows of 3 ends two rows: systems are lost on 4 and more, half of them."""
    lost, count = 0, 600
    for a in runs(arena("CH", Twelve=TWELVE.format(0)), count):
        hurt(a, 0, at.BY_GUNS, 1, 7, 0, 0, 0)
        assert a.ships[1, at.HULL] == 5
        lost += systems_lost(a, 1)
    assert lost / count / 9 == pytest.approx(0.5, abs=0.03)


def test_half_of_a_semi_piercing_hit_falls_on_armour_while_it_lasts():
    a = arena("CH", Twelve=TWELVE.format(3))
    hurt(a, 0, at.BY_MISSILES, 1, 0, 4, 7, 0)
    assert (a.ships[1, at.ARMOUR], a.ships[1, at.HULL]) == (0, 8)


@pytest.mark.rule("C2E-11.3.3-02", "C2E-3.7-03", "C2E-3.6-07")
@pytest.mark.parametrize(
    ("state", "share"),
    [
        ({}, 1 / 6),
        ({"second_hand": [f"pds_{n}" for n in range(1, 21)]}, 2 / 6),
        ({"weaponry_unmet": True}, 2 / 6),
        ({"out_of_supply": True}, 2 / 6),
        ({"out_of_supply": True, "weaponry_unmet": True}, 3 / 6),
    ],
)
def test_systems_of_poor_ships_are_lost_more_easily(state, share):
    spec = {"sides": {"a": [{"design": "CH"}], "b": [{"design": TWENTY, **state}]}}
    start, lost = arena_of(read_spec(spec, RESOLVER.defaults), RESOLVER.numbers), 0
    for a in runs(start, 200):
        check(a, 1, 6)
        lost += systems_lost(a, 1)
    assert lost / 4_000 == pytest.approx(share, abs=0.03)


@pytest.mark.rule("C2E-18.3-02", "C2E-18.3-03")
@pytest.mark.parametrize("example", RULES.examples("C2E-18.3-02"), ids=str)
def test_whether_a_force_gets_away(example):
    inputs = example.given
    a = arena("CH", "CH")
    a.table[at.RANGE], a.sides[0, at.RUNNING] = 100, 1
    a.sides[:, at.SPEED] = inputs["closing_speed"], 0
    for ship, role in enumerate(("runner", "pursuer")):
        a.ships[ship, at.THRUST] = inputs[f"{role}_thrust"]
    drawn = int(a.source[2])
    away = gets_away(a, 0, 1)
    rolled = int(a.source[2]) > drawn
    assert ("roll" if rolled else "away" if away else "pursuit") == example.expect["result"]


@pytest.mark.rule("C2E-18.3-01")
@pytest.mark.parametrize("example", RULES.examples("C2E-18.3-01"), ids=str)
def test_a_force_must_be_out_of_weapons_range(example):
    highest = example.given.get("highest_working_beam_class", 0)
    beams = f"B{highest}/{6 if highest == 1 else 1}, " if highest else "PT/1, "
    words = f"TYPE SDN MASS 200 HULL 27 ARMOUR 0 THRUST 1 FTL WITH {beams}FC"
    reach = example.expect["range_inches"]
    a = arena("CH", Enemy=words)
    a.sides[0, at.RUNNING], a.sides[0, at.SPEED] = 1, -9
    for distance, away in ((reach, False), (reach + 1, True)):
        a.table[at.RANGE] = distance
        assert distance == 0 or gets_away(a, 0, 1) == away


@pytest.mark.rule("C2E-14.1-02")
@pytest.mark.parametrize("case", BATTLES, ids=str)
def test_battles_go_as_they_went_elsewhere(case):
    fought = RESOLVER.simulate(battle_of(case), RUNS, 1)
    rates = [np.mean(fought.winner == side) for side in (0, 1, -1)]
    assert rates == pytest.approx(case.rates, abs=0.10)
    assert fought.rounds.mean() == pytest.approx(case.turns, abs=1.5)
    assert fought.rounds.max() <= 40


@pytest.mark.rule("C2E-14.1-02")
@pytest.mark.parametrize("example", RULES.examples("C2E-14.1-02"), ids=str)
def test_the_rulebook_s_battles(example):
    expect = example.expect
    cruisers = {"sides": {"a": [{"design": "CH", "count": 2}], "b": [{"design": "CH"}]}}
    battle = battle_of(BATTLES[-1]) if example.given.get("sides") == ["F", "F"] else None
    fought = RESOLVER.simulate(battle or RESOLVER.battle(cruisers), RUNS, 2)
    first, second = fought.wins(0) / RUNS, fought.wins(1) / RUNS
    if "stronger_wins_at_least" in expect:
        assert first >= expect["stronger_wins_at_least"]
        assert second <= expect["weaker_wins_at_most"]
    elif "difference_of_win_rates_at_most" in expect:
        assert abs(first - second) <= expect["difference_of_win_rates_at_most"]
    else:
        assert fought.rounds.max() <= example.given["max_tactical_turns"]
