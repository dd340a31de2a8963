"""Galaxy G: designed ships in groups and fleets, routes and production, by letter orders.

This module is the variant's table of contents: every hook, and the room that answers it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from horizons_core.plugins import VariantInfo, hookimpl

if TYPE_CHECKING:
    from horizons_core.bots import Bot
    from horizons_core.model import Rank
    from horizons_core.orders import Command
    from horizons_core.report import ReportForm
    from horizons_core.rng import Stream
    from horizons_core.turn import Phase
    from variants.galaxy_g.combat import Resolver
    from variants.galaxy_g.economy import Industry
    from variants.galaxy_g.model import Game
    from variants.galaxy_g.views import GalaxyView


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.galaxy_g.constants import PLAYERS
    from variants.galaxy_g.model import Game
    from variants.galaxy_g.orders import ENVELOPE, STYLE
    from variants.galaxy_g.setup import OPTIONS

    return VariantInfo(
        name="galaxy_g",
        title="Galaxy G",
        version="1.0.0",
        summary="Races design ships, settle planets by routes, and wage wars and coalitions.",
        package="variants.galaxy_g",
        game=Game,
        envelope=ENVELOPE,
        style=STYLE,
        players=PLAYERS,
        options=OPTIONS,
    )


@hookimpl
def horizons_commands() -> Sequence[Command]:
    from variants.galaxy_g.orders import COMMANDS

    return COMMANDS


@hookimpl
def horizons_phases() -> Sequence[Phase]:
    from variants.galaxy_g.phases import PHASES

    return PHASES


@hookimpl
def horizons_create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream
) -> Game:
    from variants.galaxy_g.setup import create_game

    return create_game(players, options, stream)


@hookimpl
def horizons_combat_resolver() -> Resolver:
    from variants.galaxy_g.combat import Resolver

    return Resolver()


@hookimpl
def horizons_economy() -> Industry:
    from variants.galaxy_g.economy import Industry

    return Industry()


@hookimpl
def horizons_view() -> GalaxyView:
    from variants.galaxy_g.views import GalaxyView

    return GalaxyView()


@hookimpl
def horizons_report() -> ReportForm:
    from variants.galaxy_g.reports import FORM

    return FORM


@hookimpl
def horizons_bots() -> Mapping[str, Bot]:
    from variants.galaxy_g.bots import BOTS

    return BOTS


@hookimpl
def horizons_invariants(game: Game) -> Sequence[str]:
    from variants.galaxy_g.invariants import faults

    return faults(game)


@hookimpl
def horizons_ranking(game: Game) -> Sequence[Rank]:
    from variants.galaxy_g.victory import ranking

    return ranking(game)


@hookimpl
def horizons_scenario_state(game: Game, state: Mapping[str, Any]) -> bool:
    from variants.galaxy_g.situations import apply_state

    apply_state(game, state)
    return True
