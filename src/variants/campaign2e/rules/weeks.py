"""Weeks: their beginning, and weeks that wait for a battle by hand (C2E-1.5-03).

A turn is a round of the set-up (C2E-1.3-11), a week, or the rest of a week that stopped for
the umpire to enter the result of a battle (C2E-14.1-01).
"""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.turn import TurnContext
from variants.campaign2e.model import BATTLES, ROUND_STAGES, Campaign, TaskGroup
from variants.campaign2e.rules import setup_rounds
from variants.campaign2e.rules.income import roll_luxuries

#: The role whose orders enter the results of battles by hand.
_UMPIRE = "umpire"


def stage_of(game: Campaign) -> str:
    """Return the stage: a round of the set-up, a battle by hand, or "" for a week."""
    return BATTLES if game.halted else ROUND_STAGES[game.round]


def turn_title(game: Campaign) -> str:
    """Return the title of the next turn, which is not always a week."""
    if game.round:
        return f"Set-up, round {game.round}: {ROUND_STAGES[game.round]}"
    return f"Rest of week {game.week}" if game.halted else f"Week {game.week + 1}"


def awaited(game: Campaign) -> list[str]:
    """Return the ids of the players, or of the umpires for a battle by hand (C2E-14.1-01)."""
    umpires = [seat.id for seat in game.seats if seat.role == _UMPIRE]
    if game.halted and umpires:
        return umpires
    return [player.id for player in game.empires if player.active]


PhaseStep = Callable[[TurnContext[Campaign]], None]

#: In a turn's notes: set in a turn that runs the rest of a week.
RESUMED = "resumed"


def begin(context: TurnContext[Campaign]) -> None:
    """Begin a week, or resume an interrupted one."""
    game = context.game
    if game.round:
        setup_rounds.refuse_other_rounds(context)
        return
    if game.pending or game.halted:  # players see only that the week is halted
        _resume(context, game)
        return
    game.week += 1  # C2E-1.5-01: a turn is a week
    game.fought, game.defences_fought = [], []
    for player in game.empires:
        player.raided = []
    roll_luxuries(context)
    for group in game.groups:
        _forget_last_week(group)


def _forget_last_week(group: TaskGroup) -> None:
    group.came_from = None
    group.by_lane = False
    group.entry_speed = group.entry_formation = None
    group.withdrawn = False


def _resume(context: TurnContext[Campaign], game: Campaign) -> None:
    """Restore the orders of the week's beginning; reject new ones as too late."""
    context.notes[RESUMED] = True
    orders = dict(context.orders)
    for sender in game.participants:
        results = [order for order in orders.get(sender.id, ()) if order.keyword == "RESULT"]
        for order in orders.get(sender.id, ()):
            if order not in results:
                message = (
                    f"week {game.week} is waiting for a battle and keeps the orders already given"
                )
                context.reject(
                    sender.id, order, "week-not-over", message, "send new orders next week"
                )
        text = game.kept.get(sender.id, "")
        names = (sender.id, sender.name)
        stored = context.variant.language.read(text, game=game.name, empire=names).orders
        orders[sender.id] = [*results, *(order for order in stored if order.keyword != "RESULT")]
    context.orders = orders


def drop_orders(context: TurnContext[Campaign]) -> None:
    """Ignore the orders of this phase, which the week has passed or not yet reached."""
    for sender in context.game.participants:
        context.take_orders(sender.id)


def in_week(step: PhaseStep) -> PhaseStep:
    """Wrap a step that runs once per week: not in the set-up, nor after a resumption."""

    def run(context: TurnContext[Campaign]) -> None:
        if RESUMED in context.notes:
            drop_orders(context)
        elif not context.game.round:
            step(context)

    return run


def when_over(step: PhaseStep) -> PhaseStep:
    """Wrap a step that waits until no battle of the week is pending (C2E-14.1-01)."""

    def run(context: TurnContext[Campaign]) -> None:
        if context.game.pending:
            drop_orders(context)
        elif not context.game.round:
            step(context)

    return run
