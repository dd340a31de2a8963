"""Sanity figures of the design note, by simulation with few runs."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.battles import (
    DESTROYER,
    DIRECTED,
    FRIGATE,
    RESOLVER,
    STARBASE,
    duel,
    of,
)

NEVER = {"break": 100}
BOTH = {"one": NEVER, "two": NEVER}
FAR = {"one": {**NEVER, "band": "LONG"}, "two": NEVER}
KINETIC = {"hull": "DD", "design": "(SS)1(AAAAA)1(QQQ)1[Y1](K)x14 1(IIIII)1"}
RUNS = 600


def shares(battle, runs=RUNS):
    """The shares of battles that each side wins, and the statistics."""
    statistics = RESOLVER.simulate(battle, runs, 20260101)
    return statistics.wins("one") / runs, statistics.wins("two") / runs, statistics


@pytest.mark.rule("SC-CBT-009")
def test_a_mirror_battle_of_frigates_takes_ten_rounds():
    first, second, statistics = shares(duel([of(FRIGATE, 5)], [of(FRIGATE, 5)], BOTH))
    assert first == pytest.approx(second, abs=0.12)
    assert statistics.rounds.mean() == pytest.approx(9.9, abs=0.4)
    assert statistics.measures["units left"].mean() == pytest.approx(1.9, abs=0.2)


@pytest.mark.parametrize(
    ("first", "second", "doctrines", "wins", "loses"),
    [
        ([of(FRIGATE, 5)], [of(FRIGATE, 4)], BOTH, 1.0, 0.0),
        ([of(DIRECTED), of(DESTROYER, 9)], [of(DESTROYER, 10)], BOTH, 0.78, 0.19),
        ([of(FRIGATE, 13)], [of(DESTROYER, 10)], BOTH, 0.07, 0.91),
        ([of(FRIGATE, 13)], [of(DESTROYER, 10)], FAR, 0.26, 0.42),
        ([of(STARBASE, 4)], [of(DESTROYER, 7)], BOTH, 1.0, 0.0),
        ([of(KINETIC, 8)], [of(STARBASE, 4)], FAR, 1.0, 0.0),
    ],
    ids=["frigates", "center", "speed at Short", "speed at Long", "bases", "bases at Long"],
)
@pytest.mark.rule("SC-CBT-006", "SC-CBT-008")
def test_battles_end_as_the_design_note_says(first, second, doctrines, wins, loses):
    mine, yours, _ = shares(duel(first, second, doctrines))
    assert mine == pytest.approx(wins, abs=0.07)
    assert yours == pytest.approx(loses, abs=0.07)


@pytest.mark.parametrize(
    ("attackers", "wave", "guards", "wins"),
    [(10, 5, 5, 0.84), (10, 10, 5, 0.95), (12, 5, 10, 0.0), (20, 10, 10, 0.66)],
)
@pytest.mark.rule("SC-WPA-002", "SC-WPA-003")
def test_an_attacker_through_a_warp_point_needs_twice_the_strength(attackers, wave, guards, wins):
    place = {"assault": {"by": "one", "wave": wave}}
    mine, _, _ = shares(duel([of(DESTROYER, attackers)], [of(DESTROYER, guards)], BOTH, **place))
    assert mine == pytest.approx(wins, abs=0.07)


@pytest.mark.parametrize(
    ("points", "wins", "rounds"), [(150, 0.49, None), (200, 1.0, 28), (300, 1.0, 16)]
)
@pytest.mark.rule("SC-GND-002")
def test_troops_need_twice_those_that_a_pdc_shelters(points, wins, rounds):
    spec = {"attacker": {"landed": points}, "defender": {"garrison": 100, "pdc": True}}
    statistics = RESOLVER.simulate(RESOLVER.battle({"planet": spec}), RUNS, 7)
    assert statistics.wins("attacker") / RUNS == pytest.approx(wins, abs=0.07)
    if rounds is not None:
        assert statistics.rounds.mean() == pytest.approx(rounds, abs=0.7)


def test_one_ship_more_never_hurts_and_armor_helps():
    shares_of = [shares(duel([of(FRIGATE, n)], [of(FRIGATE, 4)], BOTH))[0] for n in (3, 4, 5)]
    assert shares_of == sorted(shares_of)
    tough = {"hull": "FG", "design": FRIGATE["design"].replace("(AA)1", "(AAAA)1")}
    assert shares(duel([of(tough, 4)], [of(FRIGATE, 4)], BOTH))[0] > shares_of[1] + 0.1
