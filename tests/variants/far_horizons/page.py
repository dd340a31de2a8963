"""The golden page of a report in the middle of a game of settlers.

PYTHONPATH=../../.. python -m tests.variants.far_horizons.page > golden/page.txt
"""

from __future__ import annotations

import sys

import horizons_core as hz
from tests.games import bot_orders
from tests.outlines import outline

PLAYERS, TURNS = ("Ada", "Brin"), 10


def page() -> str:
    """The outline of the first player's page."""
    variant = hz.load_variant("far_horizons")
    game = variant.new_game(PLAYERS, seed=8, options={"last_turn": 0, "stars": 12})
    for _ in range(TURNS):
        turn = hz.run_turn(game, bot_orders(game, dict.fromkeys(PLAYERS, "settler"), "page"))
        game = turn.game
    return outline(turn.report(PLAYERS[0]).html)


if __name__ == "__main__":
    sys.stdout.write(page())
