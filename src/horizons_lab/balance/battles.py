"""Assertions that an advantage does not lose battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.combat import Key
from horizons_core.errors import did_you_mean
from horizons_lab.balance.verdicts import (
    IfUndecided,
    NotBalancedError,
    handle_undecided,
    within_budget,
)
from horizons_lab.statistics import Estimate, StatisticsError, share_at_any_time
from horizons_lab.statistics.estimates import probability, whole_number

#: Number of runs before the first look; the next looks follow whenever it has doubled.
_FIRST_LOOK = 500


def assert_never_hurts(
    variant: hz.Variant,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    side: str | int,
    *,
    margin: float = 0.02,
    alpha: float = 0.01,
    runs: int = 500_000,
    key: Key = "never hurts",
    if_undecided: IfUndecided = "fail",
) -> tuple[Estimate, Estimate]:
    """Assert that a side does not win less often in one battle than in another.

    `before` and `after` are battles as plain data (as for `Variant.battle`); in the second, `side`
    (its name or index) has more ships, a better design, or another change that should not hurt.
    Both are fought up to `runs` times and compared whenever the number has doubled. If the change
    never hurts, the assertion fails in at most `alpha` of all studies; if it costs the share
    `margin` of all battles or more, it passes in at most `alpha`. Returns the shares of battles won
    before and after. Raises NotBalancedError (an AssertionError) with the evidence, UndecidedError
    if `runs` are not enough, unless `if_undecided` is "pass"; BattleError for battles that cannot
    be fought, StatisticsError for an unknown side and wrong settings.
    """
    confidence = 1 - probability("alpha", alpha) / 2
    probability("margin", margin)
    battles = variant.battle(before), variant.battle(after)
    for battle in battles:
        _check_side(battle, side)
    limit, fought = within_budget(whole_number("runs", runs)), 0
    while fought < limit:
        fought = min(limit, max(_FIRST_LOOK, 2 * fought))
        old, new = (_win_rate(variant, battle, side, fought, key, confidence) for battle in battles)
        if new.high < old.low:
            raise NotBalancedError(f"side {side!r} is worse off: {_evidence(old, new, key)}")
        if new.low >= old.high - margin:
            return old, new
    handle_undecided(
        f"side {side!r} is worse off",
        _evidence(old, new, key),
        "increase the number of battles, or allow a larger margin",
        if_undecided,
    )
    return old, new


def _win_rate(
    variant: hz.Variant, battle: hz.Battle, side: str | int, runs: int, key: Key, confidence: float
) -> Estimate:
    """Return the share of battles won, with an interval that is valid at any number of runs."""
    wins = variant.combat.simulate(battle, runs, key).wins(side)
    return share_at_any_time(wins, runs, confidence)


def _evidence(old: Estimate, new: Estimate, key: Key) -> str:
    return f"its share of battles won goes from {old} to {new} (key {key!r})"


def _check_side(battle: hz.Battle, side: str | int) -> None:
    if isinstance(side, str) and side not in battle.sides:
        raise StatisticsError(f"no side '{side}'", did_you_mean(side, battle.sides))
    if isinstance(side, int) and not 0 <= side < len(battle.sides):
        raise StatisticsError(
            f"there is no side {side}", f"choose one from 0 to {len(battle.sides) - 1}"
        )
