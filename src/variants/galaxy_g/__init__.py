"""Galaxy G: designed ships in groups and fleets, routes and production, by letter orders.

This module lists the variant's hooks and the modules that implement them.
"""

from __future__ import annotations

from horizons_core.plugins import Face, VariantInfo, hookimpl, provides


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.galaxy_g.constants import PLAYERS
    from variants.galaxy_g.model import Game
    from variants.galaxy_g.orders import ENVELOPE, STYLE
    from variants.galaxy_g.setup.galaxy import OPTIONS

    return VariantInfo(
        name="galaxy_g",
        title="Galaxy G",
        version="1.1.0",
        summary="Design ships, settle planets, run cargo routes, wage war and form coalitions.",
        package="variants.galaxy_g",
        game=Game,
        envelope=ENVELOPE,
        style=STYLE,
        players=PLAYERS,
        options=OPTIONS,
        earlier_rules={
            "1.0.0": ("a0bb9add5284b1d05b1679b973e9f235", "6b89dc34961bd312b5b2914e75cbe0af")
        },
        combat_protocol="variants.galaxy_g.combat:GameCombat",
        face=Face("planets", light="#98285a", dark="#f4a0c4"),
    )


horizons_create_game = provides("variants.galaxy_g.setup.galaxy:create_game", call=True)
horizons_commands = provides("variants.galaxy_g.orders:COMMANDS")
horizons_phases = provides("variants.galaxy_g.turn:PHASES")
horizons_economy = provides("variants.galaxy_g.economy:Industry", call=True)
horizons_combat_resolver = provides("variants.galaxy_g.combat:Resolver", call=True)
horizons_victory = provides("variants.galaxy_g.rules.victory:HostEnds", call=True)
horizons_ranking = provides("variants.galaxy_g.rules.victory:ranking", call=True)
horizons_view = provides("variants.galaxy_g.view.model:galaxy_view", call=True)
horizons_report = provides("variants.galaxy_g.report:FORM")
horizons_bots = provides("variants.galaxy_g.bots:bots", call=True)
horizons_damage = provides("variants.galaxy_g.invariants:damage", call=True)
horizons_invariants = provides("variants.galaxy_g.invariants:faults", call=True)
horizons_scenario_state = provides("variants.galaxy_g.scenario_state.state:apply_state", call=True)
