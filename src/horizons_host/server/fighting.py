"""The battle calculator of the server: many runs of a battle whose work is bounded.

Work is counted in steps of kernels, so a battle is accepted or refused alike on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.combat import after_each_battle
from horizons_core.errors import BattleError
from horizons_core.kernels.work import TooMuchWorkError, bounded
from horizons_core.localized_text import LocalizedText
from horizons_host import bounded_calls

#: The most steps of one battle: ten times as many as a battle of 800 ships takes.
MOST_STEPS = 200_000


def battle_statistics(
    variant: hz.Variant, spec: Mapping[str, Any], key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    """Fight the described battle many times, as `simulate_bounded` does.

    Rules whose work is not counted run in a process with a time limit. Raises
    BattleError or, in that case, another HorizonsError.
    """
    if bounded_calls.is_bounded(variant):
        task = "fight this battle"
        return bounded_calls.call(variant, task, _simulate, spec, key, runs, one_by_one)
    return _simulate(variant, spec, key, runs, one_by_one)


def _simulate(
    variant: hz.Variant, spec: Mapping[str, Any], key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    return simulate_bounded(variant, variant.battle(spec), key, runs, one_by_one)


def simulate_bounded(
    variant: hz.Variant, battle: hz.Battle, key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    """Fight a battle many times, or `one_by_one` times if its resolver has no kernel.

    Raises BattleError for a battle that takes too long, or that has no measures.
    """
    resolved: list[None] = []
    try:
        with after_each_battle(lambda: resolved.append(None)), bounded(MOST_STEPS):
            variant.combat.simulate(battle, 1, key)
    except TooMuchWorkError as problem:
        raise BattleError(
            f"this battle takes more than {MOST_STEPS:,} steps, more than this page allows",
            "use fewer ships or weapons, or use 'horizons battle' on your own computer",
        ) from problem
    statistics = variant.combat.simulate(battle, one_by_one if resolved else runs, key)
    if not statistics.measures:
        raise BattleError(
            LocalizedText("odds can't be calculated for this kind of battle"),
            LocalizedText("try a different battle"),
        )
    return statistics
