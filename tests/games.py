"""Games of any variant, played by given orders or by bots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from unittest import mock

import horizons_core as hz
from horizons_core.codec import canonical, copy_of

_new_game = hz.Variant.new_game


@contextmanager
def shared_new_games() -> Iterator[None]:
    """Set up equal new games once, and return copies: not for tests of the set-up itself."""
    with mock.patch.object(hz.Variant, "new_game", new_game):
        yield


def new_game(variant: hz.Variant, players: Iterable[str], **more: Any) -> hz.Game:
    """Return `Variant.new_game`; with a seed, a copy of a game that is set up once."""
    if more.get("seed") is None:
        return _new_game(variant, list(players), **more)
    arguments = tuple((name, canonical(value)) for name, value in sorted(more.items()))
    return copy_of(_cached_game(variant, tuple(players), arguments))


@lru_cache(64)
def _cached_game(
    variant: hz.Variant, players: tuple[str, ...], arguments: tuple[tuple[str, bytes], ...]
) -> hz.Game:
    return _new_game(variant, players, **{name: json.loads(value) for name, value in arguments})


def played(game: hz.Game, orders: Iterable[Mapping[str, str]]) -> tuple[hz.Turn, ...]:
    """Return the turns of a game, each with its orders."""
    turns = []
    for turn_orders in orders:
        turns.append(hz.run_turn(game, turn_orders))
        game = turns[-1].game
    return tuple(turns)


def bot_orders(
    game: hz.Game, seats: Mapping[str, str], *key: str | int, turn: int | None = None
) -> dict[str, str]:
    """Return the bots' orders (by seat) for the empires that are still in the game.

    The dice of each are named by the key, the seat and the turn: the game's, unless it is given.
    """
    variant = hz.load_variant(game.variant)
    number = game.turn if turn is None else turn
    active = [name for name in seats if game.empire(name).active]
    views = variant.views(game, active)
    return {
        name: variant.bots[seats[name]].orders(views[name], hz.Stream.from_key(*key, name, number))
        for name in active
    }
