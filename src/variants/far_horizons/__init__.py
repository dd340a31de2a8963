"""Far Horizons: species, their colonies and ships, jumps between the stars, trade and war.

This module lists the variant's hooks and the modules that implement them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from horizons_core.plugins import Face, VariantInfo, hookimpl, provides

if TYPE_CHECKING:
    from horizons_core.orders import Command, Language
    from horizons_core.plugins import GameFormat
    from horizons_core.rng import Stream
    from horizons_core.turn import Phase, VariantRules
    from variants.far_horizons.model import Game


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.far_horizons.constants import PLAYERS
    from variants.far_horizons.model import Game
    from variants.far_horizons.orders.sections import ENVELOPE
    from variants.far_horizons.setup import OPTIONS

    return VariantInfo(
        name="far_horizons",
        title="Far Horizons",
        version="1.1.0",
        summary="Lead a species that settles stars, builds fleets, trades and meets others.",
        package="variants.far_horizons",
        game=Game,
        envelope=ENVELOPE,
        players=PLAYERS,
        options=OPTIONS,
        earlier_rules={
            "1.0.0": ("339ffc42806b46b61634e8d362e848d5", "51b89afce27a15bf9b33cbde05be6e12")
        },
        combat_protocol="variants.far_horizons.battle.fight:GameCombat",
        face=Face("stars", light="#00605c", dark="#62d0c4"),
    )


@hookimpl
def horizons_commands() -> Sequence[Command]:
    from variants.far_horizons.orders.commands import COMMANDS

    return COMMANDS


@hookimpl
def horizons_order_language(commands: Sequence[Command]) -> Language:
    from variants.far_horizons.orders.language import FarHorizonsLanguage

    return FarHorizonsLanguage(tuple(commands))


@hookimpl
def horizons_phases() -> Sequence[Phase]:
    from variants.far_horizons.turn import PHASES

    return PHASES


@hookimpl
def horizons_create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    from variants.far_horizons.rules.housekeeping import new_game

    return new_game(players, options, stream, variant)


horizons_combat_resolver = provides("variants.far_horizons.combat:resolver", call=True)
horizons_economy = provides("variants.far_horizons.economy:Economy", call=True)
horizons_victory = provides("variants.far_horizons.rules.victory:LastTurn", call=True)
horizons_ranking = provides("variants.far_horizons.rules.victory:ranking", call=True)
horizons_view = provides("variants.far_horizons.view.model:view_model", call=True)
horizons_report = provides("variants.far_horizons.report:horizons_report", call=True)
horizons_bots = provides("variants.far_horizons.bots:bots", call=True)


@hookimpl
def horizons_damage(game: Game) -> Sequence[str]:
    from variants.far_horizons.invariants import damage

    return list(damage(game))


@hookimpl
def horizons_invariants(game: Game) -> Sequence[str]:
    from variants.far_horizons.invariants import faults

    return faults(game)


@hookimpl
def horizons_postpone_end(game: Game, turn: int) -> bool:
    from variants.far_horizons.rules.victory import put_off

    put_off(game, turn)
    return True


@hookimpl
def horizons_scenario_state(game: Game, state: Mapping[str, Any]) -> bool:
    from variants.far_horizons.scenario_state import apply_state

    apply_state(game, state)
    return True


@hookimpl
def horizons_formats() -> Mapping[str, GameFormat]:
    from variants.far_horizons.interchange.import_export import formats

    return formats()
