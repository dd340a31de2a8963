"""Reopening a game that the gamemaster has ended, with mails to all players."""

from __future__ import annotations

import contextlib

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.desk.audit import GAMEMASTER, REOPENED, act, demand_closed_archive, public_words
from horizons_host.endings import SUMMARY
from horizons_host.report_files import REPORTS
from horizons_host.report_mails import addresses
from horizons_host.retakes import UndoResult
from horizons_host.store import GameEnding, GameStore, NewMail


def reopen_game(
    store: GameStore, reason: str, clock: Clock = now, by: str = GAMEMASTER
) -> UndoResult:
    """Undo the end of a game by the gamemaster; its next turn is open again.

    Raises HorizonsError for a reason that cannot be published and once the archive was opened,
    GameStoreError if the game was not ended, TurnTakenError.
    """
    public_reason = public_words(
        reason, LocalizedText("reopening a game needs a reason, which all players can read")
    )
    demand_closed_archive(store)
    ending, snapshot = store.ending(), store.snapshot()
    if ending is None:
        raise HorizonsError(
            LocalizedText("the gamemaster has not ended the game"),
            LocalizedText("there is no end to undo"),
        )
    game = reopened(hz.load({**snapshot.state, "outcome": None}), snapshot.attempt)
    title = game.name or hz.variant_of(game).info.title
    subject, time = f"[{title}] The game was reopened", stamp(clock)
    people = [seat for seat in snapshot.seats if not seat.bot]
    mails = [
        NewMail("notice", address, subject, time, seat, body=_notice(ending, seat, public_reason))
        for seat, address in addresses(game, people).items()
    ]
    words = LocalizedText(
        "The game was reopened after turn {turn} ({why}).", turn=ending.turn, why=public_reason
    )
    entry = act(REOPENED, ending.turn, words, clock, by, reason=public_reason)
    store.reopen(ending.turn, public_reason, time, mails, entry)
    if store.has_folder:
        with contextlib.suppress(OSError):
            (store.folder / REPORTS / SUMMARY).unlink(missing_ok=True)
    turn, with_orders = ending.turn + 1, tuple(snapshot.orders)
    return UndoResult(turn, snapshot.attempt, game.commitment, {}, len(mails), with_orders, ())


def _notice(ending: GameEnding, seat: str, reason: str) -> str:
    turn = ending.turn + 1
    lines = (
        f"The gamemaster has reopened the game, which had ended after turn {ending.turn}:",
        f"  {reason}",
        "",
        f"The game continues, {seat}. You can submit orders for turn {turn}.",
        f"Orders that you submitted for turn {turn} before still count, until you replace them.",
    )
    return "".join(f"{line}\n" for line in lines)
