"""The battle as arrays, as the kernels take it."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import duel, fighter
from variants.far_horizons.battle.arrays import arrays_of
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.model import ActionKind, FighterKind, FighterState
from variants.far_horizons.formulas import power


@pytest.mark.parametrize("sides", [(1, 0), (0, 1, 0), (0, 0, 2, 1)])
def test_fighters_out_of_the_order_of_their_sides_are_refused(sides):
    scene, _ = duel(*(fighter(side) for side in sides))
    with pytest.raises(ValueError, match="by side"):
        arrays_of(scene)


def test_fighters_side_by_side_are_taken_in_their_order():
    scene, _ = duel(fighter(0, name="DD One"), fighter(0, name="DD Two"), fighter(1))
    assert len(arrays_of(scene).units) == 3


@pytest.mark.parametrize("numbers", [ActionKind, FighterKind, FighterState])
def test_the_kernels_numbers_are_those_of_the_model(numbers):
    assert {number.name: number.value for number in numbers} == {
        number.name: getattr(at, number.name) for number in numbers
    }


def test_guns_shields_and_other_cargo_are_told_from_each_other():
    scene, _ = duel(fighter(0, cargo={"GU2": 3, "SG1": 1, "CU": 5, "PD": 7, "RM": 9}), fighter(1))
    columns = (at.COUNT, at.GUN, at.SHIELD, at.IS_COLONISTS, at.IS_DEFENSES)
    assert arrays_of(scene).cargo[:, columns].tolist() == [
        [3, power(10), 0, 0, 0],
        [1, 0, power(5), 0, 0],
        [5, 0, 0, 1, 0],
        [7, 0, 0, 0, 1],
        [9, 0, 0, 0, 0],
    ]
