"""Battles outside a game, with the interface of a variant's resolver and its results."""

from horizons_core.combat.records import (
    SHIPS,
    BattleRecord,
    Fighter,
    Note,
    Shot,
    Stage,
    kills,
    salvos,
    steps,
)
from horizons_core.combat.resolvers import (
    Battle,
    BattleStatistics,
    CombatResolver,
    Key,
    after_each_battle,
    battle_key,
    completed,
    prefers_resolve,
    record_for_reader,
    resolve_in_game,
    richer_methods,
    simulate_by_resolving,
    units_left_and_lost,
)

__all__ = [
    "SHIPS", "Battle", "BattleRecord", "BattleStatistics", "CombatResolver", "Fighter", "Key",
    "Note", "Shot", "Stage", "after_each_battle", "battle_key", "completed", "kills",
    "prefers_resolve", "record_for_reader", "resolve_in_game", "richer_methods", "salvos",
    "simulate_by_resolving", "steps", "units_left_and_lost",
]  # fmt: skip
