"""Draws among able units have the engine's probabilities, although it draws unable ones too.

The engine draws a shooter among all units and four candidates, and starts over if the shooter
cannot act. Its probabilities are computed here as fractions, draw by draw, from its rules.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.far_horizons.battlefields import Told
from tools.far_horizons_parity import rounds
from variants.far_horizons.battle import strengths
from variants.far_horizons.battle.actions import action_for, stages_of
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_once, fight_runs
from variants.far_horizons.battle.model import FighterState
from variants.far_horizons.battle.questions import scene_of
from variants.far_horizons.combat import Resolver
from variants.far_horizons.dice import dice_of
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES


def engines_chances(units) -> dict[tuple[int, int], Fraction]:
    """Any unit may be drawn as shooter; a draw of a dead or silent one is repeated."""
    first: Counter[tuple[int, int]] = Counter()
    for shooter, (side, alive, shots, _) in enumerate(units):
        foes = [i for i, (other, living, *_) in enumerate(units) if other != side and living]
        if not alive or not foes:
            continue
        for drawn in product(foes, repeat=4):
            target = max(drawn, key=lambda i: units[i][3])
            if shots:
                first[shooter, target] += Fraction(1, len(units) * len(foes) ** 4)
    passed = sum(first.values())
    return {pair: chance / passed for pair, chance in first.items()}


MIXED = {
    "sides": {
        "A": {"ships": [{"class": "CL"}, {"class": "PB", "count": 2}, {"class": "CA"}]},
        "B": {"ships": [{"class": "FF", "count": 2}, {"class": "BC"}]},
    }
}


@pytest.mark.rule("FH-TARGET-001")
@pytest.mark.parametrize(
    "rules", [RULEBOOK_BATTLES, ENGINE_1999_BATTLES], ids=["rulebook", "engine"]
)
def test_the_first_shot_of_the_kernel_falls_with_the_engines_chances(rules):
    battle = Resolver(rules).battle(MIXED)
    first = fight_once(battle.field, 1)
    side, shots = battle.field.units[:, at.SIDE], first.work.cold[:, at.SHOTS]
    might = first.work.might
    units = [(int(side[i]), True, int(shots[i]), int(might[i])) for i in range(len(side))]
    runs = tries(10_000)
    counts = Counter(
        tuple(fight_once(battle.field, 1, run).record[0, [at.ROW_SHOOTER, at.ROW_TARGET]].tolist())
        for run in range(runs)
    )
    chances = engines_chances(units)
    assert set(counts) <= set(chances)
    square = sum((counts[p] - runs * c) ** 2 / (runs * c) for p, c in chances.items())
    freedom = len(chances) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5


WITH_EVERYTHING = {
    "sides": {
        "A": {"tech": {"ML": 14, "GV": 50}, "ships": [
            {"class": "BAS", "tons": 300000, "cargo": {"FJ": 12}},
            {"class": "DD", "count": 3, "age": 12}, {"class": "TR5"}],
            "orders": ["ATTACK B", "ENGAGE 3", "TARGET 1"]},
        "B": {"tech": {"ML": 11, "LS": 20}, "ships": [
            {"class": "CL", "count": 3}, {"class": "PB", "count": 4}, {"class": "TR9"}],
            "orders": ["ATTACK A", "ENGAGE 3", "WITHDRAW 0 35 70"]},
    }
}  # fmt: skip


@pytest.mark.slow
def test_whole_battles_end_as_those_with_the_engines_draws():
    """The engine's rounds, with the dice in its own order, against the kernel."""
    battle, runs = Resolver(ENGINE_1999_BATTLES).battle(WITH_EVERYTHING), tries(500)
    plain = [_plain(battle, run) for run in range(runs)]
    fought = fight_runs(battle.field, 2, 10_000)
    sides = fought.sides
    ours = {
        "rounds": fought.totals[:, at.T_ROUNDS],
        "shots": fought.totals[:, at.T_SHOTS],
        "hits": fought.totals[:, at.T_HITS],
        "left": sides[:, 0, at.S_LEFT],
        "forced": sides[:, 1, at.S_FORCED],
        "withdrew": sides[:, 1, at.S_WITHDREW],
        "ages": sides[:, 0, at.S_AGES] + sides[:, 1, at.S_AGES],
    }
    for name, values in ours.items():
        theirs = [fields[name] for fields in plain]
        mean = sum(theirs) / runs
        error = (values.var() / runs + values.var() / len(values)) ** 0.5
        assert abs(mean - values.mean()) < 4.5 * error, name


def _plain(battle, run):
    scene = scene_of(battle)
    (stage,) = stages_of(scene)
    action = action_for(scene, stage)
    strengths.prepare(scene.battle, action, scene.rules)
    dice = dice_of(Stream.from_key("plain", run))
    course = rounds.fight(scene, action, dice, Told())
    fighters = scene.battle.fighters
    states = Counter((fighter.side, fighter.state) for fighter in fighters)
    return {
        "rounds": course.rounds,
        "shots": course.shots,
        "hits": course.hits,
        "left": states[0, FighterState.FIGHTING],
        "forced": states[1, FighterState.FORCED],
        "withdrew": states[1, FighterState.WITHDREW],
        "ages": sum(fighter.age for fighter in fighters if fighter.state < FighterState.DESTROYED),
    }
