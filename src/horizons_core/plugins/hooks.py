"""Specifications of all hooks that a variant or house rule can implement.

A variant is a module with functions of these names, marked `@hookimpl`; it is found by an entry
point of the group `horizons.variants`. A mod (group `horizons.mods`) is the same, but registered
after the variant. Hooks that *provide* something (`firstresult`) ask the mods first: a mod replaces
the variant's answer by giving its own, or changes it as a wrapper (`@hookimpl(wrapper=True)`:
`answer = yield`, then return the changed answer). Two mods may not both replace; wrappers stack.
Hooks that *gather* collect all answers. Notices expect no answer. Each hook is called at most once
per phase, batch or report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from horizons_core.bots import Bot
    from horizons_core.combat import CombatResolver
    from horizons_core.model.entities import Empire, Game, Rank, Victory
    from horizons_core.model.ledger import Economy
    from horizons_core.model.views import ViewModel
    from horizons_core.orders.commands import Command
    from horizons_core.orders.language import Language
    from horizons_core.plugins.info import ModInfo, VariantInfo
    from horizons_core.plugins.tools import GameFormat, Tool
    from horizons_core.report.document import ReportForm
    from horizons_core.rng import Stream
    from horizons_core.turn.context import Phase, TurnContext, VariantRules

#: The project name under which pluggy registers the hooks.
PROJECT = "horizons"

hookspec = pluggy.HookspecMarker(PROJECT)
#: Marks a function as the implementation of the hook of its name (pluggy's marker).
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec(firstresult=True)
def horizons_variant_info() -> VariantInfo:  # type: ignore[empty-body]
    """Describe the variant: name, version, numbers of players, options, schema of its saves."""


@hookspec(firstresult=True)
def horizons_mod_info() -> ModInfo:  # type: ignore[empty-body]
    """Describe the mod and the variant that it changes. Only mods implement this."""


@hookspec(firstresult=True)
def horizons_commands() -> Sequence[Command]:  # type: ignore[empty-body]
    """Provide the commands that players may give; their grammar is the package's `orders.lark`."""


@hookspec(firstresult=True)
def horizons_order_language(  # type: ignore[empty-body]
    info: VariantInfo, commands: Sequence[Command], mods: Sequence[str]
) -> Language:
    """Provide the order language for these commands and mods (by name).

    By default, orders are lines, parsed by the grammar in the package's `orders.lark`.
    """


@hookspec(firstresult=True)
def horizons_phases() -> Sequence[Phase]:  # type: ignore[empty-body]
    """Provide the phases of a turn, in order."""


