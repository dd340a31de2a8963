"""The mod `engine_1999`: the game as the engine of 1999 played it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from horizons_core.plugins import ModInfo, changes, hookimpl
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY

if TYPE_CHECKING:
    from horizons_core.combat import CombatResolver
    from horizons_core.orders import Command, Language
    from horizons_core.plugins import GameFormat
    from horizons_core.rng import Stream
    from horizons_core.turn import Phase, VariantRules
    from variants.far_horizons.economy import Economy
    from variants.far_horizons.model import Game
    from variants.far_horizons.view.model import FarHorizonsView


@hookimpl
def horizons_mod_info() -> ModInfo:
    return ModInfo(
        name="engine_1999",
        variant="far_horizons",
        title="The engine of 1999",
        version="1.0.0",
        summary="The game as the engine of 1999 played it.",
    )


@hookimpl
def horizons_create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    from variants.far_horizons.mods.engine_1999.forms import ENGINE_FORMS
    from variants.far_horizons.rules.housekeeping import new_game

    return new_game(players, options, stream, variant, ENGINE_FORMS)


@hookimpl
def horizons_economy() -> Economy:
    return ENGINE_ECONOMY


@changes
def horizons_commands(commands: Sequence[Command]) -> Sequence[Command]:
    from variants.far_horizons.mods.engine_1999.commands import as_in_1999

    return as_in_1999(commands)


@hookimpl
def horizons_order_language(commands: Sequence[Command]) -> Language:
    from variants.far_horizons.mods.engine_1999.language import Language1999

    return Language1999(tuple(commands))


@changes
def horizons_phases(phases: Sequence[Phase]) -> Sequence[Phase]:
    from variants.far_horizons.model.names import with_names
    from variants.far_horizons.mods.engine_1999.names import ForgivingNames
    from variants.far_horizons.mods.engine_1999.steps import WRAPPERS, as_in_1999
    from variants.far_horizons.rules.steps import wrapped_step

    names = ForgivingNames()
    return [
        with_names(
            wrapped_step(phase, partial(as_in_1999, phase.name))
            if phase.name in WRAPPERS
            else phase,
            names,
        )
        for phase in phases
    ]


@hookimpl
def horizons_combat_resolver(variant: VariantRules) -> CombatResolver:
    from variants.far_horizons.combat import Resolver
    from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

    return Resolver(ENGINE_1999_BATTLES, variant.economy)


@hookimpl
def horizons_formats() -> Mapping[str, GameFormat]:
    from variants.far_horizons.interchange.import_export import formats
    from variants.far_horizons.mods.engine_1999.views import DISGUISE

    return formats(DISGUISE, ENGINE_ECONOMY)


@changes
def horizons_view(previous: FarHorizonsView) -> FarHorizonsView:
    from variants.far_horizons.mods.engine_1999.views import as_in_1999

    return as_in_1999(previous)
