"""The battle as arrays, as the kernels take it."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import duel, fighter
from variants.far_horizons.battle.arrays import field_of


@pytest.mark.parametrize("sides", [(1, 0), (0, 1, 0), (0, 0, 2, 1)])
def test_fighters_out_of_the_order_of_their_sides_are_refused(sides):
    scene, _ = duel(*(fighter(side) for side in sides))
    with pytest.raises(ValueError, match="side by side"):
        field_of(scene)


def test_fighters_side_by_side_are_taken_in_their_order():
    scene, _ = duel(fighter(0, name="DD One"), fighter(0, name="DD Two"), fighter(1))
    assert len(field_of(scene).units) == 3
