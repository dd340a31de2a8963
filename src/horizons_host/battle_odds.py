"""What the odds of a battle were that was fought in a stored game, told once the game is over.

They follow from all that both sides brought, which a player may not know while the game goes on.
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
    """A battle fought many times with other dice, and the once that counted."""

    many: hz.BattleStatistics
    once: hz.BattleStatistics


def odds_of_battle(
    store: GameStore, seat: str, record: Mapping[str, Any], runs: int = RUNS
) -> FoughtOdds:
    """The odds of a battle that the seat's report tells of and took part in.

    Its turn is run again. Raises BattleError while the game goes on and where the turn has no such
    battle, and what `rerun` raises.
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
        once = _once(resolver, fought) if _may_be(fought, record, seat) else None
        if once is not None and _ended(once) == (record["winner"], record["rounds"]):
            key = derive_key("odds", fought.key)
            return FoughtOdds(resolver.simulate(fought.battle, runs, key), once)
    raise BattleError("this battle can't be replayed separately", "see its report")


def _may_be(fought: FoughtBattle, record: Mapping[str, Any], seat: str) -> bool:
    there = (fought.phase, fought.place) == (record["phase"], record["place"])
    return there and any(seat in side for side in fought.empires)


def _once(resolver: hz.CombatResolver, fought: FoughtBattle) -> hz.BattleStatistics:
    return resolver.simulate(fought.battle, 1, fought.key)


def _ended(once: hz.BattleStatistics) -> tuple[int | None, int]:
    winner = int(once.winner[0])
    return None if winner < 0 else winner, int(once.rounds[0])
