"""Horizons: a rules framework for turn-based space strategy games that people play by email.

import horizons_core as hz

variant = hz.load_variant("event_horizon")
game = variant.new_game(["Ada", "Brin"], seed=7)
turn = hz.run_turn(game, {"Ada": "BUILD 1 0 1 0 0 Probe"})
print(turn.report("Ada").text)
"""

from __future__ import annotations

from horizons_core.bots import Bot
from horizons_core.codec import canonical, digest, dump
from horizons_core.combat import Battle, BattleRecord, BattleStatistics, CombatResolver
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import Empire, Entity, Game, Outcome, Seat, Unit, World
from horizons_core.model.events import Event, EventKind
from horizons_core.model.ledger import Economy, Ledger
from horizons_core.model.sight import Sight
from horizons_core.model.views import Role, View, ViewModel
from horizons_core.orders.commands import Command, Order
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.plugins.hooks import hookimpl
from horizons_core.plugins.info import ModInfo, Option, VariantInfo
from horizons_core.plugins.loader import load_variant, mods, opening, run_turn, variant_of, variants
from horizons_core.plugins.variant import Variant
from horizons_core.report.document import Report, ReportForm
from horizons_core.rng import Stream
from horizons_core.saves import load
from horizons_core.turn.context import Phase, TurnContext
from horizons_core.turn.run import Turn
from horizons_core.version import VERSION

__version__ = VERSION

__all__ = [
    "Battle", "BattleRecord", "BattleStatistics", "Bot", "CombatResolver", "Command", "Diagnostic",
    "Economy", "Empire", "Entity", "Event", "EventKind", "Game", "HorizonsError", "Ledger",
    "LocalizedText", "ModInfo", "Option", "Order", "Outcome", "Phase", "Report", "ReportForm",
    "Role", "Seat", "Sight", "Stream", "Turn", "TurnContext", "Unit", "Variant", "VariantInfo",
    "View", "ViewModel", "World", "canonical", "digest", "dump", "hookimpl", "load", "load_variant",
    "mods", "opening", "run_turn", "variant_of", "variants",
]  # fmt: skip
