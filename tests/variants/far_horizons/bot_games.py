"""What the bots order in short games, as text: in peace, and with a raider among them.

    cd tests/variants/far_horizons
    PYTHONPATH=../../.. python -m tests.variants.far_horizons.bot_games > golden/bot_games.txt
    PYTHONPATH=../../.. python -m tests.variants.far_horizons.bot_games war > golden/bot_wars.txt

write them anew. Whoever changes a bot sees in the difference what it does otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

import horizons_core as hz
from tests.chronicles import bots_at_play, text

TURNS = 30
SEATS = {"Ada": "settler", "Brin": "settler", "Cato": "auto"}
WAR = {"Ada": "raider", "Brin": "settler", "Cato": "raider"}


def told(seats: Mapping[str, str] = SEATS) -> str:
    variant = hz.load_variant("far_horizons")
    options = {"last_turn": 0, "stars": 20, "radius": 8}
    game = variant.new_game(list(seats), seed=8, options=options, name="Golden")
    return text(bots_at_play(game, seats, TURNS))


if __name__ == "__main__":
    sys.stdout.write(told(WAR if "war" in sys.argv else SEATS))
