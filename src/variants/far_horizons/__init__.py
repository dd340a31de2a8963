"""Far Horizons: species, their colonies and ships, jumps between the stars, trade and war.

This module is the variant's table of contents: every hook, and the room that answers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from horizons_core.plugins import VariantInfo, hookimpl

if TYPE_CHECKING:
    from horizons_core.bots import Bot
    from horizons_core.combat import CombatResolver
    from horizons_core.model import Rank
    from horizons_core.orders import Command, Language
    from horizons_core.plugins import GameFormat
    from horizons_core.report import ReportForm
    from horizons_core.rng import Stream
    from horizons_core.turn import Phase, VariantRules
    from variants.far_horizons.economy import Treasury
    from variants.far_horizons.model import Game
    from variants.far_horizons.view.model import FarHorizonsView


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.far_horizons.constants import PLAYERS
    from variants.far_horizons.model import Game
    from variants.far_horizons.orders.language import ENVELOPE
    from variants.far_horizons.setup import OPTIONS

    return VariantInfo(
        name="far_horizons",
        title="Far Horizons",
        version="1.0.0",
        summary="Species settle the stars, build fleets, trade knowledge and meet each other.",
        package="variants.far_horizons",
        game=Game,
        envelope=ENVELOPE,
        players=PLAYERS,
        options=OPTIONS,
    )


@hookimpl
def horizons_commands() -> Sequence[Command]:
    from variants.far_horizons.orders.commands import COMMANDS

    return COMMANDS


@hookimpl
def horizons_order_language(commands: Sequence[Command], mods: Sequence[str]) -> Language:
    from variants.far_horizons.orders.language import language_for

    return language_for(commands, mods)


@hookimpl
def horizons_phases() -> Sequence[Phase]:
    from variants.far_horizons.turn import PHASES

    return PHASES


@hookimpl
def horizons_create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream
) -> Game:
    from variants.far_horizons.rules.opening import new_game

    return new_game(players, options, stream)


@hookimpl
def horizons_combat_resolver() -> CombatResolver:
    from variants.far_horizons.combat import Resolver

    return Resolver()


@hookimpl
def horizons_economy() -> Treasury:
    from variants.far_horizons.economy import Treasury

    return Treasury()


@hookimpl
def horizons_view(variant: VariantRules) -> FarHorizonsView:
    from variants.far_horizons.view.model import view_model

    return view_model(variant)


@hookimpl
def horizons_report() -> ReportForm:
    from variants.far_horizons.report import FORM

    return FORM


@hookimpl
def horizons_bots() -> Mapping[str, Bot]:
    from variants.far_horizons.bots import BOTS

    return BOTS


@hookimpl
def horizons_invariants(game: Game) -> Sequence[str]:
    from variants.far_horizons.invariants import faults

    return faults(game)


@hookimpl
def horizons_ranking(game: Game) -> Sequence[Rank]:
    from variants.far_horizons.rules.victory import ranking

    return ranking(game)


@hookimpl
def horizons_put_off(game: Game, turn: int) -> bool:
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
    from variants.far_horizons.interchange.moving import formats

    return formats()
