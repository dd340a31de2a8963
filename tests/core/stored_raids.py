"""Small, fast stored games of Moon Raiders, and a house rule for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_core.codec import dump, plain
from horizons_core.plugins import rules_from
from horizons_core.stored_games import (
    StoredGame,
    StoredGameTurn,
    event_record,
    remark_record,
    state_digest,
)

RULES = Path(__file__).parents[2] / "examples" / "one_file" / "moon_raiders.py"
SECRET = "5" * 64

#: The orders of each turn: the second line of Ada's second turn is refused.
ORDERS = (
    {"Ada": "DIG", "Brin": "DIG"},
    {"Ada": "DIG\nJUMP", "Brin": 'RAID "Ada"'},
    {"Ada": "DIG", "Brin": ""},
)


@cache
def raiders() -> hz.Variant:
    return hz.Variant(rules_from(RULES))


def stored_raids(orders=ORDERS, **options: Any) -> StoredGame:
    """Return a game of two players as a gamemaster's program would store it."""
    variant = raiders()
    game = variant.new_game(["Ada", "Brin"], secret=SECRET, options=options, name="Moons")
    start, turns = dump(game), []
    for texts in orders:
        turn = hz.run_turn(game, texts, variant=variant)
        game = turn.game
        turns.append(
            StoredGameTurn(
                game.turn,
                texts,
                state_digest(dump(game)),
                events=tuple(event_record(plain(event)) for event in turn.events),
                remarks={
                    seat: [remark_record(plain(diagnostic)) for diagnostic in diagnostics]
                    for seat, diagnostics in turn.diagnostics.items()
                    if diagnostics
                },
                versions={"schema": game.schema},
            )
        )
    return StoredGame("Moons", variant.name, start, ("Ada", "Brin"), tuple(turns), {}, options)
