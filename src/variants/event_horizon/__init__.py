"""Event Horizon: motherships, hulls that hold components together, and a lottery of volleys.

This module lists the variant's hooks and the modules that implement them. `docs/event-horizon.md`
says what house rules can change, and which names they may use.
"""

from __future__ import annotations

from horizons_core.plugins import Face, VariantInfo, hookimpl, provides


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.event_horizon.constants import PLAYERS
    from variants.event_horizon.model import Game
    from variants.event_horizon.orders import ENVELOPE
    from variants.event_horizon.setup import OPTIONS

    return VariantInfo(
        name="event_horizon",
        title="Event Horizon",
        version="1.1.0",
        summary="Mine a hex map without edges, and protect the mothership that builds your ships.",
        package="variants.event_horizon",
        game=Game,
        envelope=ENVELOPE,
        earlier_rules={"1.0.0": ("e543a3bedab1540b8825230577a315c1",)},
        players=PLAYERS,
        options=OPTIONS,
        face=Face("hexes", light="#5a3ea6", dark="#bda9ff"),
    )


horizons_create_game = provides("variants.event_horizon.setup:create_game", call=True)
horizons_commands = provides("variants.event_horizon.orders:COMMANDS")
horizons_phases = provides("variants.event_horizon.turn:PHASES")
horizons_economy = provides("variants.event_horizon.economy:Mining", call=True)
horizons_combat_resolver = provides("variants.event_horizon.combat:Resolver", call=True)
horizons_victory = provides("variants.event_horizon.rules.victory:victory", call=True)
horizons_ranking = provides("variants.event_horizon.rules.victory:ranking", call=True)
horizons_view = provides("variants.event_horizon.view:view_model", call=True)
horizons_report = provides("variants.event_horizon.report:FORM")
horizons_bots = provides("variants.event_horizon.bots:bots", call=True)
horizons_damage = provides("variants.event_horizon.invariants:damage", call=True)
horizons_invariants = provides("variants.event_horizon.invariants:faults", call=True)
horizons_scenario_state = provides("variants.event_horizon.scenario_state:apply_state", call=True)
