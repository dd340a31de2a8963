"""The fight for a planet: the kernel against plain Python, and examples (SC-GND-002)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from horizons_core.sums import ordered_sum
from tests.effort import tries
from tests.variants.starcluster.battles import RESOLVER
from variants.starcluster.battle.ground import GroundBattle, TroopGroup, fight_once
from variants.starcluster.battle.kernels import ground

CLAUSES = catalogue("starcluster", "variants.starcluster")


def reference(battle, stream):
    """The same in plain Python: who wins, rounds, points ashore by side, points aboard."""
    mine = [force.points for force in battle.attackers]
    aboard = [force.aboard for force in battle.attackers]
    theirs = [force.points for force in battle.defenders]
    number, winner = 0, None

    def decided():
        if ordered_sum(mine) + ordered_sum(aboard) < 1:
            return 1
        return 0 if ordered_sum(theirs) < 1 else None

    while winner is None and number < battle.rounds:
        left = battle.landing
        for place, points in enumerate(aboard):
            absorbed = min(left, points)
            aboard[place] -= absorbed
            mine[place] += absorbed
            left -= absorbed
        winner = decided()
        if winner is not None:
            break
        strong = ordered_sum(p * f.worth for p, f in zip(mine, battle.attackers, strict=True))
        sheltered = ordered_sum(p * f.worth for p, f in zip(theirs, battle.defenders, strict=True))
        sheltered *= 1.5 if battle.pdc else 1.0
        my_die, their_die = stream.die(6), stream.die(6)
        number += 1
        share = max(0.0, 1.0 - strong * my_die / 100.0 / sheltered) if sheltered else 0.0
        held = max(0.0, 1.0 - sheltered * their_die / 100.0 / strong) if strong else 0.0
        theirs = [points * share for points in theirs]
        mine = [points * held for points in mine]
        winner = decided()
        if winner == 1 and ordered_sum(theirs) < 1:
            theirs = [1.0] + [0.0] * (len(theirs) - 1)
    return winner, number, mine, theirs, aboard


FORCES = st.builds(
    lambda points, aboard, generation, percent: TroopGroup(
        points=points,
        aboard=aboard,
        generation=generation,
        modifier=1 + Fraction(percent, 100),
    ),
    st.floats(0, 300),
    st.floats(0, 100),
    st.integers(1, 4),
    st.sampled_from([-5, 0, 5]),
)


@pytest.mark.rule("SC-GND-002")
@settings(max_examples=tries(80), deadline=None, phases=(Phase.reuse, Phase.generate))
@given(
    attackers=st.lists(FORCES, min_size=1, max_size=3),
    defenders=st.lists(FORCES, min_size=1, max_size=3),
    landing=st.floats(0, 50),
    pdc=st.booleans(),
    key=st.integers(0, 2**64 - 1),
)
def test_the_kernel_fights_as_plain_python_does(attackers, defenders, landing, pdc, key):
    sides = ("one", "two")
    battle = GroundBattle(sides, tuple(attackers), tuple(defenders), landing, pdc, rounds=10)
    stream = Stream(key, 3)
    winner, rounds, mine, theirs, aboard = reference(battle, stream)
    record = RESOLVER.fight_on_ground(battle, key)
    record = fight_once(battle, 1.5, key, run=3)
    assert (record.winner, record.rounds, record.words) == (winner, rounds, stream.drawn)
    assert record.ashore == (tuple(mine), tuple(theirs))
    assert record.aboard == tuple(aboard)


@pytest.mark.rule("SC-GND-002")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-GND-002"), ids=str)
def test_losses_of_a_round(example):
    inputs = example.given
    battle = GroundBattle(
        ("one", "two"),
        (TroopGroup(points=inputs["attacker_base"]),),
        (TroopGroup(points=inputs["defender_base"]),),
        pdc=inputs["pdc"],
        rounds=1,
    )
    for key in range(500):
        fight = fight_once(battle, 1.5, key)
        if fight.rolls[0][:2] == (inputs["attacker_roll"], inputs["defender_roll"]):
            break
    assert fight.ashore[1][0] == pytest.approx(example.expect["defender_base_after"])
    assert fight.ashore[0][0] == pytest.approx(example.expect["attacker_base_after"])


@pytest.mark.rule("SC-GND-002", "SC-RACE-016")
def test_troops_are_worth_a_tenth_more_a_generation_and_what_their_race_is():
    assert [TroopGroup(generation=n).worth for n in (1, 2, 3)] == pytest.approx([1, 1.1, 1.2])
    assert TroopGroup(generation=2, modifier=Fraction(95, 100)).worth == pytest.approx(1.045)


@pytest.mark.rule("SC-GND-002")
def test_a_defender_keeps_the_planet_with_one_point_if_all_are_gone():
    battle = GroundBattle(
        ("one", "two"), (TroopGroup(points=1.01),), (TroopGroup(points=1.01),), rounds=10
    )
    fight = fight_once(battle, 1.5, 1)
    assert (fight.winner, fight.ashore[1]) == (1, (1.0,))


@pytest.mark.rule("SC-GND-001")
def test_troops_land_before_the_fight_of_their_round():
    battle = GroundBattle(
        ("one", "two"),
        (TroopGroup(aboard=200.0),),
        (TroopGroup(points=1000.0),),
        landing=20.0,
        rounds=1,
    )
    fight = fight_once(battle, 1.5, 1)
    assert fight.aboard == (180.0,)
    assert fight.ashore[1][0] < 1000


def test_a_run_is_the_same_alone_and_among_others():
    spec = {"attacker": {"aboard": 150, "landing": 40}, "defender": {"garrison": 100}}
    battle = RESOLVER.battle({"planet": spec})
    many = RESOLVER.simulate(battle, 20, 5, threads=2)
    for run in (0, 19):
        record = RESOLVER.resolve(battle, 5, run)
        assert (many.winner[run], many.rounds[run]) == (record.winner, record.rounds)
    assert np.array_equal(many.rounds, RESOLVER.simulate(battle, 20, 5).rounds)
    assert ground.REMOVED == 1.0


@pytest.mark.rule("SC-GND-002", "SC-CBT-009")
def test_the_record_of_a_landing_says_what_each_side_had_has_and_rolled():
    spec = {
        "attacker": {"name": "Ada", "landed": 6, "aboard": 40.4, "landing": 30, "generation": 2},
        "defender": {"name": "Brin", "garrison": 3, "pdc": True},
    }
    battle = RESOLVER.battle({"planet": spec})
    record = RESOLVER.resolve(battle, 4)
    rows = [
        (unit.name, unit.side, dict(unit.before), dict(unit.after), unit.destroyed, unit.counts)
        for unit in record.units
    ]
    assert rows == [
        ("Troops of Ada", 0, {"base points": 46}, {"base points": 46}, False, "base point"),
        ("Troops of Brin", 1, {"base points": 3}, {"base points": 0}, True, "base point"),
    ]
    assert [(note.at, note.round, note.text) for note in record.notes] == [
        (0, 1, "Ada rolls 1 and has 35.8 points ashore, Brin rolls 5 and has 2.7."),
        (0, 2, "Ada rolls 5 and has 46.0 points ashore, Brin rolls 6 and has 1.0."),
        (0, 3, "Ada rolls 6 and has 45.9 points ashore, Brin rolls 4 and has 0.0."),
    ]
    assert (record.sides, record.winner, record.shots) == (("Ada", "Brin"), 0, ())
    assert (record.rounds, record.words) == (len(record.notes), 2 * len(record.notes))
