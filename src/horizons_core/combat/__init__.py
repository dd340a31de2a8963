"""Battles outside a game: the interface of a variant's resolver, its input and results."""

from horizons_core.combat.one_by_one import (
    after_each_battle,
    simulate_by_resolving,
    units_left_and_lost,
)
from horizons_core.combat.records import SHIPS, BattleRecord, Fighter, Note, Shot, Stage
from horizons_core.combat.resolvers import Battle, CombatResolver, Key, battle_key
from horizons_core.combat.statistics import BattleStatistics
from horizons_core.combat.telling import kills, salvos, steps

__all__ = [
    "SHIPS", "Battle", "BattleRecord", "BattleStatistics", "CombatResolver", "Fighter", "Key",
    "Note", "Shot", "Stage", "after_each_battle", "battle_key", "kills", "salvos",
    "simulate_by_resolving", "steps", "units_left_and_lost",
]  # fmt: skip
