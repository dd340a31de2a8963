"""Prospectors: robots, rocks and claim jumping on a ring of asteroids. All hooks are here."""

from types import SimpleNamespace

from horizons_core import VariantInfo, hookimpl
from horizons_core.orders import Envelope
from horizons_core.report import form_from_templates
from prospectors import bots, combat, model, orders, phases, views

INFO = VariantInfo(
    name="prospectors",
    title="Prospectors",
    version="1.0.0",
    summary="Prospectors leave robots on asteroids and jump each other's claims.",
    package="prospectors",
    game=model.Game,
    envelope=Envelope("#PROSPECTORS"),
    players=(2, 6),
    options=model.OPTIONS,
)

horizons_variant_info = hookimpl(lambda: INFO)
horizons_commands = hookimpl(lambda: orders.COMMANDS)
horizons_phases = hookimpl(lambda: phases.PHASES)
horizons_create_game = hookimpl(model.create_game)
horizons_combat_resolver = hookimpl(lambda: combat.ROBOTS)
horizons_economy = hookimpl(lambda: SimpleNamespace(accounts=("ore",)))
horizons_view = hookimpl(lambda: views.VIEWS)
horizons_report = hookimpl(lambda: form_from_templates("prospectors", views.SCHEMA))
horizons_bots = hookimpl(lambda: bots.BOTS)
horizons_invariants = hookimpl(model.faults)
