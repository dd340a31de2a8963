"""Games played by bots, cached so that many tests can share them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from horizons_core.bots import Bot, PlanningBot
from horizons_core.codec import copy_of
from horizons_core.model.entities import Game
from horizons_core.model.views import View
from horizons_core.plugins.lessons import LESSON_SEED, Lesson
from horizons_core.plugins.loader import run_turn
from horizons_core.plugins.variant import Variant
from horizons_core.rng import Stream
from horizons_core.stored_games import edited
from horizons_core.turn.run import Turn


@frozen
class PlayedTurn:
    """A turn that bots played.

    Attributes:
        before: the game before the turn.
        orders: the orders, by empire.
        after: the turn.
    """

    before: Game
    orders: Mapping[str, str]
    after: Turn


def bot_orders(
    variant: Variant,
    game: Game,
    bots: Mapping[str, Bot],
    seed: int | str,
    views: Mapping[str, View] | None = None,
) -> dict[str, str]:
    """Return the orders of these bots (by empire); each bot sees only what its empire knows.

    `views` are the empires' views by id, if the caller has them.
    """
    playing = {name: bot for name, bot in bots.items() if game.empire(name).active}
    ids = {name: game.empire(name).id for name in playing}
    by_id = variant.views(game, ids.values()) if views is None else views
    return {
        name: _orders_of(
            variant, game, bot, by_id[ids[name]], Stream.from_key("bot", seed, game.turn, name)
        )
        for name, bot in playing.items()
    }


def _orders_of(variant: Variant, game: Game, bot: Bot, view: View, stream: Stream) -> str:
    """Return the orders of a bot for this view."""
    if isinstance(bot, PlanningBot):
        return bot.plan(variant.known(game, view.empire or ""), view, stream)
    return bot.orders(view, stream)


def play(
    variant: Variant, game: Game, bots: Mapping[str, Bot], seed: int | str, turns: int
) -> Iterator[PlayedTurn]:
    """Play with these bots for `turns` turns or until the game ends."""
    for _ in range(turns):
        if game.outcome is not None:
            return
        orders = bot_orders(variant, game, bots, seed)
        turn = run_turn(game, orders, variant=variant)
        yield PlayedTurn(game, orders, turn)
        game = turn.game


def seated(variant: Variant, players: Sequence[str], shift: int) -> dict[str, Bot]:
    """Assign the variant's bots to the players in rotation, starting at bot number `shift`."""
    bots = list(variant.own_bots.values())
    return {name: bots[(i + shift) % len(bots)] for i, name in enumerate(players)}


def played(
    variant: Variant,
    players: Sequence[str],
    seed: int,
    turns: int,
    options: Mapping[str, Any] | None = None,
) -> tuple[PlayedTurn, ...]:
    """Return a whole game by the variant's bots; equal games are played once."""
    return _played(variant, tuple(players), seed, turns, tuple(sorted((options or {}).items())))


def fresh(variant: Variant, players: Sequence[str], seed: int, options: Mapping[str, Any]) -> Game:
    """Return a new game for the caller to change; equal games are set up once."""
    return copy_of(_fresh(variant, tuple(players), seed, tuple(sorted(options.items()))))


@cache
def _fresh(
    variant: Variant, players: tuple[str, ...], seed: int, options: tuple[tuple[str, Any], ...]
) -> Game:
    return variant.new_game(players, seed=seed, options=dict(options))


@cache
def _played(
    variant: Variant,
    players: tuple[str, ...],
    seed: int,
    turns: int,
    options: tuple[tuple[str, Any], ...],
) -> tuple[PlayedTurn, ...]:
    game = _fresh(variant, players, seed, options)
    return tuple(play(variant, game, seated(variant, players, seed), seed, turns))


def lesson_game(variant: Variant, lesson: Lesson, player: str) -> Game:
    """Return a lesson's game at its beginning; raises ScenarioError for an impossible state."""
    empires = [player, *(f"Bot {number + 1}" for number in range(lesson.bots))]
    game: Game = variant.new_game(
        empires, seed=LESSON_SEED, options=lesson.options, name="a lesson"
    )
    return edited(variant, game, lesson.state_for(player)) if lesson.state else game
