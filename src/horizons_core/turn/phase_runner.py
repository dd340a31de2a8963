"""What turns and forecasts share: orders are read, and phases are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from horizons_core.model.entities import Game
from horizons_core.orders.commands import Order
from horizons_core.orders.diagnostics import Diagnostic, more_remarks
from horizons_core.turn.context import Phase, TurnContext, VariantRules

#: Called after each phase with the phase and the working copy of the game.
Watch = Callable[[Phase, Any], None]


def context_for(
    variant: VariantRules, game: Game, key: str, texts: Mapping[str, str]
) -> TurnContext:
    """A context for the next turn with every empire's orders read; the game is the working copy."""
    orders: dict[str, list[Order]] = {}
    diagnostics: dict[str, list[Diagnostic]] = {}
    left_out: dict[str, int] = {}
    heard: set[str] = set()
    for empire in game.empires:
        names = (empire.id, empire.name)
        read = variant.language.read(texts.get(empire.id, ""), game=game.name, empire=names)
        orders[empire.id], diagnostics[empire.id] = read.orders, read.diagnostics
        left_out[empire.id] = read.left_out
        if empire.id in texts and not read.void:
            heard.add(empire.id)
    return TurnContext(
        variant,
        game,
        game.turn + 1,
        key,
        orders,
        diagnostics=diagnostics,
        left_out=left_out,
        heard=frozenset(heard),
    )


def run_phases(context: TurnContext, phases: Iterable[Phase], watch: Watch | None) -> None:
    """Run the phases in order, give the notices, and sort the remarks."""
    hook = context.variant.hook
    hook.horizons_turn_started(context=context)
    for phase in phases:
        context.begin(phase)
        if phase.run is not None:
            phase.run(context)
        context.carry_out()
        hook.horizons_phase_ended(context=context)
        if watch is not None:
            watch(phase, context.game)
    context.begin(None)
    hook.horizons_turn_ended(context=context)
    for empire, remarks in context.diagnostics.items():
        remarks.sort(key=lambda remark: (remark.line, remark.column))
        if context.left_out.get(empire):
            remarks.append(more_remarks(context.left_out[empire]))
