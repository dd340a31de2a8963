"""Starcluster: empires among warp points, from a homeworld to the core of a hundred systems.

The catalogue of clauses, which is binding, closes the gaps of the rulebook (SC-SET-001).

This module lists the variant's hooks and the modules that implement them.
"""

from __future__ import annotations

from horizons_core.plugins import Face, VariantInfo, hookimpl, provides

_HERE = "variants.starcluster"


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.starcluster.constants import OPTIONS, PLAYERS
    from variants.starcluster.model import RACE, Starcluster
    from variants.starcluster.orders import ENVELOPE

    return VariantInfo(
        name="starcluster",
        title="Starcluster",
        version="1.1.0",
        earlier_rules={"1.0.0": ("649c6402d9fd2c32b08082e11a1fd519",)},
        summary="Settle star systems, and fight through warp points to a common core.",
        package=_HERE,
        game=Starcluster,
        envelope=ENVELOPE,
        players=PLAYERS,
        options=OPTIONS,
        combat_protocol="variants.starcluster.combat:GameCombat",
        face=Face("warp_points", light="#2a4da3", dark="#97b6ff"),
        stages={RACE: "Choice of race"},
        stage_check=False,  # the rules of races refuse orders that come too late
    )


horizons_create_game = provides(f"{_HERE}.setup.creation:create_game", call=True)
horizons_commands = provides(f"{_HERE}.orders:COMMANDS")
horizons_phases = provides(f"{_HERE}.turn:PHASES")
horizons_join_game = provides(f"{_HERE}.setup.creation:join_game", call=True)
horizons_stage = provides(f"{_HERE}.rules.races:stage_of", call=True)
horizons_turn_title = provides(f"{_HERE}.rules.races:turn_title", call=True)
horizons_victory = provides(f"{_HERE}.rules.standings:Survival", call=True)
horizons_ranking = provides(f"{_HERE}.rules.standings:ranking", call=True)
horizons_economy = provides(f"{_HERE}.economy:StarclusterEconomy", call=True)
horizons_scenario_state = provides(f"{_HERE}.scenario_state.state:apply_state", call=True)
horizons_view = provides(f"{_HERE}.view:view_model", call=True)
horizons_tools = provides(f"{_HERE}.tools:tools", call=True)
horizons_report = provides(f"{_HERE}.report:horizons_report", call=True)
horizons_damage = provides(f"{_HERE}.invariants:damage", call=True)
horizons_invariants = provides(f"{_HERE}.invariants:faults", call=True)
horizons_combat_resolver = provides(f"{_HERE}.combat:Resolver", call=True)
horizons_bots = provides(f"{_HERE}.bots:bots", call=True)
