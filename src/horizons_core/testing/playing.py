"""Games played by bots, kept so that many tests can look at the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from horizons_core.bots import Bot
from horizons_core.model.entities import Game
from horizons_core.plugins.games import run_turn
from horizons_core.plugins.variant import Variant
from horizons_core.rng import Stream
from horizons_core.turn.run import Turn


@frozen
class PlayedTurn:
    """A turn that was played by bots.

    Attributes:
        before: the game before it.
        orders: the orders that were given, by empire.
        after: the turn.
    """

    before: Game
    orders: Mapping[str, str]
    after: Turn


def bot_orders(
    variant: Variant, game: Game, bots: Mapping[str, Bot], seed: int | str
) -> dict[str, str]:
    """What these bots (by empire) order: each sees its own empire's view and no more."""
    views = variant.views(game, [empire for empire in bots if game.empire(empire).active])
    return {
        empire: bot.orders(
            views[game.empire(empire).id], Stream.from_key("bot", seed, game.turn, empire)
        )
        for empire, bot in bots.items()
        if game.empire(empire).active
    }


def play(
    variant: Variant, game: Game, bots: Mapping[str, Bot], seed: int | str, turns: int
) -> Iterator[PlayedTurn]:
    """Play on with these bots, for so many turns or until the game ends."""
    for _ in range(turns):
        if game.outcome is not None:
            return
        orders = bot_orders(variant, game, bots, seed)
        turn = run_turn(game, orders, variant=variant)
        yield PlayedTurn(game, orders, turn)
        game = turn.game


def seated(variant: Variant, players: Sequence[str], shift: int) -> dict[str, Bot]:
    """The variant's bots in turn on the players' chairs, `shift` chairs further each time."""
    bots = list(variant.bots.values())
    return {name: bots[(i + shift) % len(bots)] for i, name in enumerate(players)}


def played(
    variant: Variant,
    players: Sequence[str],
    seed: int,
    turns: int,
    options: Mapping[str, Any] | None = None,
) -> tuple[PlayedTurn, ...]:
    """A whole game by the variant's bots; the same one is not played twice."""
    return _played(variant, tuple(players), seed, turns, tuple(sorted((options or {}).items())))


@cache
def _played(
    variant: Variant,
    players: tuple[str, ...],
    seed: int,
    turns: int,
    options: tuple[tuple[str, Any], ...],
) -> tuple[PlayedTurn, ...]:
    game = variant.new_game(players, seed=seed, options=dict(options))
    return tuple(play(variant, game, seated(variant, players, seed), seed, turns))
