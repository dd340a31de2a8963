"""What turns and forecasts share: orders are read, and phases are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from horizons_core.model.entities import Game, Seat
from horizons_core.orders.commands import Order
from horizons_core.orders.diagnostics import Diagnostic, more_remarks
from horizons_core.sums import int_sum
from horizons_core.turn.context import Keys, Phase, TurnContext, VariantRules
from horizons_core.turn.steps import Steps

#: Called after each phase with the phase and the working copy of the game.
Watch = Callable[[Phase, Any], None]


def context_for(
    variant: VariantRules,
    game: Game,
    keys: Keys,
    texts: Mapping[str, str],
    most_steps: int | None = None,
) -> TurnContext:
    """A context for the next turn with everybody's orders read; the game is the working copy.

    Orders that their sender's role may not give are refused. Raises TooManyStepsError for texts
    with more lines than there may be steps.
    """
    steps = Steps(most_steps)
    steps.take(int_sum(text.count("\n") for text in texts.values()))
    orders: dict[str, list[Order]] = {}
    diagnostics: dict[str, list[Diagnostic]] = {}
    left_out: dict[str, int] = {}
    heard: set[str] = set()
    for sender in game.participants:
        names = (sender.id, sender.name)
        read = variant.language.read(texts.get(sender.id, ""), game=game.name, empire=names)
        if read.without_stop and not game.plays_by("1.1.0"):
            read.as_before()
        orders[sender.id], diagnostics[sender.id] = read.orders, read.diagnostics
        left_out[sender.id] = read.left_out
        if sender.id in texts and not read.void:
            heard.add(sender.id)
    context = TurnContext(
        variant,
        game,
        game.turn + 1,
        keys,
        orders,
        diagnostics=diagnostics,
        left_out=left_out,
        heard=frozenset(heard),
        steps=steps,
    )
    for sender in game.participants:
        role = sender.role if isinstance(sender, Seat) else ""
        refused = [o for o in orders[sender.id] if not o.command.given_by(role)]
        if refused:
            orders[sender.id] = [o for o in orders[sender.id] if o.command.given_by(role)]
            _refuse(context, sender.id, refused)
    return context


def _refuse(context: TurnContext, sender: str, orders: Iterable[Order]) -> None:
    """Tell somebody that these orders are not theirs to give, and whose they are."""
    for order in orders:
        roles = order.command.roles or ("",)
        titles = [context.variant.role(role).title if role else "players" for role in roles]
        message, hint = "this order is not yours to give", f"it is for: {', '.join(titles)}"
        context.reject(sender, order, "not-yours-to-give", message, hint)


def run_phases(context: TurnContext, phases: Iterable[Phase], watch: Watch | None) -> None:
    """Run the phases in order, give the notices, and sort the remarks."""
    hook = context.variant.hook
    hook.horizons_turn_started(context=context)
    for phase in phases:
        context.phase = phase
        if phase.run is not None:
            phase.run(context)
        context.carry_out()
        hook.horizons_phase_ended(context=context)
        if watch is not None:
            watch(phase, context.game)
    context.phase = None
    hook.horizons_turn_ended(context=context)
    for empire, remarks in context.diagnostics.items():
        remarks.sort(key=lambda remark: (remark.line, remark.column))
        if context.left_out.get(empire):
            remarks.append(more_remarks(context.left_out[empire]))
