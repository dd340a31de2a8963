"""Strengths, shots, damage and shields: the catalogue's numbers, and modifiers."""

from __future__ import annotations

import numpy as np
import pytest

from tests.variants.far_horizons.battlefields import Told, duel, fighter, side
from tools.far_horizons_parity import rounds
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.arithmetic import is_hit
from variants.far_horizons.battle.kernels.shooting import chance_to_hit
from variants.far_horizons.battle.model import ActionKind, FighterKind, HostileAct
from variants.far_horizons.battle.strengths import defense_tonnage, shots_of, strengths
from variants.far_horizons.constants import CLASS_OF
from variants.far_horizons.formulas import power
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

#: The rulebook's rules as the kernels take them.
KERNEL_RULES = np.array([getattr(RULEBOOK_BATTLES, name) for name in at.RULES])


def _unit(name: str, **facts):
    """A fighter of a class: "TR5", "DD", "BAS" with its tonnage."""
    if name == "PL":
        return fighter(kind=FighterKind.COLONY, tonnage=0, **facts)
    letters = name.rstrip("0123456789")
    kind = {"TR": FighterKind.TRANSPORT, "BAS": FighterKind.STARBASE}.get(
        letters, FighterKind.WARSHIP
    )
    tonnage = facts.pop("tonnage", None) or int(name[len(letters) :] or CLASS_OF[letters].tonnage)
    return fighter(kind=kind, tonnage=tonnage, **facts)


@pytest.mark.rule("FH-GUN-003")
@pytest.mark.parametrize(
    ("tons", "expected"),
    [(1, 100), (10, 1585), (15, 2578), (30, 5923), (100, 25119), (101, 25428), (200, 57723),
     (1000, 398519)],
)  # fmt: skip
def test_power_grows_faster_than_tonnage(tons, expected):
    assert power(tons) == expected


@pytest.mark.rule("FH-GUN-003")
@pytest.mark.parametrize(
    ("unit", "military", "expected"),
    [
        (_unit("PB"), 10, (120, 1, 240)),
        (_unit("FF"), 10, (1902, 2, 1902)),
        (_unit("FF", age=20), 10, (1141, 1, 2282)),
        (_unit("FF", age=-1), 10, (1939, 2, 1939)),
        (_unit("PL", defenses=2000), 10, (1902, 2, 1902)),
        (_unit("PL", defenses=55), 10, (120, 1, 240)),
        (_unit("BAS", tonnage=15), 10, (3093, 3, 2062)),
        (_unit("TR5"), 10, (82, 1, 164)),
        (_unit("DD"), 30, (4124, 3, 2749)),
        (_unit("BC"), 10, (10038, 5, 4015)),
        (_unit("CA", cargo={"GU3": 2}), 30, (17726, 5, 7090)),
        (_unit("DD"), 0, (2578, 0, 0)),
    ],
)
def test_offense_shots_and_damage(unit, military, expected):
    offense, _ = strengths(unit, side(military=military))
    assert (offense, *shots_of(offense, military)) == expected


@pytest.mark.rule(
    "FH-GUN-002", "FH-SG-002", "FH-AGE-001", "FH-AGE-007", "FH-TR-001", "FH-BAS-006", "FH-PD-004"
)
@pytest.mark.parametrize(
    ("unit", "military", "life_support", "expected"),
    [
        (_unit("DD", age=7), 10, 30, (2661, 3548)),
        (_unit("DD", age=49), 50, 0, (104, 52)),
        (_unit("DD", age=-1), 49, 51, (5205, 5310)),
        (_unit("TR10", age=12, cargo={"GU2": 3, "SG9": 1}), 25, 40, (181, 217)),
        (_unit("BAS", tonnage=24, age=3, cargo={"GU2": 3, "SG9": 1}), 25, 40, (6391, 7669)),
        (_unit("CA", age=5, cargo={"GU1": 4, "GU9": 1, "SG3": 2}), 33, 21, (27368, 14160)),
        (_unit("CA", cargo={"SG1": 1, "SG9": 3, "RM": 9}), 0, 1, (5923, 36228)),
        (_unit("PL", defenses=999, age=20), 10, 20, (633, 739)),
    ],
)
def test_hull_guns_and_shields_then_age_then_levels(unit, military, life_support, expected):
    assert strengths(unit, side(military=military, life_support=life_support)) == expected


@pytest.mark.rule("FH-SG-003")
@pytest.mark.parametrize(
    ("unit", "life_support", "defense", "recovery"),
    [
        (_unit("DD"), 10, 3093, 185),
        (_unit("FF", age=20), 10, 1141, 68),
        (_unit("CA", cargo={"SG3": 2}), 30, 17726, 1418),
        (_unit("FF"), 0, 1585, 0),
    ],
)
def test_shields_and_their_recovery(unit, life_support, defense, recovery):
    scene, action = duel(unit, fighter(1, tonnage=1),
                          sides=[side(0, life_support=life_support, military=0), side(1)],
                          rounds=1)  # fmt: skip
    assert unit.defense == defense
    assert unit.shields == (defense if life_support else 0)
    unit.shields = 0
    faces = iter([2, 1, 1, 1, 1, 100, 1, 100])  # the picket boat misses, and shields recover
    rounds.fight(scene, action, lambda _: next(faces), Told())
    assert unit.shields == recovery


