"""Odds of a battle that was fought in a stored game, available after the end of the game.

They depend on all ships of both sides, which a player may not have seen during the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import BattleError
from horizons_core.luck import RUNS
from horizons_core.rng import derive_key
from horizons_core.turn import FoughtBattle
from horizons_host.luck import is_over
from horizons_host.reruns import rerun
from horizons_host.store import GameStore


@frozen
class FoughtOdds:
    """A battle simulated many times with other dice (`many`), and as it was fought (`once`)."""

    many: hz.BattleStatistics
    once: hz.BattleStatistics


def odds_of_battle(
    store: GameStore, seat: str, record: Mapping[str, Any], runs: int = RUNS
) -> FoughtOdds:
    """Return the odds of a battle from the seat's report in which the seat took part.

    Reruns the turn. Raises BattleError before the end of the game or if the turn has no such
    battle, and the errors of `rerun`.
    """
    if not is_over(store):
        raise BattleError(
            "the odds would reveal ships that you have not seen; they are available"
            " after the end of the game",
            "watch the battle as you know it",
        )
    turn = rerun(store, record["turn"])
    resolver = turn.variant.combat
    for fought in turn.battles:
        once = _fight_again(resolver, fought) if _matches(fought, record, seat) else None
        if once is not None and _result(once) == (record["winner"], record["rounds"]):
            key = derive_key("odds", fought.key)
            return FoughtOdds(resolver.simulate(fought.battle, runs, key), once)
    raise BattleError("this battle can't be replayed separately", "see its report")


def _matches(fought: FoughtBattle, record: Mapping[str, Any], seat: str) -> bool:
    same_place = (fought.phase, fought.place) == (record["phase"], record["place"])
    return same_place and any(seat in side for side in fought.empires)


def _fight_again(resolver: hz.CombatResolver, fought: FoughtBattle) -> hz.BattleStatistics:
    return resolver.simulate(fought.battle, 1, fought.key)


def _result(once: hz.BattleStatistics) -> tuple[int | None, int]:
    winner = int(once.winner[0])
    return None if winner < 0 else winner, int(once.rounds[0])
