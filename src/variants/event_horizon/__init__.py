"""Event Horizon: motherships, hulls that hold components together, and a lottery of volleys.

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
    from variants.event_horizon.combat import Resolver
    from variants.event_horizon.economy import Mining
    from variants.event_horizon.model import Game
    from variants.event_horizon.views import EventHorizonView


@hookimpl
def horizons_variant_info() -> VariantInfo:
    from variants.event_horizon.constants import PLAYERS
    from variants.event_horizon.model import Game
    from variants.event_horizon.orders import ENVELOPE
    from variants.event_horizon.setup import OPTIONS

    return VariantInfo(
        name="event_horizon",
        title="Event Horizon",
        version="1.0.0",
        summary="Motherships explore a wrapping hex map, mine it and fight a lottery of volleys.",
        package="variants.event_horizon",
        game=Game,
        envelope=ENVELOPE,
        players=PLAYERS,
        options=OPTIONS,
    )


@hookimpl
def horizons_commands() -> Sequence[Command]:
    from variants.event_horizon.orders import COMMANDS

    return COMMANDS


@hookimpl
def horizons_phases() -> Sequence[Phase]:
    from variants.event_horizon.phases import PHASES

    return PHASES


@hookimpl
def horizons_create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream
) -> Game:
    from variants.event_horizon.setup import create_game

    return create_game(players, options, stream)


@hookimpl
def horizons_combat_resolver() -> Resolver:
    from variants.event_horizon.combat import Resolver

    return Resolver()


@hookimpl
def horizons_economy() -> Mining:
    from variants.event_horizon.economy import Mining

    return Mining()


@hookimpl
def horizons_view() -> EventHorizonView:
    from variants.event_horizon.views import EventHorizonView

    return EventHorizonView()


@hookimpl
def horizons_report() -> ReportForm:
    from horizons_core.report import form_from_templates
    from variants.event_horizon.reports import VIEW_SCHEMA, prepare

    return form_from_templates("variants.event_horizon", VIEW_SCHEMA, prepare)


@hookimpl
def horizons_bots() -> Mapping[str, Bot]:
    from variants.event_horizon.bots import BOTS

    return BOTS


@hookimpl
def horizons_invariants(game: Game) -> Sequence[str]:
    from variants.event_horizon.invariants import faults

    return faults(game)


@hookimpl
def horizons_ranking(game: Game) -> Sequence[Rank]:
    from variants.event_horizon.victory import ranking

    return ranking(game)


@hookimpl
def horizons_scenario_state(game: Game, state: Mapping[str, Any]) -> bool:
    from variants.event_horizon.situations import apply_state

    apply_state(game, state)
    return True
