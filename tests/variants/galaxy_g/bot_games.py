"""What the bots order in a short game, as text.

    cd tests/variants/galaxy_g
    PYTHONPATH=../../.. python -m tests.variants.galaxy_g.bot_games > golden/bot_games.txt

writes it anew. Whoever changes a bot sees in the difference what it does otherwise.
"""

from __future__ import annotations

import sys

import horizons_core as hz
from tests.chronicles import bots_at_play, text

TURNS = 45
SEATS = {"Ada": "expander", "Brin": "expander", "Cato": "random", "Dane": "expander"}


def told() -> str:
    variant = hz.load_variant("galaxy_g")
    options = {"diameter": 44, "fairness": 0}
    game = variant.new_game(list(SEATS), seed=8, options=options, name="Golden")
    return text(bots_at_play(game, SEATS, TURNS))


if __name__ == "__main__":
    sys.stdout.write(told())
