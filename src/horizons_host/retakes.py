"""Taking the latest turn back, so that it can be run once more; and telling everybody so."""

from __future__ import annotations

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
from horizons_host.desk.audit import GAMEMASTER, act, demand_closed_archive, public_words
from horizons_host.files import file_stem, write_atomically
from horizons_host.missing_orders import stand_in
from horizons_host.report_files import turn_folder
from horizons_host.report_mails import addresses
from horizons_host.seating import seat_of
from horizons_host.store import (
    Edit,
    GameStore,
    NewMail,
    OnBehalf,
    Seat,
    Undone,
    Upgrade,
    next_attempt,
)

_PUBLIC = "Hash of the key of the public dice of turn {turn}:"
_OWN = "Hash of the key of your own dice of turn {turn}:"


@frozen
class Reopened:
    """A turn that is open again: which attempt comes next, what is told, and whose orders count.

    `notices` are the texts by seat, `void` those whose orders for the turn after it were in; both
    are empty where the end of a game was undone, and no turn.
    """

    turn: int
    attempt: int
    commitment: str
    notices: Mapping[str, str]
    mails: int
    given: Sequence[str]
    void: Sequence[str]


def undo_turn(store: GameStore, reason: str, clock: Clock = now, by: str = GAMEMASTER) -> Reopened:
    """Take the latest turn back, and tell every person; the next attempt has dice of its own.

    Raises HorizonsError at the set-up and for a reason that cannot be told, and what
    `GameStore.undo` raises.
    """
    told = public_words(reason, "undoing a turn needs a reason, which all players can read")
    snapshot = store.snapshot()
    if snapshot.turn == store.first():
        raise HorizonsError(
            f"there is no turn to undo: the game is at its set-up, turn {snapshot.turn}",
            "to start over, set up a new game: horizons new",
        )
    demand_closed_archive(store)
    stored = store.stored(snapshot.turn)
    attempt = next_attempt(store.undone(snapshot.turn)) + 1
    game = hz.load(dict(store.stored(snapshot.turn - 1).standing))
    game = reopened(game, attempt)
    people = [one for one in snapshot.seats if not one.bot and one.since < snapshot.turn]
    notices = {seat.name: _notice(game, seat, told, stored.run_at, attempt) for seat in people}
    mails = _mails(game, people, notices, stamp(clock))
    words = LocalizedText(
        "Turn {turn} was undone ({why}); attempt {number} has different dice.",
        turn=snapshot.turn,
        why=told,
        number=attempt,
    )
    if stored.edits:
        words = LocalizedText(
            "Turn {turn} was undone ({why}), with the edits made after it; attempt"
            " {number} has different dice.",
            turn=snapshot.turn,
            why=told,
            number=attempt,
        )
    words = LocalizedText.from_parts((words, public_promise(game)))
    facts = {"attempt": attempt - 1, "reason": told, "promised": promised_to_all(game)}
    entry = act("undo", snapshot.turn, words, clock, by, **facts)
    store.undo(snapshot.turn, told, stamp(clock), mails, entry)
    given = tuple(store.snapshot().orders)
    void = tuple(snapshot.orders)
    return Reopened(snapshot.turn, attempt, game.commitment, notices, len(mails), given, void)


def _mails(
    game: hz.Game, people: Sequence[Seat], notices: Mapping[str, str], time: str
) -> list[NewMail]:
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] Turn {game.turn + 1} was undone"
    return [
        NewMail("notice", address, subject, time, seat, game.turn + 1, body=notices[seat])
        for seat, address in addresses(game, people).items()
    ]


def _notice(game: hz.Game, seat: Seat, reason: str, run_at: str, attempt: int) -> str:
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
        *promises(game, seat),
    )
    return "".join(f"{line}\n" for line in lines)


def promises(game: hz.Game, seat: Seat) -> list[str]:
    """What a seat is promised of the keys of the next turn's dice, line by line."""
    turn = game.turn + 1
    lines = [_PUBLIC.format(turn=turn), f"  {game.commitment}"]
    if not seat.role:
        lines += [_OWN.format(turn=turn), f"  {game.empire(seat.name).own_commitment}"]
    return lines