@hookspec(firstresult=True)
def horizons_create_game(  # type: ignore[empty-body]
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    """Create a game at turn 0 for these players, with `stream` as the only source of chance.

    The options are checked and complete. The core sets every game's fields (secret, mods, ...).
    """


@hookspec(firstresult=True)
def horizons_join_game(  # type: ignore[empty-body]
    game: Game,
    player: str,
    options: Mapping[str, Any],
    stream: Stream,
    variant: VariantRules,
) -> Empire:
    """Create a late player's empire in a running game, between turns, and return it.

    `game` is a copy: add everything that belongs to the empire. The core adds the empire itself,
    unless the hook has done so. The options (`VariantInfo.join_options`) are checked and complete;
    all chance comes from `stream`, whose key is never published. Raises OptionError if there is no
    room. Only variants that accept players into running games implement this.
    """


@hookspec(firstresult=True)
def horizons_combat_resolver(variant: VariantRules) -> CombatResolver:  # type: ignore[empty-body]
    """Provide the resolver that fights battles, inside and outside games."""


@hookspec(firstresult=True)
def horizons_economy() -> Economy:  # type: ignore[empty-body]
    """Provide the economy: its accounts, and the rules of income and cost that phases use."""


@hookspec(firstresult=True)
def horizons_victory(variant: VariantRules) -> Victory:  # type: ignore[empty-body]
    """Provide the victory rule. Phases may ask it; otherwise the core does after the last phase."""


@hookspec
def horizons_messages() -> Mapping[str, str]:  # type: ignore[empty-body]
    """Contribute sentences of events by reason code, which replace those of the event kinds."""


@hookspec(firstresult=True)
def horizons_view(variant: VariantRules) -> ViewModel:  # type: ignore[empty-body]
    """Provide the view model, which decides who sees what and describes it."""


@hookspec(firstresult=True)
def horizons_report(variant: VariantRules) -> ReportForm:  # type: ignore[empty-body]
    """Provide the report's JSON Schema and its rendering as text and HTML."""


@hookspec
def horizons_bots(variant: VariantRules) -> Mapping[str, Bot]:  # type: ignore[empty-body]
    """Contribute bots by name; if there are fewer than two, the core adds `random` and `idle`."""


@hookspec
def horizons_invariants(  # type: ignore[empty-body]
    game: Game, variant: VariantRules
) -> Sequence[str]:
    """Return a sentence for each state of this game that must never occur."""


@hookspec
def horizons_damage(game: Game) -> Sequence[str]:  # type: ignore[empty-body]
    """Return a sentence for each inconsistency in a game that is being loaded.

    A game with any is refused. The limits of single fields have been checked already; typical
    faults are lists of different lengths, places off the map, and missing parts. The hook is
    called at every load, so keep it fast. An error that it raises also counts as damage.
    """


@hookspec(firstresult=True)
def horizons_scenario_state(game: Game, state: Mapping[str, Any]) -> bool:  # type: ignore[empty-body]
    """Change a fresh game into the situation of a scenario; raises ScenarioError. Returns True."""


@hookspec(firstresult=True)
def horizons_stage(game: Game) -> str:  # type: ignore[empty-body]
    """Name the stage of the game that the next turn's orders are for, such as "retreats".

    Return a name declared in `VariantInfo.stages` or `ModInfo.stages`, or "" for an ordinary turn
    (the default). `Command.stages` limits orders to stages. The hook is also called with an
    empire's knowledge, so use only what all players know.
    """


@hookspec(firstresult=True)
def horizons_turn_title(game: Game, variant: VariantRules) -> str:  # type: ignore[empty-body]
    """Title the next turn in the game's own words, such as "Week 7" or "Set-up, round 2".

    Pages show it next to the turn's number. It is public, so use only what all players know. By
    default, it is the title of the stage; "" for none.
    """


@hookspec(firstresult=True)
def horizons_awaited(game: Game) -> Sequence[str]:  # type: ignore[empty-body]
    """Return the ids of the players and umpires whose orders the next turn needs.

    Hosts wait only for these, and run the turn at once if there are none; others may still submit
    orders. The list is public, as is who has submitted orders, so it must not reveal hidden
    information. By default, all empires that are still in the game are awaited.
    """


@hookspec(firstresult=True)
def horizons_ranking(  # type: ignore[empty-body]
    game: Game, variant: VariantRules
) -> Sequence[Rank]:
    """Rank the empires, best first: called when the gamemaster ends a game."""


@hookspec(firstresult=True)
def horizons_postpone_end(game: Game, turn: int) -> bool:  # type: ignore[empty-body]
    """Keep a running game from ending by its own last turn before this turn. Returns True.

    Called at the gamemaster's request; it does not change what players may see.
    """


@hookspec
def horizons_formats() -> Mapping[str, GameFormat]:  # type: ignore[empty-body]
    """Contribute the formats of other programs' games, to be read, written or both, by name."""


@hookspec
def horizons_tools(variant: VariantRules) -> Sequence[Tool]:  # type: ignore[empty-body]
    """Contribute small tools that need no game, run as `horizons VARIANT TOOL`."""


@hookspec
def horizons_turn_started(context: TurnContext) -> None:
    """Notice: the orders have been read, and no phase has run yet."""


@hookspec
def horizons_phase_ended(context: TurnContext) -> None:
    """Notice: `context.phase` has run."""


@hookspec
def horizons_turn_ended(context: TurnContext) -> None:
    """Notice: all phases have run."""


@hookspec
def horizons_report_ready(report: Mapping[str, Any]) -> None:
    """Notice: an empire's report (its JSON document) is ready."""
