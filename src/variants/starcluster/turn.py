"""A turn's phases, in the order of SC-TURN-001."""

from __future__ import annotations

from horizons_core.turn import Phase, TurnContext
from variants.starcluster.rules import exploration, growth, income, movement, races


def _orders(context: TurnContext) -> None:
    races.settle(context)
    context.carry_out()


def _movement(context: TurnContext) -> None:
    movement.run(context)
    exploration.after_movement(context)


def _close(context: TurnContext) -> None:
    movement.switch_drives(context)


def _income(context: TurnContext) -> None:
    income.run(context)
    context.carry_out()


PHASES = (
    Phase("orders", _orders, "Orders"),
    Phase("movement", _movement, "Movement"),
    Phase("exploration", exploration.run, "Exploration"),
    Phase("income", _income, "Income"),
    Phase("growth", growth.run, "Growth"),
    Phase("reports", _close, "Reports"),
)
