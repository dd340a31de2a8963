"""The phases of a turn, changes to their sequence, and running them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import evolve

from horizons_core.error_places import place_of_error, place_of_function, short_place
from horizons_core.errors import (
    HorizonsError,
    PhaseError,
    TooManyStepsError,
    UnknownNameError,
    did_you_mean,
)
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import G, Game, Outcome, Seat, duplicate_ids
from horizons_core.orders.changes import Wrapped
from horizons_core.orders.commands import Order
from horizons_core.orders.diagnostics import Diagnostic, more_remarks
from horizons_core.sums import int_sum
from horizons_core.turn.context import Keys, Phase, TurnContext, VariantRules
from horizons_core.turn.records import Steps

_log = logging.getLogger(__name__)
#: Called after each phase with the phase and the working copy of the game.
Watch = Callable[[Phase, Any], None]


def _index(phases: Sequence[Phase], name: str) -> int:
    for index, phase in enumerate(phases):
        if phase.name == name:
            return index
    raise UnknownNameError(f"no phase '{name}'", did_you_mean(name, [p.name for p in phases]))


def replaced(phases: Sequence[Phase], name: str, phase: Phase) -> list[Phase]:
    """Return the sequence with one phase replaced; raises UnknownNameError. For mods.

    Two mods that replace the same phase conflict and are refused.
    """
    index = _index(phases, name)
    return [*phases[:index], phase, *phases[index + 1 :]]


def wrapped(phases: Sequence[Phase], name: str, around: Callable[..., None]) -> list[Phase]:
    """Return the sequence with `around(inner, context)` in place of a phase's function. For mods.

    Wrappers of several mods stack in their order. Raises UnknownNameError.
    """
    index = _index(phases, name)
    phase = phases[index]
    around_phase = Wrapped(around, phase.run or _carry_out)
    return [*phases[:index], evolve(phase, run=around_phase), *phases[index + 1 :]]


def _carry_out(context: TurnContext) -> None:
    """The function of a phase that only carries out its orders."""
    context.carry_out()


def inserted(phases: Sequence[Phase], after: str, phase: Phase) -> list[Phase]:
    """Return the sequence with a phase added after another; raises UnknownNameError. For mods."""
    index = _index(phases, after) + 1
    return [*phases[:index], phase, *phases[index:]]


def chosen(phases: Sequence[Phase], only: Sequence[str] | None) -> list[Phase]:
    """Return the phases named in `only`, in the order of the turn; all for None.

    Raises UnknownNameError for an unknown phase.
    """
    if only is None:
        return list(phases)
    indices = {_index(phases, name) for name in only}
    return [phase for index, phase in enumerate(phases) if index in indices]


logging.getLogger("horizons_core").addHandler(logging.NullHandler())  # as libraries should


def context_for(
    variant: VariantRules,
    game: G,
    keys: Keys,
    texts: Mapping[str, str],
    max_steps: int | None = None,
    kind: type[TurnContext[G]] = TurnContext,
) -> TurnContext[G]:
    """Make a context for the next turn with all orders parsed; the game is the working copy.

    Orders that their sender's role may not give, or of another stage, are refused. Raises
    TooManyStepsError for texts with more lines than allowed steps.
    """
    steps = Steps(max_steps)
    steps.take(int_sum(text.count("\n") for text in texts.values()))
    orders: dict[str, list[Order]] = {}
    diagnostics: dict[str, list[Diagnostic]] = {}
    left_out: dict[str, int] = {}
    senders: set[str] = set()
    # A game that keeps earlier rules parses texts as those rules did.
    by_earlier_rules = game.version in variant.earlier_versions and not game.plays_by("1.1.0")
    for sender in game.participants:
        names = (sender.id, sender.name)
        read = variant.language.read(texts.get(sender.id, ""), game=game.name, empire=names)
        if by_earlier_rules:
            read = read.as_before()
        orders[sender.id], diagnostics[sender.id] = read.orders, read.diagnostics
        left_out[sender.id] = read.left_out
        if sender.id in texts and not read.void:
            senders.add(sender.id)
    context = kind(
        variant,
        game,
        game.turn + 1,
        keys,
        orders,
        diagnostics=diagnostics,
        left_out=left_out,
        senders=frozenset(senders),
        steps=steps,
    )
    for sender in game.participants:
        role = sender.role if isinstance(sender, Seat) else ""
        refused = [o for o in orders[sender.id] if not o.command.given_by(role)]
        if refused:
            orders[sender.id] = [o for o in orders[sender.id] if o.command.given_by(role)]
            _refuse(context, sender.id, refused)
    if variant.stages and variant.stage_check:
        _refuse_other_stages(context)
    return context


def _refuse_other_stages(context: TurnContext) -> None:
    """Refuse orders that do not count in this stage of the game, and name the stages of each."""
    titles = {"": LocalizedText("ordinary turns"), **context.variant.stages}
    stage = context.variant.stage(context.game)
    for sender, orders in context.orders.items():
        for order in (o for o in orders if not o.command.counts_in(stage)):
            stages = ", ".join(titles[name] for name in order.command.stages)
            message = LocalizedText(
                "this order does not count in this stage: {stage}", stage=titles[stage]
            )
            hint = LocalizedText("it counts in: {stages}", stages=stages)
            context.reject(sender, order, "wrong-stage", message, hint)
    context.orders = {
        sender: [order for order in orders if order.command.counts_in(stage)]
        for sender, orders in context.orders.items()
    }


def _refuse(context: TurnContext, sender: str, orders: Iterable[Order]) -> None:
    """Refuse orders that the sender's role may not give, and name the roles that may."""
    for order in orders:
        roles = order.command.roles or ("",)
        titles = [context.variant.role(role).title if role else "players" for role in roles]
        message, hint = "you may not give this order", f"it is for: {', '.join(titles)}"
        context.reject(sender, order, "wrong-role", message, hint)


