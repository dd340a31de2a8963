"""Battles that people try on the server: fought many times, if one of them is no more than so much.

Work is counted in steps of kernels, so a battle is refused or not on every machine alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.combat import watched
from horizons_core.errors import BattleError
from horizons_core.kernels.work import TooMuchWorkError, bounded
from horizons_core.localized_text import LocalizedText
from horizons_host import bounded_calls

#: The most steps of one battle: ten times as many as one of 800 ships takes.
MOST_STEPS = 200_000


def statistics_of(
    variant: hz.Variant, spec: Mapping[str, Any], key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    """Fight the battle of a description many times, as `fought_often` does.

    By rules whose work is not counted this is done in a process that is ended in time. Raises
    BattleError or, in that case, another HorizonsError.
    """
    if bounded_calls.is_bounded(variant):
        task = "fight this battle"
        return bounded_calls.call(variant, task, _odds, spec, key, runs, one_by_one)
    return _odds(variant, spec, key, runs, one_by_one)


def _odds(
    variant: hz.Variant, spec: Mapping[str, Any], key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    return fought_often(variant, variant.battle(spec), key, runs, one_by_one)


def fought_often(
    variant: hz.Variant, battle: hz.Battle, key: str, runs: int, one_by_one: int
) -> hz.BattleStatistics:
    """Fight a battle many times; `one_by_one` times by a resolver without a kernel.

    Raises BattleError for a battle that is too much, or of which nothing is measured.
    """
    fought: list[None] = []
    try:
        with watched(lambda: fought.append(None)), bounded(MOST_STEPS):
            variant.combat.simulate(battle, 1, key)
    except TooMuchWorkError as problem:
        raise BattleError(
            f"this battle takes more than {MOST_STEPS:,} steps, more than this page allows",
            "use fewer ships or weapons, or use 'horizons battle' on your own computer",
        ) from problem
    many = variant.combat.simulate(battle, one_by_one if fought else runs, key)
    if not many.measures:
        raise BattleError(
            LocalizedText("odds can't be calculated for this kind of battle"),
            LocalizedText("try a different battle"),
        )
    return many
