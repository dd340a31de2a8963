"""Ending a game by the gamemaster's word, with a ranking by the variant's own measure."""

from __future__ import annotations

from collections.abc import Sequence

import horizons_core as hz
from horizons_core.entities import Rank
from horizons_core.errors import GameOverError
from horizons_host.clock import Clock, now, stamp
from horizons_host.seating import seat_of
from horizons_host.store import Ending, GameStore, Snapshot


def standing_of(snapshot: Snapshot) -> list[Rank]:
    """How the players stand, the best first; empty if the variant does not rank them."""
    game = hz.load(snapshot.state)
    return hz.variant_of(game).ranking(game)


def end_game(
    store: GameStore, reason: str, winners: Sequence[str] = (), clock: Clock = now
) -> tuple[Ending, list[Rank]]:
    """End the game after the latest turn; nothing that is stored is changed.

    Raises GameOverError if it has ended, SeatError for a winner who does not play, TurnTakenError.
    """
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    if game.outcome is not None:
        raise GameOverError(
            f"the game ended in turn {game.outcome.turn}: {game.outcome.reason}",
            "there is nothing left to end",
        )
    names = tuple(seat_of(snapshot.seats, winner).name for winner in winners)
    ending = Ending(snapshot.turn, reason, names, stamp(clock))
    store.end(ending)
    return ending, standing_of(snapshot)
