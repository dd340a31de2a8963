"""The bots: legal orders, and who knows how to win."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.games import bot_orders
from tests.variants.event_horizon.table import VARIANT

TURNS = 16


def winner(seed: int) -> tuple[str, ...]:
    """The winner of a short game between the bots; the seats change with the seed."""
    seats = ("greedy", "random") if seed % 2 else ("random", "greedy")
    game = VARIANT.new_game(seats, seed=seed, options={"turn_limit": TURNS})
    while game.outcome is None:
        orders = bot_orders(game, dict(zip(seats, seats, strict=True)), "bots", seed)
        game = hz.run_turn(game, orders).game
    return game.outcome.winners


@pytest.mark.rule("EH-ADV-001", "EH-ADV-003")
@pytest.mark.parametrize("games", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_greedy_wins_at_least_95_of_100_games_against_random(games: int):
    wins = sum(winner(seed) == ("greedy",) for seed in range(games))

    assert wins >= 0.95 * games


def test_bots_know_nothing_but_their_view():
    game = VARIANT.new_game(["Ada", "Brin"], seed=9)
    other = hz.load(hz.dump(game))
    other.secret = "0" * 64
    other.empire("Brin").stock["hull"] = 999
    for bot in VARIANT.bots.values():
        mine, same = (
            bot.orders(VARIANT.view(g, "Ada"), hz.Stream.from_key("one")) for g in (game, other)
        )
        assert mine == same
