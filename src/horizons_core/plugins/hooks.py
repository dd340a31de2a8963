"""The hook specifications: all that a variant or a house rule can register.

A variant is a module with functions of these names, marked `@hookimpl`; it is found by an entry
point of the group `horizons.variants`. A mod (group `horizons.mods`) is the same thing, registered
after the variant. Hooks that *provide* something (`firstresult`) ask the mods first: a mod replaces
the variant's answer by giving its own, or changes it as a wrapper (`@hookimpl(wrapper=True)`:
`answer = yield`, then return the changed one). Two mods may not both replace; wrappers stack. Hooks
that *gather* get everybody's answers. Notices only tell. No hook is called more than once a phase,
a batch or a report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from horizons_core.bots import Bot
    from horizons_core.combat import CombatResolver
    from horizons_core.model.entities import Empire, Game, Rank
    from horizons_core.model.ledger import Economy
    from horizons_core.model.victory import Victory
    from horizons_core.model.views import ViewModel
    from horizons_core.orders.commands import Command
    from horizons_core.orders.language import Language
    from horizons_core.plugins.formats import GameFormat
    from horizons_core.plugins.info import ModInfo, VariantInfo
    from horizons_core.plugins.tools import Tool
    from horizons_core.report.document import ReportForm
    from horizons_core.rng import Stream
    from horizons_core.turn.context import Phase, TurnContext, VariantRules

#: What pluggy calls all our hooks by.
PROJECT = "horizons"

hookspec = pluggy.HookspecMarker(PROJECT)
#: Marks a function, or makes of one, the implementation of the hook of its name (pluggy's marker).
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec(firstresult=True)
def horizons_variant_info() -> VariantInfo:  # type: ignore[empty-body]
    """Say what the variant is: name, version, numbers of players, options, schema of its saves."""


@hookspec(firstresult=True)
def horizons_mod_info() -> ModInfo:  # type: ignore[empty-body]
    """Say what the mod is and which variant it changes. Only mods implement this."""


@hookspec(firstresult=True)
def horizons_commands() -> Sequence[Command]:  # type: ignore[empty-body]
    """Provide the commands that players may give; their grammar is the package's `orders.lark`."""


@hookspec(firstresult=True)
def horizons_order_language(  # type: ignore[empty-body]
    info: VariantInfo, commands: Sequence[Command], mods: Sequence[str]
) -> Language:
    """Provide what reads orders, for these commands and with these mods (their names).

    The core's own reads a line an order by the grammar in the package's `orders.lark`.
    """


@hookspec(firstresult=True)
def horizons_phases() -> Sequence[Phase]:  # type: ignore[empty-body]
    """Provide the phases of a turn, in their order."""


@hookspec(firstresult=True)
def horizons_create_game(  # type: ignore[empty-body]
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    """Make a game at turn 0 for these players, drawing all chance from `stream`.

    The options are checked and complete. The core fills in what every game has (secret, mods, ...).
    """


@hookspec(firstresult=True)
def horizons_join_game(  # type: ignore[empty-body]
    game: Game,
    player: str,
    options: Mapping[str, Any],
    stream: Stream,
    variant: VariantRules,
) -> Empire:
    """Add a late player's empire to a running game, between turns, and give it.

    `game` is a copy: put into it whatever belongs to the empire. The core adds the empire itself,
    unless the hook has done so. The options (`VariantInfo.join_options`) are checked and complete;
    all chance comes from `stream`, whose key is never published. Raises OptionError if there is no
    room. Only variants that take players into running games implement this.
    """


@hookspec(firstresult=True)
def horizons_combat_resolver(variant: VariantRules) -> CombatResolver:  # type: ignore[empty-body]
    """Provide the resolver that fights battles, in games and without."""


@hookspec(firstresult=True)
def horizons_economy() -> Economy:  # type: ignore[empty-body]
    """Provide the economy: its accounts, and the rules of income and cost that phases ask for."""


@hookspec(firstresult=True)
def horizons_victory(variant: VariantRules) -> Victory:  # type: ignore[empty-body]
    """Provide what ends a game, and who has won it. Phases ask it, else the core after the last."""


@hookspec
def horizons_messages() -> Mapping[str, str]:  # type: ignore[empty-body]
    """Contribute sentences of events by reason code, instead of those of their kinds."""


@hookspec(firstresult=True)
def horizons_view(variant: VariantRules) -> ViewModel:  # type: ignore[empty-body]
    """Provide what decides who sees what, and describes it."""


@hookspec(firstresult=True)
def horizons_report(variant: VariantRules) -> ReportForm:  # type: ignore[empty-body]
    """Provide the report's JSON Schema and its renderings as text and HTML."""


@hookspec
def horizons_bots(variant: VariantRules) -> Mapping[str, Bot]:  # type: ignore[empty-body]
    """Contribute bots by name; to fewer than two the core adds its own, `random` and `idle`."""


@hookspec
def horizons_invariants(  # type: ignore[empty-body]
    game: Game, variant: VariantRules
) -> Sequence[str]:
    """Name, in words, whatever must never be so in a game and is so in this one."""


@hookspec
def horizons_damage(game: Game) -> Sequence[str]:  # type: ignore[empty-body]
    """Name, in words, what in a game that is being loaded does not fit together.

    The game is refused for it. The limits of its fields hold already; what is left are lists that
    must have one length, places off the map, and parts of things that these do not have. It is
    asked at every loading: look at little. An error that it raises counts as damage, too.
    """


@hookspec(firstresult=True)
def horizons_scenario_state(game: Game, state: Mapping[str, Any]) -> bool:  # type: ignore[empty-body]
    """Change a fresh game into the situation of a scenario; raises ScenarioError. Returns True."""


@hookspec(firstresult=True)
def horizons_ranking(  # type: ignore[empty-body]
    game: Game, variant: VariantRules
) -> Sequence[Rank]:
    """Say how the empires stand, the best first: asked when the gamemaster ends a game."""


@hookspec(firstresult=True)
def horizons_put_off(game: Game, turn: int) -> bool:  # type: ignore[empty-body]
    """Let a running game not end by its own last turn before this one is over. Returns True.

    Asked when the gamemaster wants it so; what players may see does not change.
    """


@hookspec
def horizons_formats() -> Mapping[str, GameFormat]:  # type: ignore[empty-body]
    """Contribute foreign formats by name: games of other programs, to be read, written or both."""


@hookspec
def horizons_tools(variant: VariantRules) -> Sequence[Tool]:  # type: ignore[empty-body]
    """Contribute small helps that need no game: `horizons VARIANT TOOL` calls them."""


@hookspec
def horizons_turn_started(context: TurnContext) -> None:
    """Notice: the orders are read, no phase has run."""


@hookspec
def horizons_phase_ended(context: TurnContext) -> None:
    """Notice: `context.phase` has run."""


@hookspec
def horizons_turn_ended(context: TurnContext) -> None:
    """Notice: all phases have run."""


@hookspec
def horizons_report_ready(report: Mapping[str, Any]) -> None:
    """Notice: an empire's report (its JSON document) was made."""
