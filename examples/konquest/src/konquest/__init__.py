"""Konquest in the fog: planets build ships, fleets attack across a plane. All hooks are here."""

from horizons_core import VariantInfo, hookimpl
from horizons_core.plugins import Face
from horizons_core.report import form_from_templates
from konquest import bots, combat, model, orders, turn, views

INFO = VariantInfo(
    "konquest", "Konquest in the Fog", "1.0.0",
    summary="Planets build ships, and fleets conquer planets hidden in the fog.",
    package="konquest", game=model.Game, players=(2, 6), options=model.OPTIONS,
    face=Face("planets", light="#6b4a00", dark="#f0c060"),
)  # fmt: skip

horizons_variant_info = hookimpl(lambda: INFO)
horizons_commands = hookimpl(lambda: [orders.SEND])
horizons_phases = hookimpl(lambda: turn.PHASES)
horizons_create_game = hookimpl(model.create_game)
horizons_combat_resolver = hookimpl(combat.Resolver)
horizons_economy = hookimpl(model.Economy)
horizons_victory = hookimpl(turn.Victory)
horizons_view = hookimpl(views.Views)
horizons_report = hookimpl(lambda: form_from_templates("konquest", views.SCHEMA))
horizons_bots = hookimpl(lambda variant: {"admiral": bots.Admiral(variant.economy)})