@contextmanager
def phase_errors(context: TurnContext, subject: str) -> Iterator[None]:
    """Raise PhaseError, with the author's file and line, for any error in the block."""
    try:
        yield
    except (PhaseError, TooManyStepsError):
        raise
    except Exception as problem:
        reason = problem.message if isinstance(problem, HorizonsError) else str(problem)
        kind = "" if isinstance(problem, HorizonsError) else f"{type(problem).__name__}: "
        place = place_of_error(problem)
        message = f"turn {context.turn}: {subject} has a fault{_at(place)}: {kind}{reason}"
        message = message.removesuffix(": ")
        _log.error("%s", message, exc_info=problem)
        hint = problem.hint if isinstance(problem, HorizonsError) else ""
        hint = hint or "report it to the author of these rules"
        raise PhaseError(message, f"{hint}; nothing was changed") from problem


def _at(place: str) -> str:
    return f" in {short_place(place)}" if place else ""


def run_phases(context: TurnContext, phases: Iterable[Phase], watch: Watch | None) -> None:
    """Run the phases in order, send the notices, and sort the remarks.

    Raises PhaseError, with the author's file and line, for an error in a phase, and for a game with
    a duplicate id or a winner who is not in it.
    """
    hook = context.variant.hook
    with phase_errors(context, "a listener to its beginning"):
        hook.horizons_turn_started(context=context)
    for phase in phases:
        context.phase = phase
        with phase_errors(context, f"the phase '{phase.name}'"):
            if phase.run is not None:
                phase.run(context)
            context.carry_out()
        _check(context, phase)
        with phase_errors(context, f"a listener to the phase '{phase.name}'"):
            hook.horizons_phase_ended(context=context)
        if watch is not None:
            watch(phase, context.game)
    context.phase = None
    with phase_errors(context, "a listener to its end"):
        hook.horizons_turn_ended(context=context)
    for empire, remarks in context.diagnostics.items():
        remarks.sort(key=lambda remark: (remark.line, remark.column))
        if context.left_out.get(empire):
            remarks.append(more_remarks(context.left_out[empire]))


def _check(context: TurnContext, phase: Phase) -> None:
    """Raise PhaseError for a state that no game may have after a phase."""
    fault = next(duplicate_ids(context.game), "")
    if not fault and context.game.outcome is None:
        return
    orders = (c.run for c in context.variant.commands if c.phase == phase.name)
    place = _at(place_of_function(phase.run or next(orders, None)))
    source = f"turn {context.turn}: the phase '{phase.name}'{place}"
    if fault:
        raise PhaseError(
            f"{source} leaves the game in an impossible state: {fault}",
            "give every new object its own id; nothing was changed",
        )
    if context.game.outcome is not None:
        check_winners(context.game, context.game.outcome, source)


def check_winners(game: Game, outcome: Outcome, source: str) -> None:
    """Raise PhaseError for a winner who is not in the game; `source` names the rule, in words."""
    names = [name for empire in game.empires for name in (empire.id, empire.name)]
    for winner in outcome.winners:
        if winner not in names:
            raise PhaseError(
                f"{source} ends the game with the winner '{winner}', who is not in it",
                f"{did_you_mean(winner, dict.fromkeys(names))}; nothing was changed",
            )
