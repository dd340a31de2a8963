"""Writing a game. Every method is one transaction: completely done, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve
from sqlalchemy import Connection

from horizons_core.localized_text import LocalizedText
from horizons_host.store import database as errors
from horizons_host.store import (
    decisions,
    history,
    messages,
    notifications,
    rows,
    schema,
    submissions,
)
from horizons_host.store.columns import insert_record
from horizons_host.store.database import Database, GameStoreError
from horizons_host.store.game_database import database_of
from horizons_host.store.message_records import GameEvent
from horizons_host.store.reading import GameReader
from horizons_host.store.records import (
    AuditEntry,
    Edit,
    GameEnding,
    GameInfo,
    Joining,
    NewMail,
    NewTurn,
    Postponement,
    SeatRecord,
    SetUp,
    Snapshot,
    SubmittedOrders,
)
from horizons_host.store.submissions import Submission, save_draft, store_orders


class GameStore(GameReader):
    """One game's store. Use it in a `with` block; `GameStore(folder)` raises GameStoreError.

    A game is stored in the SQLite file in its folder, unless another `database` is given; then the
    folder holds its other files, and may be None. `wholly` checks all of it for damage. `called` is
    its name in messages, if not its location.
    """

    @classmethod
    def create(
        cls,
        folder: Path | None,
        info: GameInfo,
        set_up: SetUp,
        seats: Iterable[SeatRecord],
        start: NewTurn,
        *,
        database: Database | None = None,
    ) -> GameStore:
        """Create a game's tables, all of them or none. The folder must exist.

        Raises GameStoreError if it contains a game.
        """
        target = database_of(folder, database)
        if not target.create(lambda connection: rows.fill(connection, info, set_up, seats, start)):
            raise game_exists(folder if database is None else target.name)
        return cls(folder, database)

    def undo(
        self,
        turn: int,
        reason: str,
        time: str,
        notices: Iterable[NewMail],
        entry: AuditEntry | None = None,
    ) -> None:
        """Undo the latest turn, and put the emails about it into the outbox.

        Raises TurnTakenError if another turn was run meanwhile, GameStoreError if the gamemaster
        ended the game, or a player has joined in or since the turn.
        """
        with self.writing() as connection:
            rows.expect(connection, turn)
            for arrivals, event in (
                (rows.joined(connection, turn), "joined after it"),
                (rows.arrived(connection, turn), "entered the game during it"),
            ):
                if arrivals:
                    raise GameStoreError(
                        f"turn {turn} can't be undone: {', '.join(arrivals)} {event}",
                        "restore an earlier backup instead: horizons restore",
                    )
            history.undo_latest_turn(connection, turn, reason, time)
            facts = {"turn": turn, "reason": reason}
            _record_undo(connection, time, turn - 1, facts, notices, entry)

    def end(
        self,
        ending: GameEnding,
        mails: Iterable[NewMail] = (),
        entry: AuditEntry | None = None,
        addresses: Mapping[str, str] | None = None,
    ) -> None:
        """End the game; no turn follows, and stored data do not change.

        Puts the emails about it into the outbox, and delivers messages that waited for a turn, by
        mail to these addresses.

        Raises TurnTakenError if another turn was run meanwhile, GameStoreError if the game was
        ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, ending.turn)
            insert_record(connection, schema.endings, ending)
            history.insert_entry(connection, entry)
            notifications.record_event(connection, _ending_event(ending))
            messages.release_waiting(connection, ending.ended_at, addresses or {})
            for mail in mails:
                rows.insert_mail(connection, mail)

    def reopen(
        self,
        turn: int,
        reason: str,
        time: str,
        notices: Iterable[NewMail],
        entry: AuditEntry | None = None,
    ) -> None:
        """Undo the end of the game after a turn, and put the emails about it into the outbox.

        Raises GameStoreError if the gamemaster has not ended the game after this turn.
        """
        with self.writing() as connection:
            ending = rows.ending(connection)
            if ending is None or ending.turn != turn:
                raise GameStoreError(
                    LocalizedText("the end of the game was already undone"), "reload the game"
                )
            rows.delete_ending(connection)
            facts = {"turn": turn, "reason": reason, "ending": True}
            _record_undo(connection, time, turn, facts, notices, entry)

    def put_off(self, postponement: Postponement, entry: AuditEntry | None = None) -> None:
        """Postpone the end of the game to a turn.

        Raises TurnTakenError if another turn was run meanwhile, GameStoreError if the game was
        ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, postponement.turn)
            rows.insert_postponement(connection, postponement)
            history.insert_entry(connection, entry)

    def join(
        self,
        seat: SeatRecord,
        joining: Joining,
        report: Mapping[str, Any],
        mails: Iterable[NewMail],
        *,
        expected: Snapshot,
        entry: AuditEntry | None = None,
    ) -> bool:
        """Add a seat to the running game, with its first report.

        `expected` is the game as it was read; if another seat has joined it meanwhile, or it was
        edited, nothing is stored and the answer is False. Raises TurnTakenError if another turn was
        run meanwhile, GameStoreError if the game was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, joining.turn)
            if not _unchanged(connection, expected):
                return False
            rows.insert_seat(connection, seat)
            rows.insert_joining(connection, joining)
            facts = {"seat": seat.name}
            joined = GameEvent("joined", joining.joined_at, joining.turn, facts, to_all=True)
            notifications.record_event(connection, joined)
            rows.insert_report(connection, joining.turn, seat.name, report)
            history.insert_entry(connection, entry)
            for mail in mails:
                rows.insert_mail(connection, mail)
            return True

    def edit(
        self,
        edit: Edit,
        mails: Iterable[NewMail],
        *,
        expected: Snapshot,
        entry: AuditEntry | None = None,
    ) -> bool:
        """Store an edit of the position, and put the emails about it into the outbox.

        `expected` is the game as it was read; if a seat has joined it meanwhile, or it was edited,
        nothing is stored and the answer is False. Raises TurnTakenError if another turn was run
        meanwhile, GameStoreError if the game was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, edit.turn)
            if not _unchanged(connection, expected):
                return False
            history.insert_edit(connection, edit)
            history.insert_entry(connection, entry)
            facts = {"words": edit.words, "reason": edit.reason}
            edited = GameEvent("edited", edit.edited_at, edit.turn, facts, to_all=True)
            notifications.record_event(connection, edited)
            for mail in mails:
                rows.insert_mail(connection, mail)
            return True

    def submit(
        self,
        orders: SubmittedOrders,
        entry: AuditEntry | None = None,
        mails: Iterable[NewMail] = (),
        *,
        after: int | None = None,
    ) -> Submission:
        """Store an order text; it replaces the seat's earlier ones for the turn.

        The entry and emails are left out if equal orders are the latest already.
        Raises TurnTakenError if the turn was run meanwhile, NewerOrdersError unless `after` is the
        latest version (0: none), or None.
        """
        with self.writing() as connection:
            rows.expect(connection, orders.turn - 1)
            stored = store_orders(connection, orders, after)
            if not stored.repeated:
                history.insert_entry(connection, entry)
                for mail in mails:
                    rows.insert_mail(connection, mail)
            return stored

    def save_draft(
        self,
        orders: SubmittedOrders,
        after: int,
        *,
        reopen: bool = False,
        authorize: Callable[[], object] = bool,
    ) -> Submission:
        """Store a draft that is being written on the web page, as `save_draft` explains.

        `authorize` raises an error if its writer may no longer do so. Raises TurnTakenError if the
        turn was run meanwhile, NewerOrdersError and FinalOrdersError.
        """
        with self.writing() as connection:
            authorize()
            rows.expect(connection, orders.turn - 1)
            return save_draft(connection, orders, after, reopen=reopen)

    def commit(self, new: NewTurn, expected: Snapshot, entry: AuditEntry | None = None) -> bool:
        """Store a turn with its reports and the orders that the program wrote.

        `expected` is the input of the turn; if it has changed meanwhile by orders, a postponement
        of the end, a joining, settings of a seat or an undo, nothing is stored and the answer is
        False. Raises TurnTakenError if another process has stored the turn, DeadlineMovedError if
        its deadline was changed.
        """
        with self.writing() as connection:
            rows.expect(connection, new.turn - 1)
            if new.due is not None and decisions.last_change(connection) != new.due.id:
                raise errors.deadline_moved(new.turn)
            latest = submissions.latest_orders(connection, new.turn)
            if latest != expected.orders or rows.seats(connection) != expected.seats:
                return False
            if history.attempts(connection, new.turn) != expected.undone:
                return False
            if rows.not_before(connection, new.turn - 1) != new.not_before:
                return False
            if not _unchanged(connection, expected):
                return False
            mails = [m for m in new.mails if notifications.wants_mail(connection, m.seat, "turn")]
            rows.insert_turn(connection, evolve(new, mails=mails))
            history.insert_entry(connection, entry)
            for event in _turn_events(new):
                notifications.record_event(connection, event)
            messages.release_waiting(connection, new.run_at, new.addresses)
            if new.due is not None:
                decisions.insert_change(connection, new.due)
            return True


def _unchanged(connection: Connection, expected: Snapshot) -> bool:
    """Return whether no seat has joined since a game was read, and it was not edited."""
    joined = rows.joined(connection, expected.turn)
    return (
        joined == tuple(expected.joined)
        and history.numbers(connection, expected.turn) == expected.edited
    )


def _record_undo(
    connection: Connection,
    time: str,
    turn: int,
    facts: Mapping[str, Any],
    notices: Iterable[NewMail],
    entry: AuditEntry | None,
) -> None:
    """Store that a turn or the end was undone, and queue the emails about it."""
    history.insert_entry(connection, entry)
    notifications.record_event(connection, GameEvent("undone", time, turn, facts, to_all=True))
    for mail in notices:
        rows.insert_mail(connection, mail)


def _ending_event(ending: GameEnding) -> GameEvent:
    facts = {"turn": ending.turn, "winners": list(ending.winners), "reason": ending.reason}
    return GameEvent("ended", ending.ended_at, ending.turn, facts, to_all=True)


def _turn_events(new: NewTurn) -> list[GameEvent]:
    """Return the events of a turn that was run, and perhaps of the game's end."""
    outcome = new.state.get("outcome")
    ended = {} if outcome is None else {"reason": outcome["reason"], "winners": outcome["winners"]}
    kinds = [("turn", {}), *([("ended", ended)] if ended else [])]
    return [
        GameEvent(kind, new.run_at, new.turn, {"turn": new.turn, **facts}, to_all=True)
        for kind, facts in kinds
    ]


def game_exists(folder: object) -> GameStoreError:
    """Return the error for a folder that contains a game."""
    return GameStoreError(
        f"'{folder}' already contains a game", "choose another folder; nothing was changed"
    )
