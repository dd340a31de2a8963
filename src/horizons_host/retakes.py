"""Taking the latest turn back, so that it can be run once more; and telling everybody so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.orders import Diagnostic
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.files import file_stem, write_atomically
from horizons_host.missing_orders import stand_in
from horizons_host.report_files import turn_folder
from horizons_host.report_mails import addresses
from horizons_host.store import GameStore, NewMail, Seat, Undone, Upgrade, next_attempt

#: The longest reason that is told.
LONGEST_REASON = 500


@frozen
class Reopened:
    """A turn that was taken back: which attempt comes next, what is told, and whose orders count.

    `notices` are the texts by seat, `void` those whose orders for the turn after it were in.
    """

    turn: int
    attempt: int
    commitment: str
    notices: Mapping[str, str]
    mails: int
    given: Sequence[str]
    void: Sequence[str]


def undo_turn(store: GameStore, reason: str, clock: Clock = now) -> Reopened:
    """Take the latest turn back, and tell every person; the next attempt has dice of its own.

    Raises HorizonsError at the set-up and for a reason that cannot be told, and what
    `GameStore.undo` raises.
    """
    told = " ".join(reason.split())
    if not told or not told.isprintable() or len(told) > LONGEST_REASON:
        limit = f"1 to {LONGEST_REASON} printable characters"
        raise HorizonsError("a turn is taken back for a reason, which all players get", limit)
    snapshot = store.snapshot()
    if snapshot.turn == store.first():
        raise HorizonsError(
            f"the game stands at turn {snapshot.turn}, its set-up: no turn was run",
            "set up a new game instead: horizons new",
        )
    stored = store.stored(snapshot.turn)
    attempt = next_attempt(store.undone(snapshot.turn)) + 1
    game = hz.load(dict(store.stored(snapshot.turn - 1).standing))
    game = reopened(game, attempt)
    people = [one for one in snapshot.seats if not one.bot and one.since < snapshot.turn]
    notices = {seat.name: _notice(game, seat, told, stored.run_at, attempt) for seat in people}
    mails = _mails(game, people, notices, stamp(clock))
    store.undo(snapshot.turn, told, stamp(clock), mails)
    given = tuple(store.snapshot().orders)
    void = tuple(snapshot.orders)
    return Reopened(snapshot.turn, attempt, game.commitment, notices, len(mails), given, void)


def _mails(
    game: hz.Game, people: Sequence[Seat], notices: Mapping[str, str], time: str
) -> list[NewMail]:
    title = game.name or hz.variant_of(game).info.title
    subject = f"[{title}] Turn {game.turn + 1} was taken back"
    return [
        NewMail("notice", address, subject, time, seat, game.turn + 1, body=notices[seat])
        for seat, address in addresses(game, people).items()
    ]


def _notice(game: hz.Game, seat: Seat, reason: str, run_at: str, attempt: int) -> str:
    turn = game.turn + 1
    lines = (
        f"The gamemaster took back turn {turn}, which was run at {run_at}:",
        f"  {reason}",
        "",
        f"Its report counts no more, {seat.name}. The turn will be run again as attempt {attempt}.",
        f"Orders given for turn {turn} stand, until you send others.",
        f"Orders given for turn {turn + 1} do not count: send them again when turn {turn} was run.",
        "",
        "The dice are thrown anew, by keys that the report will show.",
        *promises(game, seat),
    )
    return "".join(f"{line}\n" for line in lines)


def promises(game: hz.Game, seat: Seat) -> list[str]:
    """What a seat is promised of the keys of the next turn's dice, line by line."""
    turn = game.turn + 1
    lines = [f"Hash of the key of the public dice of turn {turn}:", f"  {game.commitment}"]
    if not seat.role:
        own = game.empire(seat.name).own_commitment
        lines += [f"Hash of the key of your own dice of turn {turn}:", f"  {own}"]
    return lines


def write_notices(store: GameStore, done: Reopened) -> Path:
    """Put the report files of a turn that was taken back aside, with the notices; say where.

    Raises OSError.
    """
    old = turn_folder(store.folder, done.turn)
    place = old.with_name(f"{old.name}-taken-back-{done.attempt - 1}")
    if old.is_dir() and not place.exists():
        old.rename(place)
    for seat, text in done.notices.items():
        write_atomically(place / f"{file_stem(seat)}.notice.txt", text, private=True)
    return place


def with_notes(
    turn: hz.Turn,
    instead: Mapping[str, str],
    undone: Sequence[Undone],
    migrated: Upgrade | None = None,
) -> hz.Turn:
    """The turn with what the gamemaster's program has to say to players in their reports.

    To those for whom something else stood in, and to all if it had been taken back before, or is
    the first that was run by another version.
    """
    if not instead and not undone and migrated is None:
        return turn
    retaken = [_retaken(turn.game, undone[-1])] if undone else []
    retaken += [] if migrated is None else [_migrated(migrated)]
    stands_in = {seat: [stand_in(what)] for seat, what in instead.items()}
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


def _retaken(game: hz.Game, undone: Undone) -> Diagnostic:
    said = (
        f"this is attempt {undone.attempt + 1} at turn {game.turn}: the gamemaster took back the"
        f" one before it ({undone.reason})"
    )
    hint = "its dice are other ones, whose key was promised when that was done"
    return Diagnostic("note", "taken-back", said, hint=hint)
