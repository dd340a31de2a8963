"""Running the next turn of a stored game with its orders, and storing the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

import horizons_core as hz
from horizons_core.codec import plain
from horizons_core.localized_text import LocalizedText
from horizons_core.turn import reopened
from horizons_host.clock import Clock, now, stamp
from horizons_host.games.audit import GAMEMASTER, AuditEntry, act
from horizons_host.games.setup import versions
from horizons_host.games.turn_notes import with_notes
from horizons_host.games.upgrades import demand_pinned
from horizons_host.mail.report_mails import addresses, report_mails
from horizons_host.seats.missing_orders import TurnOrders, collect_orders
from horizons_host.store import (
    DeadlineChange,
    GameStore,
    GameStoreError,
    NewTurn,
    SeatRecord,
    Snapshot,
    UsedOrders,
)
from horizons_host.store.database import turn_taken

#: Number of times a turn is recomputed because orders arrived while it was running.
_ATTEMPTS = 20
#: Called with the number of the turn and its orders before it is run; may raise to prevent that.
Announce = Callable[[int, TurnOrders], None]


@frozen
class CompletedTurn:
    """A turn that was run, with the game before it, its orders and its reports.

    `not_before` is the turn to which the gamemaster had postponed the end, `joined` the seats that
    joined since the turn before. `new_code` says that the code has changed since the turn before
    without a new version.
    """

    before: Any
    turn: hz.Turn
    intake: TurnOrders
    reports: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    not_before: int | None = None
    joined: Sequence[str] = ()
    new_code: bool = False


def _no_announcement(_turn: int, _intake: TurnOrders) -> None:
    """Announce nothing."""


def play_turn(
    snapshot: Snapshot,
    *,
    substitute: str | None = None,
    clock: Clock = now,
    announce: Announce = _no_announcement,
) -> CompletedTurn:
    """Run the turn that follows a snapshot; nothing is stored.

    `announce` is called with the orders before, and may raise. Raises GameOverError after the
    game's end, SaveError for a game that cannot be loaded, PinnedError for one that is pinned to
    another version.
    """
    game = reopened(hz.load(snapshot.state), snapshot.attempt)
    demand_pinned(snapshot, game)
    variant = hz.variant_of(game)
    if snapshot.not_before is not None:
        variant.postpone_end(game, snapshot.not_before)
    intake = collect_orders(snapshot, game, variant, substitute, clock)
    announce(game.turn + 1, intake)
    run = hz.run_turn(game, intake.texts)
    turn = with_notes(
        run,
        intake.instead,
        snapshot.undone,
        snapshot.migrated,
        snapshot.edits,
        snapshot.behalf,
    )
    reports = {empire: dict(report.data) for empire, report in turn.reports().items()}
    new_code = _has_new_code(snapshot.versions, versions(game))
    return CompletedTurn(
        game, turn, intake, reports, snapshot.not_before, snapshot.joined, new_code
    )


def _has_new_code(before: Mapping[str, Any], current: Mapping[str, Any]) -> bool:
    """Return whether only the source code differs; turns of old versions do not record it."""
    differing = [part for part, value in current.items() if before.get(part, value) != value]
    return differing == ["source"]


def run_and_store(
    store: GameStore,
    *,
    substitute: str | None = None,
    clock: Clock = now,
    announce: Announce = _no_announcement,
    by: str = GAMEMASTER,
    due: DeadlineChange | None = None,
) -> CompletedTurn:
    """Run the next turn and store it with its reports, all or nothing.

    If orders arrive while the turn is running, people join or the end is postponed, the turn is
    recomputed. `due` is the deadline that the turn is run for (see `NewTurn`). Raises
    TurnTakenError if another process stored the turn first, DeadlineMovedError, and the errors of
    `play_turn`.
    """
    snapshot = store.snapshot()
    first = snapshot.turn
    for _ in range(_ATTEMPTS):
        if snapshot.turn != first:
            raise turn_taken(first + 1, snapshot.turn)
        played = play_turn(snapshot, substitute=substitute, clock=clock, announce=announce)
        new = evolve(_new_turn(played, snapshot.seats, clock), due=due)
        if store.commit(new, snapshot, _audit_entry(played, snapshot, clock, by, due)):
            return played
        snapshot = store.snapshot()
    raise GameStoreError(
        f"orders for turn {first + 1} kept arriving while it was running",
        "try again later; nothing was changed",
    )


def _audit_entry(
    played: CompletedTurn, snapshot: Snapshot, clock: Clock, by: str, due: DeadlineChange | None
) -> AuditEntry:
    """Return the audit entry of a turn, with the seats that it did not wait for."""
    turn, waived = snapshot.turn + 1, list(played.intake.awaited)
    words = _run_text(turn, snapshot.attempt, waived, due.facts["why"] if due else "")
    if played.new_code:
        code = LocalizedText(
            "The program's code has changed since the previous turn, but not its version."
        )
        words = LocalizedText.from_parts((words, code))
    facts = {"attempt": snapshot.attempt, "missing": list(played.intake.missing), "waived": waived}
    if played.intake.instead:
        facts["instead"] = dict(played.intake.instead)
    if played.intake.unneeded:
        facts["unneeded"] = list(played.intake.unneeded)
    return act("turn", turn, words, clock, by, **facts)


def _run_text(turn: int, attempt: int, waived: Sequence[str], reason: str) -> LocalizedText:
    """Describe the run of a turn, with its attempt, missing orders and reason, if any."""
    run = LocalizedText("Turn {turn} was run", turn=turn)
    if attempt > 1:
        run = LocalizedText("Turn {turn}, attempt {number} was run", turn=turn, number=attempt)
    if waived:
        names = ", ".join(waived)
        run = LocalizedText(
            "{what} without orders of {names}, for whom it waited", what=run, names=names
        )
    if reason:
        return LocalizedText("{what}: {why}.", what=run, why=reason)
    return LocalizedText("{what}.", what=run)


def _new_turn(played: CompletedTurn, seats: Sequence[SeatRecord], clock: Clock) -> NewTurn:
    turn = played.turn
    time = stamp(clock)
    players = [seat.name for seat in seats if not seat.role]
    arrived = [empire.id for empire in turn.game.empires if empire.id not in players]
    moved = [name for name in players if _moved(name, played.before, turn.game)]
    at_home = [evolve(seat, redirect=None) if seat.name in moved else seat for seat in seats]
    at_home += [SeatRecord(name) for name in arrived]
    return NewTurn(
        turn=turn.game.turn,
        state=hz.dump(turn.game),
        digest=turn.digest,
        events=plain(list(turn.events)),
        events_digest=turn.events_digest,
        turn_key=turn.game.turn_key,
        versions=versions(turn.game),
        run_at=time,
        reports=played.reports,
        used={seat: orders.id for seat, orders in played.intake.submitted.items()},
        written=played.intake.written,
        instead=played.intake.instead,
        orders_digest=UsedOrders(played.intake.texts).digest,
        mails=report_mails(turn.game, at_home, played.reports, time),
        moved=moved,
        relocked=[name for name in players if _relocked(name, played.before, turn.game)],
        arrived=arrived,
        not_before=played.not_before,
        joined=played.joined,
        addresses=addresses(turn.game, at_home),
    )


def _moved(seat: str, before: hz.Game, after: hz.Game) -> bool:
    """Return whether the seat's address was changed in the turn."""
    return bool(before.empire(seat).address != after.empire(seat).address)


def _relocked(seat: str, before: hz.Game, after: hz.Game) -> bool:
    """Return whether the seat's password was changed in the turn."""
    return bool(before.empire(seat).password != after.empire(seat).password)
