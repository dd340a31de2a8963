"""Horizons: a rules framework for turn-based space strategy games that people play by mail.

import horizons_core as hz

variant = hz.load_variant("event_horizon")
game = variant.new_game(["Ada", "Brin"], seed=7)
turn = hz.run_turn(game, {"Ada": "BUILD 1 0 1 0 0 Probe"})
print(turn.report("Ada").text)
"""

from __future__ import annotations

from horizons_core.codec import canonical, digest, dump, load
from horizons_core.combat import Battle, BattleRecord, BattleStatistics, CombatResolver
from horizons_core.economy import Economy, Ledger
from horizons_core.engine import Turn, opening, run_turn
from horizons_core.entities import Empire, Entity, Game, Outcome, Sight, Unit, World
from horizons_core.errors import HorizonsError
from horizons_core.events import Event, EventKind
from horizons_core.hooks import hookimpl
from horizons_core.info import ModInfo, Option, VariantInfo
from horizons_core.orders import Command, Diagnostic, Order
from horizons_core.phases import Phase, TurnContext
from horizons_core.plugins import Bot, Variant, load_variant, mods, variant_of, variants
from horizons_core.reports import Report, ReportForm
from horizons_core.rng import Stream
from horizons_core.views import View, ViewModel

__version__ = "0.1.0"

__all__ = [
    "Battle", "BattleRecord", "BattleStatistics", "Bot", "CombatResolver", "Command", "Diagnostic",
    "Economy", "Empire", "Entity", "Event", "EventKind", "Game", "HorizonsError", "Ledger",
    "ModInfo", "Option", "Order", "Outcome", "Phase", "Report", "ReportForm", "Sight", "Stream",
    "Turn", "TurnContext", "Unit", "Variant", "VariantInfo", "View", "ViewModel", "World",
    "canonical", "digest", "dump", "hookimpl", "load", "load_variant", "mods", "opening",
    "run_turn", "variant_of", "variants",
]  # fmt: skip