def public_promise(game: hz.Game) -> LocalizedText:
    """What everybody is promised of the key of the next turn's dice, on one line."""
    promise = LocalizedText(
        "Hash of the key of the public dice of turn {turn}:", turn=game.turn + 1
    )
    return LocalizedText.from_parts((promise, game.commitment))


def promised_to_all(game: hz.Game) -> dict[str, Any]:
    """What was promised of the next turn's dice, as it is noted down: to all, and to each."""
    own = {empire.id: empire.own_commitment for empire in game.empires}
    return {"turn": game.turn + 1, "public": game.commitment, "own": own}


def promises_noted(noted: Mapping[str, Any], seat: str) -> list[str]:
    """The lines that a seat got of what was noted down as promised."""
    turn, own = noted["turn"], noted["own"].get(seat)
    lines = [_PUBLIC.format(turn=turn), f"  {noted['public']}"]
    return lines if own is None else [*lines, _OWN.format(turn=turn), f"  {own}"]


def promised(store: GameStore, player: str) -> list[str]:
    """What a seat is promised of the keys of the attempt at the next turn that is to come.

    Raises SeatError.
    """
    snapshot = store.snapshot()
    game = reopened(hz.load(snapshot.state), snapshot.attempt)
    return promises(game, seat_of(snapshot.seats, player))


def write_notices(store: GameStore, done: Reopened) -> Path:
    """Put the report files of a turn that was taken back aside, with the notices; say where.

    Raises OSError.
    """
    old = turn_folder(store.folder, done.turn)
    number = done.attempt - 1
    while (place := old.with_name(f"{old.name}-taken-back-{number}")).exists():
        number += 1  # attempts are counted anew where the turn before was taken back, too
    if old.is_dir():
        old.rename(place)
    for seat, text in done.notices.items():
        write_atomically(place / f"{file_stem(seat)}.notice.txt", text, private=True)
    return place


def with_notes(
    turn: hz.Turn,
    instead: Mapping[str, str],
    undone: Sequence[Undone],
    migrated: Upgrade | None = None,
    edits: Sequence[Edit] = (),
    behalf: Mapping[str, OnBehalf] | None = None,
) -> hz.Turn:
    """The turn with what the gamemaster's program has to say to players in their reports.

    To those for whom something else stood in or another handed in orders; and to all if it had been
    taken back before, is the first that was run by another version, or the game was edited.
    """
    if not (instead or undone or migrated or edits or behalf):
        return turn
    retaken = [_retaken(turn.game, undone[-1])] if undone else []
    retaken += [] if migrated is None else [_migrated(migrated)]
    retaken += [_edited(edit) for edit in edits]
    stands_in = {seat: [stand_in(what)] for seat, what in instead.items()}
    stands_in |= {seat: [_by_another(one)] for seat, one in (behalf or {}).items()}
    told = {
        seat: (*remarks, *stands_in.get(seat, ()), *retaken)
        for seat, remarks in turn.diagnostics.items()
    }
    return evolve(turn, diagnostics=told)


def _migrated(upgrade: Upgrade) -> Diagnostic:
    before, after = upgrade.before.get("variant"), upgrade.versions.get("variant")
    said = (
        f"from this turn on the game is run by version {after} of its rules; before it was {before}"
    )
    same = upgrade.found == "same"
    hint = "" if same else "turns before would have come out otherwise: ask your gamemaster"
    return Diagnostic("note", "migrated", said, hint=hint)


def _edited(edit: Edit) -> Diagnostic:
    said = f"the gamemaster changed the game before this turn: {edit.words}"
    return Diagnostic("note", "edited", said, hint=f"why: {edit.reason}")


def _by_another(behalf: OnBehalf) -> Diagnostic:
    said = f"the orders of this turn were handed in for you by {behalf.actor} ({behalf.reason})"
    return Diagnostic("note", "on-behalf", said, hint="orders that you hand in later count instead")


def _retaken(game: hz.Game, undone: Undone) -> Diagnostic:
    said = (
        f"this is attempt {undone.attempt + 1} at turn {game.turn}: the gamemaster took back the"
        f" one before it ({undone.reason})"
    )
    hint = "its dice are other ones, whose key was promised when that was done"
    return Diagnostic("note", "taken-back", said, hint=hint)