@pytest.mark.rule("FH-SG-003")
def test_without_life_support_the_engine_has_shields():
    unit = _unit("FF")
    sides = [side(0, life_support=0), side(1)]
    duel(unit, fighter(1), sides=sides, rules=ENGINE_1999_BATTLES)
    assert (unit.shields, unit.shield_percent) == (1585, 100)


@pytest.mark.rule("FH-SETUP-004")
def test_shields_do_not_come_back_without_life_support():
    unit = fighter(0, tonnage=10)
    duel(unit, fighter(1), sides=[side(0, life_support=0), side(1)])
    assert (unit.shields, unit.shield_percent) == (0, 0)
    duel(unit, fighter(1), sides=[side(0, life_support=1), side(1)])
    assert (unit.shields, unit.shield_percent) == (0, 0)


@pytest.mark.rule("FH-GUN-002")
@pytest.mark.rule("FH-SG-002")
@pytest.mark.parametrize("name", ["TR10", "BAS"])
def test_guns_and_generators_are_mere_cargo_elsewhere(name):
    plain, laden = _unit(name, tonnage=10), _unit(name, tonnage=10, cargo={"GU1": 2, "SG1": 2})
    assert strengths(plain, side()) == strengths(laden, side())


@pytest.mark.rule("FH-GUN-004")
@pytest.mark.parametrize(
    ("offense", "military", "shots"),
    [(0, 10, (0, 0)), (1, 10, (1, 2)), (1499, 10, (1, 2998)), (1500, 10, (2, 1500)), (9, 0, (0, 0)),
     (9, 1, (1, 18)), (9, -1, (0, 0)), (-9, 9, (0, 0)), (9000, 1, (5, 3600))],
)  # fmt: skip
def test_the_shots_of_a_strength(offense, military, shots):
    assert shots_of(offense, military) == shots


@pytest.mark.rule("FH-GUN-004")
def test_guns_raise_the_damage_not_the_shots():
    plain, _ = strengths(_unit("BC"), side())
    armed, _ = strengths(_unit("BC", cargo={"GU9": 3}), side())
    assert shots_of(plain, 10)[0] == shots_of(armed, 10)[0] == 5
    assert shots_of(armed, 10)[1] > shots_of(plain, 10)[1]


@pytest.mark.rule("FH-HIJACK-002")
def test_hijackers_fight_with_a_quarter_of_their_strength():
    unit = _unit("DD")
    sides = [side(0, hijacks=True, enemies={1: HostileAct.HIJACK}), side(1)]
    duel(unit, fighter(1), sides=sides)
    assert (unit.offense, unit.defense, unit.shots) == (773, 773, 1)


@pytest.mark.rule("FH-HIJACK-006")
def test_follow_ups_have_full_strength_after_a_hijacking():
    unit = _unit("DD")
    duel(unit, fighter(1), sides=[side(0, hijacks=True), side(1)], act=ActionKind.BOMBARDMENT)
    assert unit.offense == 3093


@pytest.mark.rule("FH-PD-003", "FH-PD-004")
@pytest.mark.parametrize(
    ("count", "tonnage"), [(0, 0), (1, 1), (199, 1), (399, 1), (400, 2), (1999, 9), (2000, 10)]
)
def test_two_hundred_defense_units_are_worth_ten_thousand_tons(count, tonnage):
    assert defense_tonnage(count) == tonnage


@pytest.mark.parametrize(
    ("levels", "surprised", "distorted", "age", "expected"),
    [
        ((10, 10), False, False, 0, 75),
        ((30, 10), False, False, 0, 98),
        ((10, 30), False, False, 0, 37),
        ((1, 99), False, False, 0, 2),
        ((10, 10), False, False, 20, 45),
        ((10, 30), True, False, 0, 74),
        ((10, 10), False, True, 0, 56),
        ((10, 30), True, True, 9, 46),
        ((98, 2), False, False, 9, 81),
        ((0, 0), False, False, 0, 2),
    ],
)
@pytest.mark.rule("FH-TARGET-001", "FH-AGE-005", "FH-SURPRISE-002")
def test_chance_to_hit(levels, surprised, distorted, age, expected):
    chance = chance_to_hit(KERNEL_RULES, *levels, surprised, distorted)
    assert [die for die in range(100) if is_hit(die, chance, age)] == list(range(expected))


@pytest.mark.rule("FH-FD-007")
@pytest.mark.parametrize(("plain", "distorted"), [((8, 7), 60), ((10, 10), 56), ((10, 20), 37)])
def test_distorted_ships_are_hit_three_times_in_four(plain, distorted):
    assert chance_to_hit(KERNEL_RULES, *plain, False, True) == distorted
