"""The situation for tests of starting forces, and readers of its results."""

from __future__ import annotations

import horizons_core as hz
from tests.variants.campaign2e.builders import campaign
from variants.campaign2e.model import Campaign

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


def before_play(capital: int = 4000, worlds=None) -> Campaign:
    """The third round of a set-up: Ada, whose capital is 7,5, has this much to spend."""
    game = campaign(worlds or {(7, 5): ADA, (9, 9): BRIN}, money=capital, setup="orders")
    game.round, game.week = 3, 0
    for player in game.empires:
        player.commissioning = True
    return game


def spent(turn: hz.Turn, player: str = "Ada") -> list[tuple[str, float]]:
    return [(line.reason, line.amount / 100) for line in turn.ledger.of(player)]
