"""The effect of a further ship, or of better technologies."""

from __future__ import annotations

import pytest
from attrs import evolve

from variants.far_horizons.battle.spec import MAX_LEVEL
from variants.far_horizons.battle.statistics import sweep
from variants.far_horizons.combat import Resolver

SPEC = {
    "sides": {
        "A": {"tech": {"ML": 12, "LS": 9}, "ships": [{"class": "DD", "name": "Axe", "count": 2},
                                                      {"class": "TR3", "name": "Mule"}]},
        "B": {"tech": {"ML": 10}, "ships": [{"class": "DD", "count": 2}]},
    }
}  # fmt: skip


def simulate(battle):
    return Resolver().simulate(battle, 60, 4)


def test_every_change_of_a_side_is_tried():
    battle = Resolver().battle(SPEC)
    steps = sweep(battle, "A", simulate)
    labels = ["as it is", "one more DD Axe", "one more TR3 Mule", "ML 22", "LS 19"]
    assert [step.label for step in steps] == labels
    assert all(0 <= step.chance <= 1 and 0 <= step.lost <= 4 for step in steps)
    assert steps[1].chance > steps[0].chance
    assert steps[3].chance > steps[0].chance


def test_what_is_as_it_is_is_the_battle_itself():
    battle = Resolver().battle(SPEC)
    step, stats = sweep(battle, "B", simulate)[0], simulate(battle)
    assert step.chance == stats.wins("B") / 60
    assert step.lost == stats.measures["ships lost"][:, 1].mean()


def test_nobody_else_can_be_changed():
    with pytest.raises(ValueError, match="no side 'C': there are A, B"):
        sweep(Resolver().battle(SPEC), "C", simulate)


@pytest.mark.parametrize(
    ("techs", "labels"),
    [
        ({}, ["ML 10", "LS 10"]),
        ({"ML": MAX_LEVEL - 1, "LS": MAX_LEVEL}, [f"ML {MAX_LEVEL}", f"LS {MAX_LEVEL}"]),
    ],
)
def test_techs_grow_by_ten_levels_but_not_beyond_the_highest(techs, labels):
    battle = Resolver().battle(SPEC)
    army, other = battle.armies
    changed = evolve(battle, armies=(evolve(army, techs=techs), other))
    steps = sweep(changed, "A", lambda x: Resolver().simulate(x, 1, 4))
    assert [step.label for step in steps][-2:] == labels


def test_a_battle_is_laid_out_once_by_a_resolver_for_all_its_runs():
    class Counting(Resolver):
        __slots__ = ()

        def kernel_field(self, scene):
            laid_out.append(self)
            return super().kernel_field(scene)

    laid_out, battle = [], Resolver().battle(SPEC)
    counting, other = Counting(), Counting()
    for resolver in (counting, counting, other):
        resolver.resolve(battle, 1)
        resolver.simulate(battle, 2, 1)

    assert [resolver is counting for resolver in laid_out] == [True, False]
