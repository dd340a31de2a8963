"""Jumpgates: a war without dice between the systems around four gates. All hooks are here."""

from horizons_core import VariantInfo, hookimpl
from horizons_core.plugins import Face
from horizons_core.report import form_from_templates
from jumpgates import bots, model, orders, turn, views

INFO = VariantInfo(
    "jumpgates", "Jumpgates", "1.0.0",
    summary="Fleets move at once, support each other, and carry each other through gates.",
    package="jumpgates", game=model.Game, players=(2, 4), options=model.OPTIONS,
    stages=views.STAGES, face=Face("lanes"),
)  # fmt: skip

horizons_variant_info = hookimpl(lambda: INFO)
horizons_commands = hookimpl(lambda: orders.COMMANDS)
horizons_phases = hookimpl(lambda: turn.PHASES)
horizons_create_game = hookimpl(model.create_game)
horizons_stage = hookimpl(lambda game: game.stage)
horizons_awaited = hookimpl(turn.awaited)
horizons_turn_title = hookimpl(views.title)
horizons_victory = hookimpl(turn.Victory)
horizons_view = hookimpl(views.Views)
horizons_report = hookimpl(lambda: form_from_templates("jumpgates", views.SCHEMA))
horizons_bots = hookimpl(lambda: {"admiral": bots.Admiral()})
