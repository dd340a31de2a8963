"""A short game as text: orders, events, states and what one side was told.

    cd tests/variants/event_horizon
    PYTHONPATH=../../.. python -m tests.variants.event_horizon.playthrough > golden/playthrough.txt

writes it anew. Whoever changes a rule sees in the difference what players would see.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import horizons_core as hz

TURNS = 5
SEATS = {"Ada": "greedy", "Brin": "greedy", "Cato": "random"}


def lines() -> Iterator[str]:
    variant = hz.load_variant("event_horizon")
    options = {"side": 6, "turn_limit": TURNS}
    game = variant.new_game(list(SEATS), seed=12, options=options, name="Golden")
    yield from told(hz.opening(game))
    while game.outcome is None:
        orders = {
            name: variant.bots[bot].orders(
                variant.view(game, name), hz.Stream.from_key("golden", name, game.turn)
            )
            for name, bot in SEATS.items()
        }
        yield f"=== turn {game.turn + 1}"
        for name, text in orders.items():
            yield f"--- orders of {name}"
            yield from text.splitlines()
        turn = hz.run_turn(game, orders)
        yield "--- events"
        for event in turn.events:
            audience = ", ".join(event.audience) or "gamemaster"
            yield f"{event.phase}: {event.code} [{audience}] {event.text}"
        yield from told(turn)
        game = turn.game
    yield f"=== outcome: {game.outcome}"


def told(turn: hz.Turn) -> Iterator[str]:
    yield f"--- digests {turn.digest} {turn.events_digest}"
    yield "--- report of Ada"
    yield from turn.report("Ada").text.splitlines()


def playthrough() -> str:
    return "\n".join(line.rstrip() for line in lines()) + "\n"


if __name__ == "__main__":
    sys.stdout.write(playthrough())
