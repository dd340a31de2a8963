"""Dice keys known to a seat: those of its latest reports, and the coming commitments."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_host.player_reports import PUBLIC, RevealedKey, revealed_keys
from horizons_host.retakes import seat_commitments
from horizons_host.store import GameStore

#: Number of turns whose keys are shown.
_TURNS_SHOWN = 12


@frozen
class KnownDiceKeys:
    """The `keys` that reports showed, latest first, and the commitments for the coming `turn`."""

    turn: int
    commitments: Sequence[str]
    keys: Sequence[RevealedKey]


def dice_keys_of(store: GameStore, seat: str) -> KnownDiceKeys:
    """Return the keys that a seat knows."""
    latest = store.latest()
    turns = range(max(store.first(), latest - _TURNS_SHOWN), latest + 1)
    reports = [store.report(turn, seat) for turn in turns if seat in store.reported(turn)]
    keys = sorted(revealed_keys(reports), key=lambda shown: (-shown.turn, shown.audience != PUBLIC))
    return KnownDiceKeys(latest + 1, seat_commitments(store, seat), keys)
