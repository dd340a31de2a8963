"""Campaign, second edition: worlds, trade, supply and fleets, for Full Thrust and an umpire.

This module lists the variant's hooks and the modules that implement them.
"""

from __future__ import annotations

from horizons_core.model import Role
from horizons_core.plugins import Face, VariantInfo, hookimpl, provides

_PACKAGE = "variants.campaign2e"


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.campaign2e.constants import PLAYERS
    from variants.campaign2e.model import STAGES, Campaign
    from variants.campaign2e.orders import ENVELOPE
    from variants.campaign2e.setup.options import JOIN_OPTIONS, OPTIONS

    return VariantInfo(
        name="campaign2e",
        title="Campaign, second edition",
        version="1.1.0",
        summary="A Full Thrust campaign of trade, supply lines and conquest, with an umpire.",
        package=_PACKAGE,
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
        combat_protocol="variants.campaign2e.combat:GameCombat",
        face=Face("lanes", light="#7a4f00", dark="#e9bb62"),
        stages=STAGES,
        stage_check=False,  # `weeks.begin` refuses them in the words of the rulebook
    )


horizons_create_game = provides("variants.campaign2e.rules.setup_rounds:create_game", call=True)
horizons_commands = provides("variants.campaign2e.orders:COMMANDS")
horizons_phases = provides("variants.campaign2e.turn:PHASES")
horizons_join_game = provides("variants.campaign2e.rules.exploration:join_game", call=True)
horizons_stage = provides("variants.campaign2e.rules.weeks:stage_of", call=True)
horizons_turn_title = provides("variants.campaign2e.rules.weeks:turn_title", call=True)
horizons_awaited = provides("variants.campaign2e.rules.weeks:awaited", call=True)
horizons_victory = provides("variants.campaign2e.rules.standings:WeekLimit", call=True)
horizons_ranking = provides("variants.campaign2e.rules.standings:ranking", call=True)
horizons_combat_resolver = provides("variants.campaign2e.combat:Resolver", call=True)
horizons_economy = provides("variants.campaign2e.economy:Logistics", call=True)
horizons_report = provides("variants.campaign2e.report:horizons_report", call=True)
horizons_view = provides("variants.campaign2e.view:view_model", call=True)
horizons_bots = provides("variants.campaign2e.bots:bots", call=True)
horizons_damage = provides("variants.campaign2e.invariants:damage", call=True)
horizons_invariants = provides("variants.campaign2e.invariants:faults", call=True)
horizons_scenario_state = provides(
    "variants.campaign2e.scenario_state.state:apply_state", call=True
)
