"""Undoing the latest turn or the end of a game, with notices to all players."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.files import file_stem, write_atomically
from horizons_host.games.audit import GAMEMASTER, REOPENED, act, demand_closed_archive, public_words
from horizons_host.games.commitments import all_commitments, commitments_of, public_commitment
from horizons_host.games.endings import SUMMARY
from horizons_host.mail.report_mails import addresses
from horizons_host.reports.files import REPORTS, turn_folder
from horizons_host.store import (
    GameEnding,
    GameStore,
    NewMail,
    SeatRecord,
    next_attempt,
)


@frozen
class UndoResult:
    """A turn that is open again: its next attempt, and the seats `with_orders` for it.

    `notices` are texts by seat, `void` the seats whose orders for the turn after it no longer
    count; both are empty if the end of a game was undone, not a turn.
    """

    turn: int
    attempt: int
    commitment: str
    notices: Mapping[str, str]
    mails: int
    with_orders: Sequence[str]
    void: Sequence[str]


def undo_turn(
    store: GameStore, reason: str, clock: Clock = now, by: str = GAMEMASTER
) -> UndoResult:
    """Undo the latest turn and notify every person; the next attempt has different dice.

    Raises HorizonsError at the set-up and for a reason that cannot be published, and the errors of
    `GameStore.undo`.
    """
    public_reason = public_words(
        reason, "undoing a turn needs a reason, which all players can read"
    )
    snapshot = store.snapshot()
    if snapshot.turn == store.first():
        raise HorizonsError(
            f"there is no turn to undo: the game is at its set-up, turn {snapshot.turn}",
            "to start over, set up a new game: horizons new",
        )
    demand_closed_archive(store)
    stored = store.stored(snapshot.turn)
    attempt = next_attempt(store.undone(snapshot.turn)) + 1
    game = hz.load(dict(store.stored(snapshot.turn - 1).current_state))
    game = reopened(game, attempt)
    people = [s for s in snapshot.seats if not s.bot and s.since < snapshot.turn]
    notices = {s.name: _undo_notice(game, s, public_reason, stored.run_at, attempt) for s in people}
    mails = _mails(game, people, notices, stamp(clock))
    words = LocalizedText(
        "Turn {turn} was undone ({why}); attempt {number} has different dice.",
        turn=snapshot.turn,
        why=public_reason,
        number=attempt,
    )
    if stored.edits:
        words = LocalizedText(
            "Turn {turn} was undone ({why}), with the edits made after it; attempt"
            " {number} has different dice.",
            turn=snapshot.turn,
            why=public_reason,
            number=attempt,
        )
    words = LocalizedText.from_parts((words, public_commitment(game)))
    facts = {"attempt": attempt - 1, "reason": public_reason, "promised": all_commitments(game)}
    entry = act("undo", snapshot.turn, words, clock, by, **facts)
    store.undo(snapshot.turn, public_reason, stamp(clock), mails, entry)
    orders, void = tuple(store.snapshot().orders), tuple(snapshot.orders)
    return UndoResult(snapshot.turn, attempt, game.commitment, notices, len(mails), orders, void)


def _mails(
    game: hz.Game, people: Sequence[SeatRecord], notices: Mapping[str, str], time: str
) -> list[NewMail]:
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] Turn {game.turn + 1} was undone"
    return [
        NewMail("notice", address, subject, time, seat, game.turn + 1, body=notices[seat])
        for seat, address in addresses(game, people).items()
    ]


def _undo_notice(game: hz.Game, seat: SeatRecord, reason: str, run_at: str, attempt: int) -> str:
    turn = game.turn + 1
    lines = (
        f"The gamemaster has undone turn {turn}, which was run at {run_at}:",
        f"  {reason}",
        "",
        f"Its report no longer counts, {seat.name}. The turn will be rerun as attempt {attempt}.",
        f"Orders that you submitted for turn {turn} still count, until you replace them.",
        f"Orders for turn {turn + 1} no longer count: submit them again after turn {turn} was run.",
        "",
        "The rerun has different dice, with keys that its report will reveal.",
        *commitments_of(game, seat),
    )
    return "".join(f"{line}\n" for line in lines)


def write_notices(store: GameStore, undone_turn: UndoResult) -> Path:
    """Rename the report folder of an undone turn, add the notices, and return its new path.

    Raises OSError.
    """
    old = turn_folder(store.folder, undone_turn.turn)
    number = undone_turn.attempt - 1
    while (renamed := old.with_name(f"{old.name}-taken-back-{number}")).exists():
        number += 1  # the count of attempts restarts if the turn before was undone, too
    if old.is_dir():
        old.rename(renamed)
    for seat, text in undone_turn.notices.items():
        write_atomically(renamed / f"{file_stem(seat)}.notice.txt", text, private=True)
    return renamed


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
        NewMail(
            "notice",
            address,
            subject,
            time,
            seat,
            body=_reopening_notice(ending, seat, public_reason),
        )
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


def _reopening_notice(ending: GameEnding, seat: str, reason: str) -> str:
    turn = ending.turn + 1
    lines = (
        f"The gamemaster has reopened the game, which had ended after turn {ending.turn}:",
        f"  {reason}",
        "",
        f"The game continues, {seat}. You can submit orders for turn {turn}.",
        f"Orders that you submitted for turn {turn} before still count, until you replace them.",
    )
    return "".join(f"{line}\n" for line in lines)
