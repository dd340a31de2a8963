"""What the bots order in a short game, as text.

    cd tests/variants/galaxy_g
    PYTHONPATH=../../.. python -m tests.variants.galaxy_g.bot_games > golden/bot_games.txt

writes it anew. Whoever changes a bot sees in the difference what it does otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import horizons_core as hz

TURNS = 45
SEATS = {"Ada": "expander", "Brin": "expander", "Cato": "random", "Dane": "expander"}


def lines() -> Iterator[str]:
    variant = hz.load_variant("galaxy_g")
    options = {"diameter": 44, "fairness": 0}
    game = variant.new_game(list(SEATS), seed=8, options=options, name="Golden")
    for number in range(1, TURNS + 1):
        orders = {
            name: variant.bots[bot].orders(
                variant.view(game, name), hz.Stream.from_key("golden", name, number)
            )
            for name, bot in SEATS.items()
            if game.empire(name).active
        }
        for name, text in orders.items():
            yield f"=== turn {number}, {name}"
            yield from text.splitlines()
        game = hz.run_turn(game, orders).game


def told() -> str:
    return "\n".join(line.rstrip() for line in lines()) + "\n"


if __name__ == "__main__":
    sys.stdout.write(told())
