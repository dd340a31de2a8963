"""Properties of battles: advantages, balances, and the rules of leaving."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rules import catalogue
from tests.effort import tries
from tests.variants.campaign2e.fleets_at_random import battles, keys
from variants.campaign2e.battle.fights import fight_once, outcome_of
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.outcome import STATUSES
from variants.campaign2e.combat import Resolver
from variants.campaign2e.designs.market import market
from variants.campaign2e.model.ships import APART

RULES = catalogue("campaign2e", "variants.campaign2e")
RESOLVER = Resolver()
RUNS = 600
NOISE = 0.08

few = settings(deadline=None, max_examples=tries(15), derandomize=True)
many = settings(deadline=None, max_examples=tries(40))

WARSHIPS = [name for name, design in market().items() if design.thrust and design.weaponry_points]
fleets = st.lists(st.sampled_from(WARSHIPS), min_size=1, max_size=5)


def wins(ours, enemy, key=1, **orders):
    """Return the share of runs in which each side holds the field."""
    sides = {
        name: [ship if isinstance(ship, dict) else {"design": ship} for ship in ships]
        for name, ships in (("own", ours), ("enemy", enemy))
    }
    fought = RESOLVER.simulate(RESOLVER.battle({"sides": sides, "orders": orders}), RUNS, key)
    return fought.wins(0) / RUNS, fought.wins(1) / RUNS


# advantages


@few
@given(fleets, fleets)
def test_one_more_ship_of_a_kind_never_hurts(ours, enemy):
    assert wins([*ours, ours[0]], enemy)[0] >= wins(ours, enemy)[0] - NOISE


@few
@given(fleets)
def test_a_fleet_against_itself_is_even(fleet):
    ours, other = wins(fleet, fleet)
    assert abs(ours - other) <= NOISE


BARE = "TYPE CH MASS 90 HULL 27 ARMOUR {armour} THRUST 4 FTL WITH B3/3 x2, B2/3 x2, PT/1, FC x2"


@pytest.mark.parametrize("better", [BARE.format(armour=6), BARE.format(armour=0) + ", SCREEN-1",
                                    BARE.format(armour=0) + ", SCREEN-2"])  # fmt: skip
def test_screens_and_armour_help(better):
    bare = BARE.format(armour=0)
    assert wins([better], [bare])[0] > wins([bare], [bare])[0] + NOISE


def test_point_defence_helps_against_fighters_and_missiles():
    with_pds = BARE.format(armour=0) + ", PDS x8"
    for enemy in ("Rookery", "Tempest"):
        assert wins([with_pds], [enemy])[0] > wins([BARE.format(armour=0)], [enemy])[0] + NOISE


# balances


def fought_of(battle, key):
    return fight_once(battle, RESOLVER.numbers, key)


@many
@given(battles(), keys)
def test_boxes_lost_and_left_balance(battle, key):
    record = RESOLVER.resolve(battle, key)
    for index, unit in enumerate(record.units):
        lost = sum(shot.damage for shot in record.shots if shot.target == index)
        left = unit.after["damage points"]
        assert unit.before["damage points"] - lost == left or (unit.destroyed and not lost > left)
    assert record.rounds <= RESOLVER.most_turns * (len(battle.fleets) - 1)


@pytest.mark.rule("C2E-14.1-02", "C2E-11.3.4-01")
@many
@given(battles(), keys)
def test_what_is_taken_back_into_ships_is_what_was_left(battle, key):
    fought = fought_of(battle, key)
    outcome = outcome_of(battle, fought)
    ships = [copy.deepcopy(each.ship) for each in battle.ships]
    outcome.apply_to(ships)
    rows = {row[at.INDEX]: row for row in fought.arena.ships.tolist()}
    assert list(outcome.fates) == [
        battle.ships[row[at.INDEX]].ship.id for row in fought.arena.ships.tolist()
    ]
    for index, (before, ship) in enumerate(zip(battle.ships, ships, strict=True)):
        fate, row = outcome.fates[ship.id], rows[index]
        assert fate.status in STATUSES
        if fate.status == "destroyed":
            assert ship == before.ship
            continue
        assert (ship.armour_left, ship.hull_left) == (row[at.ARMOUR], row[at.HULL])
        assert {*before.ship.out} <= {*ship.out} <= ship.design.system_keys
        assert {*ship.jury_rigged} <= {*ship.design.system_keys, *APART} - {*ship.out}
        assert {*before.ship.core_out} <= {*ship.core_out}
        assert all(0 <= left <= had for left, had in
                   zip(ship.fighters, before.ship.fighters, strict=True))  # fmt: skip
        assert 0 <= ship.salvoes <= before.ship.salvoes


# leaving


def rows_of(battle, key, kind):
    return [row for row in fought_of(battle, key).record.tolist() if row[1] == kind]


@pytest.mark.rule("C2E-18.1-01", "C2E-18.1-02")
@many
@given(battles(), keys)
def test_ships_that_warm_up_do_not_fire_and_are_gone_a_turn_later(battle, key):
    rows = fought_of(battle, key).record.tolist()
    warm = {(row[0], row[2]) for row in rows if row[1] == at.WARMED}
    for turn, kind, actor, _, cause, *_ in rows:
        if kind == at.WAS_ATTACKED and cause in (at.BY_GUNS, at.BY_MISSILES):
            assert (turn, actor) not in warm
        if kind == at.LEFT_BY_FTL:
            assert (turn - 1, actor) in warm


FLIGHT = {"intent": "run", "exit": "ftl"}


@pytest.mark.rule("C2E-18.1-01")
@pytest.mark.parametrize("example", RULES.examples("C2E-18.1-01"), ids=str)
def test_the_rulebook_s_jumps(example):
    inputs, expect = example.given, example.expect
    formation = "tight" if inputs.get("spacing", 6) < 6 else "open"
    spec = {
        "sides": {"a": [{"design": "CH", "count": 3}], "b": [{"design": "BB"}]},
        "orders": {"a": {**FLIGHT, "formation": formation, "speed": inputs.get("velocity", 6)}},
    }
    battle = RESOLVER.battle(spec)
    warmed, left = (rows_of(battle, 1, kind) for kind in (at.WARMED, at.LEFT_BY_FTL))
    if "danger_roll" in expect:
        torn = sum(
            fate.status == "destroyed"
            for key in range(30)
            for fate in outcome_of(battle, fought_of(battle, key)).fates.values()
        )
        assert bool(torn) == expect["danger_roll"]
    elif "gone_in_turn" in expect:
        turns = expect["gone_in_turn"] - inputs["warm_up_turn"]
        assert {row[0] for row in left} == {row[0] + turns for row in warmed}
    else:
        assert left, "ships go before the fleets move: none of the turn's way counts"


@pytest.mark.rule("C2E-18.2-02", "C2E-17.6-02")
def test_who_jumps_under_fire_leaves_with_speed_and_formation():
    spec = {
        "sides": {"a": [{"design": "CH", "count": 2}], "b": [{"design": "BB", "count": 3}]},
        "orders": {"a": {"breakoff": 1, "intent": "close", "speed": 12}},
    }
    battle = RESOLVER.battle(spec)
    fates = [
        fate
        for key in range(40)
        for fate in outcome_of(battle, fought_of(battle, key)).fates.values()
    ]
    fled = [fate for fate in fates if fate.status == "jumped"]
    assert fled
    assert all(fate.under_fire and fate.exit_formation == "open" for fate in fled)
    assert all(0 <= fate.exit_speed <= RESOLVER.top_speed for fate in fled)
    quiet = RESOLVER.battle({**spec, "orders": {"a": FLIGHT}})
    early = [
        f for f in outcome_of(quiet, fought_of(quiet, 1)).fates.values() if f.status == "jumped"
    ]
    assert early
    assert not any(fate.under_fire for fate in early), "no shot had been fired"


@pytest.mark.rule("C2E-16.5-05")
def test_who_runs_by_optional_thrust_risks_the_drive():
    light = "TYPE CH MASS 90 HULL 9 ARMOUR 0 THRUST 4 FTL WITH FC, B1/6"
    sides = {"a": [{"design": light}], "b": [{"design": "CH"}]}

    def lost_at_once(order):
        battle = RESOLVER.battle({"sides": sides, "orders": {"a": order}})
        assert battle.ships[0].design.optional_thrust > battle.ships[0].design.thrust
        lost = 0
        for key in range(60):
            rows = fought_of(battle, key).record.tolist()
            before_moving = rows[: [row[1] for row in rows].index(at.MOVED)]
            lost += [at.SYSTEM_LOST, 0, at.THE_DRIVE] in [row[1:4] for row in before_moving]
        return lost

    assert lost_at_once({"intent": "run", "exit": "run"})
    assert not lost_at_once({"intent": "close"})


@pytest.mark.rule("C2E-12.1-01")
def test_who_has_no_drive_left_is_adrift_and_installations_never_are():
    helpless = {"design": "CH", "drive": "out", "ftl": "out"}
    sides = {"a": [{"design": "BB", "count": 2}], "b": [helpless, {"design": "FORT"}]}
    outcome = outcome_of(battle := RESOLVER.battle({"sides": sides}), fought_of(battle, 3))
    fates = [outcome.fates[each.ship.id].status for each in battle.ships]
    assert outcome.holder == 0
    assert fates[2] in ("adrift", "hulk", "destroyed")
    assert fates[3] in ("in_place", "destroyed")
