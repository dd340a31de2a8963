"""Undoing the latest turn or the end of a game, with notices to all players."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.orders import Diagnostic
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.files import file_stem, write_atomically
from horizons_host.games.audit import GAMEMASTER, REOPENED, act, demand_closed_archive, public_words
from horizons_host.games.endings import SUMMARY
from horizons_host.mail.report_mails import addresses
from horizons_host.reports.files import REPORTS, turn_folder
from horizons_host.seats.missing_orders import substitute_note
from horizons_host.seats.seats import seat_of
from horizons_host.store import (
    Edit,
    GameEnding,
    GameStore,
    NewMail,
    OnBehalf,
    Seat,
    UndoneTurn,
    Upgrade,
    next_attempt,
)

_PUBLIC = "Hash of the key of the public dice of turn {turn}:"
_OWN = "Hash of the key of your own dice of turn {turn}:"


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
    game: hz.Game, people: Sequence[Seat], notices: Mapping[str, str], time: str
) -> list[NewMail]:
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] Turn {game.turn + 1} was undone"
    return [
        NewMail("notice", address, subject, time, seat, game.turn + 1, body=notices[seat])
        for seat, address in addresses(game, people).items()
    ]


def _undo_notice(game: hz.Game, seat: Seat, reason: str, run_at: str, attempt: int) -> str:
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


def commitments_of(game: hz.Game, seat: Seat) -> list[str]:
    """Return the lines with a seat's commitments to the keys of the next turn's dice."""
    turn = game.turn + 1
    lines = [_PUBLIC.format(turn=turn), f"  {game.commitment}"]
    if not seat.role:
        lines += [_OWN.format(turn=turn), f"  {game.empire(seat.name).own_commitment}"]
    return lines


def public_commitment(game: hz.Game) -> LocalizedText:
    """Return the public commitment to the key of the next turn's dice, on one line."""
    promise = LocalizedText(
        "Hash of the key of the public dice of turn {turn}:", turn=game.turn + 1
    )
    return LocalizedText.from_parts((promise, game.commitment))


def all_commitments(game: hz.Game) -> dict[str, Any]:
    """Return the commitments to the next turn's dice, public and per seat, for the audit log."""
    own_hashes = {empire.id: empire.own_commitment for empire in game.empires}
    return {"turn": game.turn + 1, "public": game.commitment, "own": own_hashes}


def recorded_commitments(noted: Mapping[str, Any], seat: str) -> list[str]:
    """Return a seat's lines on the commitments in an audit entry."""
    turn, own_hash = noted["turn"], noted["own"].get(seat)
    lines = [_PUBLIC.format(turn=turn), f"  {noted['public']}"]
    return lines if own_hash is None else [*lines, _OWN.format(turn=turn), f"  {own_hash}"]


def seat_commitments(store: GameStore, player: str) -> list[str]:
    """Return a seat's commitments to the keys of the next attempt at the next turn.

    Raises SeatError.
    """
    snapshot = store.snapshot()
    game = reopened(hz.load(snapshot.state), snapshot.attempt)
    return commitments_of(game, seat_of(snapshot.seats, player))


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


def with_notes(
    turn: hz.Turn,
    instead: Mapping[str, str],
    undone: Sequence[UndoneTurn],
    migrated: Upgrade | None = None,
    edits: Sequence[Edit] = (),
    behalf: Mapping[str, OnBehalf] | None = None,
) -> hz.Turn:
    """Add the program's notes to the remarks in players' reports.

    For seats whose orders were replaced or sent by another person; and for all if the turn was
    undone before, is the first of another version, or the game was edited.
    """
    if not (instead or undone or migrated or edits or behalf):
        return turn
    notes = [_undone_note(turn.game, undone[-1])] if undone else []
    notes += [] if migrated is None else [_migration_note(migrated)]
    notes += [_edit_note(edit) for edit in edits]
    stands_in = {seat: [substitute_note(source)] for seat, source in instead.items()}
    stands_in |= {seat: [_on_behalf_note(entry)] for seat, entry in (behalf or {}).items()}
    diagnostics = {
        seat: (*remarks, *stands_in.get(seat, ()), *notes)
        for seat, remarks in turn.diagnostics.items()
    }
    return evolve(turn, diagnostics=diagnostics)


def _migration_note(upgrade: Upgrade) -> Diagnostic:
    before, after = upgrade.before.get("variant"), upgrade.versions.get("variant")
    text = (
        f"from this turn on the game is run by version {after} of its rules; before it was {before}"
    )
    same = upgrade.result == "same"
    hint = "" if same else "turns before would have come out otherwise: ask your gamemaster"
    return Diagnostic("note", "migrated", text, hint=hint)


def _edit_note(edit: Edit) -> Diagnostic:
    text = f"the gamemaster changed the game before this turn: {edit.words}"
    return Diagnostic("note", "edited", text, hint=f"why: {edit.reason}")


def _on_behalf_note(behalf: OnBehalf) -> Diagnostic:
    text = f"the orders of this turn were handed in for you by {behalf.actor} ({behalf.reason})"
    return Diagnostic("note", "on-behalf", text, hint="orders that you hand in later count instead")


def _undone_note(game: hz.Game, undone: UndoneTurn) -> Diagnostic:
    text = (
        f"this is attempt {undone.attempt + 1} at turn {game.turn}: the gamemaster took back the"
        f" one before it ({undone.reason})"
    )
    hint = "its dice are other ones, whose key was promised when that was done"
    return Diagnostic("note", "taken-back", text, hint=hint)


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
