"""Campaign, second edition: worlds, trade, supply and fleets, for Full Thrust and an umpire.

This module is the variant's table of contents: every hook, and the room that answers it.
"""

from __future__ import annotations

from horizons_core.model import Role
from horizons_core.plugins import Face, VariantInfo, hookimpl, provides

_HERE = "variants.campaign2e"


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.campaign2e.constants import PLAYERS
    from variants.campaign2e.model import Campaign
    from variants.campaign2e.orders import ENVELOPE
    from variants.campaign2e.setup.options import JOIN_OPTIONS, OPTIONS

    return VariantInfo(
        name="campaign2e",
        title="Campaign, second edition",
        version="1.1.0",
        summary="Worlds trade, fleets cost supply, and an umpire looks on: a Full Thrust campaign.",
        package=_HERE,
        earlier_rules={"1.0.0": ("792d129688760df8fca9991b0b34ba08",)},
        game=Campaign,
        envelope=ENVELOPE,
        players=PLAYERS,
        options=OPTIONS,
        join_options=JOIN_OPTIONS,
        roles=(
            Role(
                "umpire",
                "Umpire",
                "Sees everything, enters results of battles, and plays pirates and outside powers.",
                sees_all=True,
            ),
        ),
        face=Face("lanes", light="#7a4f00", dark="#e9bb62"),
    )


horizons_create_game = provides(f"{_HERE}.rules.opening:create_game", call=True)
horizons_commands = provides(f"{_HERE}.orders:COMMANDS")
horizons_phases = provides(f"{_HERE}.turn:PHASES")
horizons_join_game = provides(f"{_HERE}.rules.newcomers:join_game", call=True)
horizons_victory = provides(f"{_HERE}.rules.standings:Length", call=True)
horizons_ranking = provides(f"{_HERE}.rules.standings:ranking", call=True)
horizons_combat_resolver = provides(f"{_HERE}.combat:Resolver", call=True)
horizons_economy = provides(f"{_HERE}.economy:Logistics", call=True)
horizons_report = provides(f"{_HERE}.report:horizons_report", call=True)
horizons_view = provides(f"{_HERE}.view:view_model", call=True)
horizons_bots = provides(f"{_HERE}.bots:bots", call=True)
horizons_damage = provides(f"{_HERE}.damage:damage", call=True)
horizons_invariants = provides(f"{_HERE}.invariants:faults", call=True)
horizons_scenario_state = provides(f"{_HERE}.scenario_state.state:apply_state", call=True)
