"""A turn's phases, in the order of SC-TURN-001."""

from __future__ import annotations

from horizons_core.turn import Phase, TurnContext
from variants.starcluster.rules import (
    diplomacy,
    exploration,
    growth,
    income,
    movement,
    natives,
    races,
    sorties,
)


def _orders(context: TurnContext) -> None:
    races.settle(context)
    natives.develop(context)
    sorties.lead(context)
    context.carry_out()


def _movement(context: TurnContext) -> None:
    movement.run(context)
    exploration.after_movement(context)


def _close(context: TurnContext) -> None:
    movement.switch_drives(context)
    sorties.remember(context)


def _income(context: TurnContext) -> None:
    income.run(context)
    context.carry_out()
    natives.build(context)


PHASES = (
    Phase("orders", _orders, "Orders"),
    Phase("diplomacy", diplomacy.run, "Diplomacy"),
    Phase("movement", _movement, "Movement"),
    Phase("exploration", exploration.run, "Exploration"),
    Phase("espionage", title="Espionage"),
    Phase("income", _income, "Income"),
    Phase("growth", growth.run, "Growth"),
    Phase("reports", _close, "Reports"),
)
