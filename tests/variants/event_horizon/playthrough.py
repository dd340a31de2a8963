"""A short game as text: orders, events, states and one side's report.

    cd tests/variants/event_horizon
    PYTHONPATH=../../.. python -m tests.variants.event_horizon.playthrough > golden/playthrough.txt

rewrites the file. Its diff shows the effect of a changed rule on players.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import horizons_core as hz
from tests.games import bot_orders
from tests.transcripts import course, text, told

TURNS = 5
SEATS = {"Ada": "greedy", "Brin": "greedy", "Cato": "random"}


def lines() -> Iterator[str]:
    variant = hz.load_variant("event_horizon")
    options = {"side": 6, "turn_limit": TURNS}
    game = variant.new_game(list(SEATS), seed=12, options=options, name="Golden")
    yield from told(hz.opening(game), "Ada")
    while game.outcome is None:
        orders = bot_orders(game, SEATS, "golden")
        turn = hz.run_turn(game, orders)
        yield from course(turn, orders)
        yield from told(turn, "Ada")
        game = turn.game
    yield f"=== outcome: {game.outcome}"


def playthrough() -> str:
    return text(lines())


if __name__ == "__main__":
    sys.stdout.write(playthrough())
