"""Assaults through warp points, wave by wave, by the kernel (SC-WPA)."""

from __future__ import annotations

import numpy as np
import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.battles import DESTROYER, DIRECTED, FREIGHTER, FRIGATE, RESOLVER, of
from tests.variants.starcluster.battles import duel as fight
from variants.starcluster.battle.fights import fight_once
from variants.starcluster.battle.kernels import protocol as at
from variants.starcluster.battle.outcome import read_outcome

CLAUSES = catalogue("starcluster", "variants.starcluster")
NEVER = {"break": 100}
#: A base whose fire stays in the shields of emerging ships.
WEAK = {"hull": "BS3", "design": "(A)x90 1[Q1][Y1][CIC1](FFF)1"}


def assault(first, second, wave=5, key=1, /, **doctrines):
    """Fight an assault of the first side; return the rows of its record and its outcome."""
    both = {"one": NEVER, "two": NEVER} | doctrines
    battle = fight(first, second, both, assault={"by": "one", "wave": wave})
    fought = fight_once(battle, RESOLVER.numbers, key)
    return fought.record.tolist(), read_outcome(battle, fought)


def of_kind(record, kind):
    return [row for row in record if row[1] == kind]


@pytest.mark.rule("SC-WPA-002")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-WPA-002"), ids=str)
def test_a_ship_is_crushed_on_less_than_the_ships_of_its_wave(example):
    inputs = example.given
    for key in range(80):
        record, _ = assault([of(FRIGATE, inputs["wave"])], [of(DESTROYER)], inputs["wave"], key)
        rolls = {row[3]: bool(row[4]) for row in of_kind(record, at.EMERGED)}
        if inputs["d100"] in rolls or all(not crushed for crushed in rolls.values()):
            assert rolls.get(inputs["d100"], False) == example.expect["destroyed"] or (
                inputs["d100"] not in rolls
            )
        assert all(crushed == (roll <= inputs["wave"] - 1) for roll, crushed in rolls.items())


@pytest.mark.rule("SC-WPA-002")
def test_the_largest_emerge_first_and_a_last_wave_rolls_by_its_own_size():
    for key in range(40):
        attackers = [of(FRIGATE, 2), of(DESTROYER, 5)]
        record, _ = assault(attackers, [of(DESTROYER, 2)], 5, key)
        rows = of_kind(record, at.EMERGED)
        assert [row[0] for row in rows] == [1] * 5 + [2] * 2
        assert [row[2] for row in rows] == list(range(7))
        assert all(bool(row[4]) == (row[3] <= 1) for row in rows[5:])


@pytest.mark.rule("SC-WPA-003", "SC-CBT-006")
def test_fire_of_an_assault_and_the_battle_that_follows():
    record, _ = assault([of(DIRECTED, 4)], [WEAK], 1, 3)
    opened = of_kind(record, at.OPENED)
    assert [row[0] for row in opened] == [5]
    bands = {row[0]: (row[2], row[3]) for row in of_kind(record, at.BAND_IS)}
    assert all(bands[number] == (at.SHORT, 0) for number in range(1, 6))
    fire = [row for row in of_kind(record, at.FIRED) if row[0] == 1]
    assert [fire[0][4], fire[1][4] > 0] == [0, True]
    second = next(row for row in of_kind(record, at.FIRED) if row[0] == 2 and row[2] == 0)
    assert second[4] == pytest.approx(0.5 * 180 * (second[3] + 7) / 14)
    hits = [row for row in of_kind(record, at.WAS_HIT) if row[0] == 1]
    reached = sum(row[4] for row in hits)
    assert reached == pytest.approx(fire[1][4])  # ships that have just emerged do not evade


@pytest.mark.rule("SC-WPA-003", "SC-PDC-002")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-PDC-002"), ids=str)
def test_a_pdc_directs_in_the_system_and_not_at_the_warp_point(example):
    place = {} if example.given["battle"] == "in system" else {"assault": {"by": "one"}}
    battle = fight([of(FRIGATE)], [of(FRIGATE)], {"two": {"pdc": True, **NEVER}}, **place)
    fought = fight_once(battle, RESOLVER.numbers, 1)
    first = next(row for row in fought.record.tolist() if row[1] == at.FIRED and row[2] == 1)
    assert (first[4] > 0) == example.expect["cic"]


@pytest.mark.rule("SC-WPA-003", "SC-CBT-010")
def test_attackers_who_have_had_enough_go_back_after_one_more_round():
    attackers = [of(FRIGATE, 6), of(FREIGHTER)]
    record, outcome = assault(attackers, [of(DESTROYER, 8)], 2, one={"break": 10})
    turned = of_kind(record, at.TURNED_BACK)[0][0]
    assert not [row for row in of_kind(record, at.EMERGED) if row[0] > turned]
    assert {row[0] for row in of_kind(record, at.GOT_AWAY)} <= {turned + 1}
    assert outcome.rounds <= turned + 1
    assert outcome.winner == 1
    assert {fate.status for fate in outcome.fates[:6]} <= {"destroyed", "away"}
    assert outcome.fates[6].status == "away"


@pytest.mark.rule("SC-WPA-003")
def test_others_of_the_defender_join_when_the_last_wave_is_out():
    two = [of(FRIGATE), of(DESTROYER, 3, joins=True)]
    record, _ = assault([of(DESTROYER, 9)], two, 3)
    late = {row[3] for row in of_kind(record, at.WAS_HIT)}
    opened = of_kind(record, at.OPENED)[0][0]
    early = {row[3] for row in of_kind(record, at.WAS_HIT) if row[0] < opened and row[3] >= 9}
    assert early == {12.0}
    assert late >= {9.0, 10.0, 11.0}


@pytest.mark.rule("SC-WPA-001", "SC-CMS-003")
def test_silos_fire_once_in_the_first_round():
    record, outcome = assault([of(DESTROYER, 4)], [of(FRIGATE)], 4, two={**NEVER, "silos": 3})
    hits = of_kind(record, at.SILO_HIT)
    assert {row[0] for row in hits} == {1.0}
    assert outcome.launched == (0, 3)
    assert np.sum([row[4] for row in hits]) == pytest.approx(3 * 400)


def test_the_winner_is_told_by_side_and_not_by_order():
    doctrines = {"one": NEVER, "two": NEVER}
    battle = fight([of(FRIGATE)], [of(DESTROYER, 9)], doctrines, assault={"by": "two", "wave": 9})
    assert battle.sides == ("two", "one")
    assert RESOLVER.simulate(battle, 20, 1).wins("two") == 20
