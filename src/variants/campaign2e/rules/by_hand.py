"""Battles by hand: the week stops until the umpire enters their results (C2E-14.1-01)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign


def keep_orders(context: TurnContext) -> None:
    """Store all orders of a week that stops for a battle, for its continuation."""
    game: Campaign = context.game
    if not game.kept:
        game.kept = {
            sender.id: "\n".join(order.text for order in context.orders.get(sender.id, ()))
            for sender in game.participants
        }


def enter_results(context: TurnContext) -> None:
    """RESULT: enter results; after the last one the week continues."""
    game: Campaign = context.game
    context.carry_out("RESULT")
    if not game.pending:
        game.kept = {}
