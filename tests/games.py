"""Games of any variant, played by orders that are given or by bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import horizons_core as hz


def played(game: hz.Game, orders: Iterable[Mapping[str, str]]) -> tuple[hz.Turn, ...]:
    """The turns of a game, each with its orders."""
    turns = []
    for given in orders:
        turns.append(hz.run_turn(game, given))
        game = turns[-1].game
    return tuple(turns)


def bot_orders(
    game: hz.Game, seats: Mapping[str, str], *key: str | int, turn: int | None = None
) -> dict[str, str]:
    """What the bots (by seat) order who are still in the game.

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
