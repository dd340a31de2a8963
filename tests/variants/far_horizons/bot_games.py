"""What the bots order in short games, as text: in peace, and with a raider among them.

    cd tests/variants/far_horizons
    PYTHONPATH=../../.. python -m tests.variants.far_horizons.bot_games > golden/bot_games.txt
    PYTHONPATH=../../.. python -m tests.variants.far_horizons.bot_games war > golden/bot_wars.txt

write them anew. Whoever changes a bot sees in the difference what it does otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import horizons_core as hz

TURNS = 30
SEATS = {"Ada": "settler", "Brin": "settler", "Cato": "auto"}
WAR = {"Ada": "raider", "Brin": "settler", "Cato": "raider"}


def lines(seats: Mapping[str, str]) -> Iterator[str]:
    variant = hz.load_variant("far_horizons")
    options = {"last_turn": 0, "stars": 20, "radius": 8}
    game = variant.new_game(list(seats), seed=8, options=options, name="Golden")
    for number in range(1, TURNS + 1):
        orders = {
            name: variant.bots[bot].orders(
                variant.view(game, name), hz.Stream.from_key("golden", name, number)
            )
            for name, bot in seats.items()
        }
        for name, text in orders.items():
            yield f"=== turn {number}, {name}"
            yield from text.splitlines()
        game = hz.run_turn(game, orders).game


def told(seats: Mapping[str, str] = SEATS) -> str:
    return "\n".join(line.rstrip() for line in lines(seats)) + "\n"


if __name__ == "__main__":
    sys.stdout.write(told(WAR if "war" in sys.argv else SEATS))
