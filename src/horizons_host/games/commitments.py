"""Commitments to the keys of the next turn's dice, as published when a turn opens again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_core.turn import reopened
from horizons_host.seats.seats import seat_of
from horizons_host.store import GameStore, SeatRecord

_PUBLIC = "Hash of the key of the public dice of turn {turn}:"
_OWN = "Hash of the key of your own dice of turn {turn}:"


def commitments_of(game: hz.Game, seat: SeatRecord) -> list[str]:
    """Return the lines with a seat's commitments to the keys of the next turn's dice."""
    turn = game.turn + 1
    lines = [_PUBLIC.format(turn=turn), f"  {game.commitment}"]
    if not seat.role:
        lines += [_OWN.format(turn=turn), f"  {game.empire(seat.name).own_commitment}"]
    return lines


def public_commitment(game: hz.Game) -> LocalizedText:
    """Return the public commitment to the key of the next turn's dice, on one line."""
    label = LocalizedText("Hash of the key of the public dice of turn {turn}:", turn=game.turn + 1)
    return LocalizedText.from_parts((label, game.commitment))


def all_commitments(game: hz.Game) -> dict[str, Any]:
    """Return the commitments to the next turn's dice, public and per seat, for the audit log."""
    own_hashes = {empire.id: empire.own_commitment for empire in game.empires}
    return {"turn": game.turn + 1, "public": game.commitment, "own": own_hashes}


def recorded_commitments(commitments: Mapping[str, Any], seat: str) -> list[str]:
    """Return the lines with a seat's commitments, from those in an audit log entry."""
    turn, own_hash = commitments["turn"], commitments["own"].get(seat)
    lines = [_PUBLIC.format(turn=turn), f"  {commitments['public']}"]
    return lines if own_hash is None else [*lines, _OWN.format(turn=turn), f"  {own_hash}"]


def seat_commitments(store: GameStore, player: str) -> list[str]:
    """Return a seat's commitments to the keys of the next attempt at the next turn.

    Raises SeatError.
    """
    snapshot = store.snapshot()
    game = reopened(hz.load(snapshot.state), snapshot.attempt)
    return commitments_of(game, seat_of(snapshot.seats, player))
