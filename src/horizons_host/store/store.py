"""Reading and writing a game. Every method is one transaction: all of it happens, or nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Row, select

from horizons_core.codec import digest_of
from horizons_host.store import errors, rows, schema, undoing, upgrading
from horizons_host.store.errors import GameStoreError, told_plainly
from horizons_host.store.records import (
    Ending,
    GivenOrders,
    Joining,
    NewMail,
    NewTurn,
    Plate,
    Postponement,
    Seat,
    SetUp,
    Snapshot,
    StoredTurn,
    Undone,
    UsedOrders,
    unpacked,
)

#: The file in a game's folder.
DATABASE = "horizons.sqlite"
_OUT = "the empire was out of the game"
#: How long a transaction waits for another process to finish its own.
PATIENCE_SECONDS = 5.0


class GameStore:
    """One game's file. Use it in a `with` block; `GameStore(folder)` raises GameStoreError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / DATABASE
        self._engine = schema.engine_for(self.file, PATIENCE_SECONDS)
        self._check()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._engine.dispose()

    @classmethod
    def create(
        cls, folder: Path, plate: Plate, made: SetUp, seats: Iterable[Seat], start: NewTurn
    ) -> GameStore:
        """Make a game's file in an existing folder; it appears whole or not at all.

        Raises GameStoreError if the folder holds a game already.
        """
        file = folder / DATABASE
        handle, name = tempfile.mkstemp(prefix=f".{DATABASE}.", suffix=".partial", dir=folder)
        os.close(handle)
        partial = Path(name)
        try:
            with told_plainly(file, PATIENCE_SECONDS):
                rows.fill(partial, plate, made, seats, start)
            os.link(partial, file)  # fails, and does not overwrite, if there is one
        except FileExistsError as problem:
            raise already(folder) from problem
        finally:
            for leftover in (partial, partial.with_name(f"{partial.name}-journal")):
                leftover.unlink(missing_ok=True)
        return cls(folder)

    def _check(self) -> None:
        if not self.file.exists():
            raise errors.missing(self.file)
        with self.reading() as connection:
            application = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if application != schema.APPLICATION:
                raise errors.foreign(self.file)
            if version > schema.STORE_SCHEMA:
                raise errors.newer(self.file, version, schema.STORE_SCHEMA)
            sound = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if sound != "ok":
                raise errors.damaged(self.file, " ".join(str(sound).split()))
            size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            if self.file.stat().st_size != size * pages:
                raise errors.damaged(self.file, "its length is not what it should be")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads."""
        with told_plainly(self.file, PATIENCE_SECONDS), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; an older file is brought up to date in it."""
        engine = self._engine.execution_options(writes=True)
        with told_plainly(self.file, PATIENCE_SECONDS), engine.begin() as connection:
            schema.bring_up_to_date(connection)
            yield connection

    # reading

    def plate(self) -> Plate:
        """What never changes of the game."""
        with self.reading() as connection:
            return rows.plate(connection)

    def set_up(self) -> SetUp | None:
        """How the game was made; None in a file from before that was kept."""
        with self.reading() as connection:
            return rows.set_up(connection)

    def seats(self) -> tuple[Seat, ...]:
        """The seats in the game's order."""
        with self.reading() as connection:
            return rows.seats(connection)

    def latest(self) -> int:
        """The number of the last turn that was run; 0 after the set-up."""
        with self.reading() as connection:
            return rows.latest(connection)

    def first(self) -> int:
        """The number of the turn that the game began with here: 0 unless it came from elsewhere."""
        with self.reading() as connection:
            return rows.first(connection)

    def snapshot(self) -> Snapshot:
        """What the next turn is run from."""
        with self.reading() as connection:
            turn = rows.latest(connection)
            stored = self._turn(connection, turn)
            return Snapshot(
                rows.plate(connection),
                rows.seats(connection),
                turn,
                _ended(dict(stored.standing), rows.ending(connection)),
                rows.latest_orders(connection, turn + 1),
                stored.not_before,
                tuple(joining.seat for joining in stored.joined),
                undoing.attempts(connection, turn + 1),
                upgrading.pinned(connection),
                stored.migrated,
            )

    def ending(self) -> Ending | None:
        """How the gamemaster ended the game, if so."""
        with self.reading() as connection:
            return rows.ending(connection)

    def stored(self, turn: int) -> StoredTurn:
        """A turn as it was stored; raises GameStoreError if it was not run or is damaged."""
        with self.reading() as connection:
            return self._turn(connection, turn)

    def _turn(self, connection: Connection, turn: int) -> StoredTurn:
        row = connection.execute(select(schema.turns).where(schema.turns.c.turn == turn)).first()
        if row is None:
            raise self._not_run(connection, turn)
        return StoredTurn(
            turn=turn,
            state=self._state(row, f"the state of turn {turn}"),
            digest=row.digest,
            events=self._unpacked(row.events, f"the events of turn {turn}"),
            events_digest=row.events_digest,
            orders=row.orders,
            orders_digest=row.orders_digest,
            turn_key=row.turn_key,
            versions=row.versions,
            run_at=row.run_at,
            not_before=rows.not_before(connection, turn),
            joined=[self._joining(joined) for joined in rows.joinings(connection, turn)],
            plates=upgrading.plates(connection, turn),
            migrated=upgrading.migrated(connection, turn),
        )

    def _joining(self, row: Row[Any]) -> Joining:
        return Joining(
            turn=row.turn,
            seat=row.seat,
            options=row.options,
            state=self._state(row, f"the state with {row.seat}, who joined after turn {row.turn},"),
            digest=row.digest,
            joined_at=row.joined_at,
        )

    def _state(self, row: Row[Any], what: str) -> dict[str, Any]:
        state: dict[str, Any] = self._unpacked(row.state, what)
        if digest_of(state) != row.digest:
            raise errors.damaged(self.file, f"{what} differs from its digest")
        return state

    def _not_run(self, connection: Connection, turn: int) -> GameStoreError:
        where = f"turn {turn} of the game in '{self.folder}'"
        start = rows.first(connection)
        if turn < start:
            return GameStoreError(f"{where} was run elsewhere", f"here it begins with turn {start}")
        latest = rows.latest(connection)
        if turn < latest:
            return errors.damaged(self.file, f"turn {turn} is missing, and turn {latest} is there")
        return GameStoreError(f"{where} has not been run", f"the latest is turn {latest}")

    def _unpacked(self, blob: bytes, what: str) -> Any:
        try:
            return unpacked(blob)
        except ValueError as problem:
            raise errors.damaged(self.file, f"{what} cannot be read ({problem})") from problem

    def report(self, turn: int, empire: str) -> dict[str, Any]:
        """The document of a report; raises GameStoreError if there is none."""
        table = schema.reports.c
        wanted = select(table.document).where(table.turn == turn, table.empire == empire)
        with self.reading() as connection:
            blob = connection.execute(wanted).scalar()
            if blob is None:
                if rows.first(connection) <= turn <= rows.latest(connection):
                    if empire in self.reported(turn):
                        what = f"{empire}'s report of turn {turn} is not where it should be"
                        raise errors.damaged(self.file, what)
                    since = {seat.name: seat.since for seat in rows.seats(connection)}
                    late = turn < since.get(empire, 0)
                    why = f"they joined after turn {since[empire]}" if late else _OUT
                    raise GameStoreError(f"{empire} got no report of turn {turn}", why)
                raise self._not_run(connection, turn)
        document: dict[str, Any] = self._unpacked(blob, f"{empire}'s report of turn {turn}")
        return document

    def reported(self, turn: int) -> tuple[str, ...]:
        """Who got a report of a turn; raises GameStoreError if the turn was not run."""
        table, seats = schema.reports.c, schema.seats.c
        wanted = (
            select(table.empire)
            .join(schema.seats, seats.name == table.empire)
            .where(table.turn == turn)
            .order_by(seats.position)
        )
        with self.reading() as connection:
            if turn > rows.latest(connection):
                raise self._not_run(connection, turn)
            return tuple(connection.execute(wanted).scalars())

    def given(self, turn: int) -> dict[str, list[GivenOrders]]:
        """All orders handed in for a turn, by seat, the earliest first."""
        found: dict[str, list[GivenOrders]] = {}
        with self.reading() as connection:
            wanted = select(schema.orders).where(undoing.counting(connection, turn))
            for row in connection.execute(wanted.order_by(schema.orders.c.id)):
                found.setdefault(row.seat, []).append(rows.given(row))
        return found

    def undone(self, turn: int) -> tuple[Undone, ...]:
        """The attempts at a turn that were taken back since the turn before it, in order."""
        with self.reading() as connection:
            return undoing.attempts(connection, turn)

    def used(self, turn: StoredTurn | Undone) -> UsedOrders:
        """The texts that a turn was run with."""
        wanted = select(schema.orders).where(schema.orders.c.id.in_(turn.orders.values()))
        with self.reading() as connection:
            texts = {row.id: row.text for row in connection.execute(wanted)}
            instead = rows.instead(connection, texts)
        lost = [seat for seat, number in turn.orders.items() if number not in texts]
        if lost:
            what = f"the orders of {', '.join(lost)} for turn {turn.turn} are missing"
            raise errors.damaged(self.file, what)
        return UsedOrders(
            {seat: texts[number] for seat, number in turn.orders.items()},
            {seat: instead[one] for seat, one in turn.orders.items() if one in instead},
        )

    # writing

    def undo(self, turn: int, reason: str, time: str, notices: Iterable[NewMail]) -> None:
        """Take the latest turn back, and put the mails that say so into the outbox.

        Raises TurnTakenError if another turn has been run meanwhile, GameStoreError if the game
        was ended by the gamemaster, or somebody has joined since the turn or came in it.
        """
        with self.writing() as connection:
            rows.expect(connection, turn)
            for came, how in (
                (rows.joined(connection, turn), "joined after it"),
                (rows.arrived(connection, turn), "came into the game in it"),
            ):
                if came:
                    raise GameStoreError(
                        f"turn {turn} cannot be taken back: {', '.join(came)} {how}",
                        "a backup from before can be restored: horizons restore",
                    )
            undoing.take_back(connection, turn, reason, time)
            for mail in notices:
                rows.insert_mail(connection, mail)

    def end(self, ending: Ending, mails: Iterable[NewMail] = ()) -> None:
        """Store that the game has ended; no turn follows, and nothing stored is changed.

        The mails that say so go into the outbox with it.

        Raises TurnTakenError if another turn has been run meanwhile, GameStoreError if the game
        was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, ending.turn)
            rows.insert_ending(connection, ending)
            for mail in mails:
                rows.insert_mail(connection, mail)

    def put_off(self, postponement: Postponement) -> None:
        """Store that the game is not to end before a turn.

        Raises TurnTakenError if another turn has been run meanwhile, GameStoreError if the game
        was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, postponement.turn)
            rows.insert_postponement(connection, postponement)

    def join(
        self,
        seat: Seat,
        joining: Joining,
        report: Mapping[str, Any],
        mails: Iterable[NewMail],
        *,
        expected: Sequence[str],
    ) -> bool:
        """Store that somebody has joined the game, with the report that they begin with.

        `expected` are those who had joined since the latest turn as the game was read; if others
        have meanwhile, nothing is stored and the answer is False. Raises TurnTakenError if another
        turn has been run meanwhile, GameStoreError if the game was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, joining.turn)
            if rows.joined(connection, joining.turn) != tuple(expected):
                return False
            rows.insert_seat(connection, seat)
            rows.insert_joining(connection, joining)
            rows.insert_report(connection, joining.turn, seat.name, report)
            for mail in mails:
                rows.insert_mail(connection, mail)
            return True

    def submit(self, orders: GivenOrders) -> GivenOrders:
        """Store an order text; it replaces the seat's earlier ones for the turn.

        Raises TurnTakenError if the turn has been run meanwhile.
        """
        with self.writing() as connection:
            rows.expect(connection, orders.turn - 1)
            return rows.insert_orders(connection, orders)

    def commit(self, new: NewTurn, expected: Snapshot) -> bool:
        """Store a turn with its reports and the orders that the program wrote.

        `expected` is what the turn was run from; if other orders were handed in meanwhile, the end
        was put off, somebody joined, a seat was arranged otherwise or the turn was taken back,
        nothing is stored and the answer is False. Raises TurnTakenError if another process has
        stored the turn.
        """
        with self.writing() as connection:
            rows.expect(connection, new.turn - 1)
            latest = rows.latest_orders(connection, new.turn)
            if latest != expected.orders or rows.seats(connection) != expected.seats:
                return False
            if undoing.attempts(connection, new.turn) != expected.undone:
                return False
            if rows.not_before(connection, new.turn - 1) != new.not_before:
                return False
            if rows.joined(connection, new.turn - 1) != tuple(new.joined):
                return False
            rows.insert_turn(connection, new)
            return True


def _ended(state: dict[str, Any], ending: Ending | None) -> dict[str, Any]:
    """A game's state with the outcome that the gamemaster gave it, if any."""
    if ending is None:
        return state
    outcome = {"winners": list(ending.winners), "reason": ending.reason, "turn": ending.turn}
    return {**state, "outcome": outcome}


def already(folder: Path) -> GameStoreError:
    """The refusal to set up a game where there is one."""
    return GameStoreError(
        f"'{folder}' holds a game already", "choose another folder; the game in it is as it was"
    )
