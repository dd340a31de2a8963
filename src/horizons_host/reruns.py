"""Rerunning a stored turn, to recover details that its events do not store."""

from __future__ import annotations

import horizons_core as hz
from horizons_core.turn import reopened
from horizons_host.store import GameStore, GameStoreError, next_attempt


def rerun(store: GameStore, number: int) -> hz.Turn:
    """Rerun a turn from the stored game before it and its orders.

    Raises GameStoreError for a turn that was not run or does not replay identically; SaveError for
    a game of other rules than those installed.
    """
    first = store.first()
    if number <= first:
        raise GameStoreError(
            f"turn {number} was not run: the game was set up at turn {first}",
            "choose a later turn",
        )
    before, stored = store.stored(number - 1), store.stored(number)
    game = reopened(hz.load(dict(before.current_state)), next_attempt(store.undone(number)))
    if before.not_before is not None:
        hz.variant_of(game).postpone_end(game, before.not_before)
    turn = hz.run_turn(game, store.used(stored).texts)
    if turn.events_digest != stored.events_digest:
        raise GameStoreError(
            f"turn {number} does not replay identically",
            "run 'horizons verify' to see what differs",
        )
    return turn
