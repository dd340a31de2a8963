"""Joining a running game, as a late player or in a role without an empire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.errors import GameOverError
from horizons_core.localized_text import LocalizedText
from horizons_core.stored_games import joined
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.desk.audit import GAMEMASTER, act
from horizons_host.game_setup import loadable_state
from horizons_host.report_mails import report_mails
from horizons_host.store import GameStore, GameStoreError, Joining, Seat

#: Attempts to store a new seat while other people join at the same time.
_ATTEMPTS = 5


def with_seat(
    variant: hz.Variant, game: hz.Game, seat: Seat, options: Mapping[str, Any]
) -> hz.Game:
    """Return the game with another player, or with a person in a role without an empire.

    The result depends only on the arguments. Raises the errors of `Variant.join`.
    """
    return joined(variant, game, seat.name, role=seat.role, options=options, address=seat.address)


def join_game(
    store: GameStore,
    seat: Seat,
    options: Mapping[str, Any],
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> tuple[hz.Game, dict[str, Any]]:
    """Add a seat to a stored game before its next turn; return the game and the seat's report.

    Raises GameOverError after the game's end, TurnTakenError, and the errors of `Variant.join`.
    """
    for _ in range(_ATTEMPTS):
        snapshot = store.snapshot()
        before = hz.load(snapshot.state)
        if before.outcome is not None:
            over = LocalizedText(
                "the game ended in turn {turn}: {why}",
                turn=before.outcome.turn,
                why=before.outcome.reason,
            )
            raise GameOverError(over, "nobody can join a finished game")
        game = with_seat(hz.variant_of(before), before, seat, options)
        promised = reopened(game, snapshot.attempt)
        report = dict(hz.opening(promised).report(seat.name).data)
        time = stamp(clock)
        state = loadable_state(game)
        joining = Joining(snapshot.turn, seat.name, options, state, digest_of(state), time)
        mails = report_mails(game, [seat], [seat.name], time)
        words = LocalizedText("{seat} joined the game.", seat=seat.name)
        if seat.role:
            words = LocalizedText(
                "{seat} joined the game as {role}.", seat=seat.name, role=seat.role
            )
        entry = act("join", snapshot.turn, words, clock, by, seat=seat.name, role=seat.role)
        if store.join(seat, joining, report, mails, expected=snapshot, entry=entry):
            return game, report
    raise GameStoreError("other people kept joining the game", "try again; nothing was changed")
