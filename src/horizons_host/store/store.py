"""Reading and writing a game. Every method is one transaction: all of it happens, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from attrs import evolve
from sqlalchemy import Connection, Row, select

from horizons_host.databases.engines import Database
from horizons_host.databases.errors import GameStoreError, damaged
from horizons_host.databases.sqlite import SqliteDatabase
from horizons_host.store import (
    auditing,
    behalf,
    between,
    copies,
    deadline_rows,
    editing,
    errors,
    order_marks,
    pressing,
    rows,
    schema,
    telling,
    undoing,
    upgrading,
)
from horizons_host.store.auditing import AuditEntry
from horizons_host.store.notice_records import Happening
from horizons_host.store.records import (
    Change,
    Edit,
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
from horizons_host.store.soundness import SoundStates

#: The file in a game's folder.
DATABASE = "horizons.sqlite"
_OUT = "the empire was out of the game"
_sound = SoundStates()


class GameStore:
    """One game's store. Use it in a `with` block; `GameStore(folder)` raises GameStoreError.

    A game lies in the SQLite file in its folder, unless another `database` is handed in; then the
    folder holds what is written beside it, and may be None. `wholly` asks for all of it to be
    looked through for damage. `called` is what messages call it, if not by its place.
    """

    def __init__(
        self,
        folder: Path | None,
        database: Database | None = None,
        *,
        wholly: bool = True,
        called: str = "",
    ) -> None:
        self._folder = folder
        self._called = called
        self._moment: Connection | None = None
        self.database = database_of(folder, database)
        self.name = self.database.name
        with errors.damage_told(self.name):
            self.database.check(wholly=wholly)

    @property
    def folder(self) -> Path:
        """The folder for the game's files; raises GameStoreError if it was given none."""
        if self._folder is None:
            raise GameStoreError(
                f"'{self.name}' has no folder for files", "name one for the games of this server"
            )
        return self._folder

    @property
    def place(self) -> str:
        """Where the game is, for messages."""
        return self._called or (self.name if self._folder is None else str(self._folder))

    @property
    def has_folder(self) -> bool:
        """Whether there is a folder for the game's files."""
        return self._folder is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give up the connections."""
        self.database.close()

    @classmethod
    def create(
        cls,
        folder: Path | None,
        plate: Plate,
        made: SetUp,
        seats: Iterable[Seat],
        start: NewTurn,
        *,
        database: Database | None = None,
    ) -> GameStore:
        """Make a game's tables; they appear whole or not at all. The folder must be there.

        Raises GameStoreError if there is a game already.
        """
        at = database_of(folder, database)
        if not at.create(lambda connection: rows.fill(connection, plate, made, seats, start)):
            raise already(folder if database is None else at.name)
        return cls(folder, database)

    @contextmanager
    def moment(self) -> Iterator[Self]:
        """Have all that is read within be read in one transaction, as it is at one moment.

        Nothing of the game can be written within: it would wait for itself.
        """
        with self.reading() as connection:
            before, self._moment = self._moment, connection
            try:
                yield self
            finally:
                self._moment = before

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads."""
        if self._moment is not None:
            yield self._moment
            return
        with errors.damage_told(self.name), self.database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; older tables are brought up to date in it."""
        if self._moment is not None:
            raise RuntimeError("a game is not written while it is read as it is at one moment")
        with errors.damage_told(self.name), self.database.writing() as connection:
            yield connection

    def copy_to(self, file: Path) -> None:
        """Write the game as a file that is not there yet: of one moment, whole or not at all.

        Raises GameStoreError, FileExistsError, OSError.
        """
        copies.copy_to_file(self.database, file)

    @contextmanager
    def sole(self, work: str) -> Iterator[bool]:
        """Do some work on the game as the only process that does; False if another is at it."""
        with self.database.sole(work) as alone:
            yield alone

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

    def run_at(self, turn: int) -> str:
        """When a turn was run, or the game set up."""
        table = schema.turns.c
        with self.reading() as connection:
            found = connection.execute(select(table.run_at).where(table.turn == turn)).scalar()
            if found is None:
                raise self._not_run(connection, turn)
            return str(found)

    def first(self) -> int:
        """The number of the turn that the game began with here: 0 unless it came from elsewhere."""
        with self.reading() as connection:
            return rows.first(connection)

    def snapshot(self) -> Snapshot:
        """What the next turn is run from."""
        with self.reading() as connection:
            turn = rows.latest(connection)
            stored = self._turn(connection, turn, events=False)
            orders = rows.latest_orders(connection, turn + 1)
            return Snapshot(
                rows.plate(connection),
                rows.seats(connection),
                turn,
                _ended(dict(stored.standing), rows.ending(connection)),
                orders,
                stored.not_before,
                tuple(joining.seat for joining in stored.joined),
                undoing.attempts(connection, turn + 1),
                upgrading.pinned(connection),
                stored.migrated,
                tuple(stored.edits),
                behalf.by_seat(connection, {seat: one.id for seat, one in orders.items()}),
            )

    def ending(self) -> Ending | None:
        """How the gamemaster ended the game, if so."""
        with self.reading() as connection:
            return rows.ending(connection)

    def stored(self, turn: int) -> StoredTurn:
        """A turn as it was stored; raises GameStoreError if it was not run or is damaged."""
        with self.reading() as connection:
            return self._turn(connection, turn)

    def _turn(self, connection: Connection, turn: int, *, events: bool = True) -> StoredTurn:
        row = connection.execute(select(schema.turns).where(schema.turns.c.turn == turn)).first()
        if row is None:
            raise self._not_run(connection, turn)
        order = between.attempts(connection, turn)
        migrated, before = upgrading.migrated(connection, turn, order)
        return StoredTurn(
            turn=turn,
            state=self._state(row, f"the state of turn {turn}"),
            digest=row.digest,
            events=self._unpacked(row.events, f"the events of turn {turn}") if events else [],
            events_digest=row.events_digest,
            orders=row.orders,
            orders_digest=row.orders_digest,
            turn_key=row.turn_key,
            versions=row.versions,
            run_at=row.run_at,
            changes=self._changes(connection, turn, order),
            put_off=rows.put_off(connection, turn, order),
            plates=upgrading.plates(connection, turn),
            migrated=migrated,
            migrated_before=before,
        )

    def _changes(
        self, connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
    ) -> list[Change]:
        """Who joined after a turn and how the game was edited, in the order of that."""
        found = []
        for kind, many, read in (
            (between.JOINED, rows.joinings(connection, turn), self._joining),
            (between.EDITED, editing.edits(connection, turn), self._edit),
        ):
            for row in many:
                place, attempt = order.get((kind, row.id), (0, 1))
                found.append((place, Change(attempt, read(row))))
        return [change for _, change in sorted(found, key=lambda one: one[0])]

    def _edit(self, row: Row[Any]) -> Edit:
        return Edit(
            turn=row.turn,
            text=row.text,
            words=row.words,
            reason=row.reason,
            actor=row.actor,
            state=self._state(row, f"the state with edit {row.id}, made after turn {row.turn},"),
            digest=row.digest,
            edited_at=row.edited_at,
            id=row.id,
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
        if not _sound.is_sound(row.state, state, row.digest):
            raise damaged(self.name, f"{what} differs from its digest")
        return state

    def _not_run(self, connection: Connection, turn: int) -> GameStoreError:
        where = f"turn {turn} of the game in '{self.place}'"
        start = rows.first(connection)
        if turn < start:
            return GameStoreError(f"{where} was run elsewhere", f"here it begins with turn {start}")
        latest = rows.latest(connection)
        if turn < latest:
            return damaged(self.name, f"turn {turn} is missing, and turn {latest} is there")
        return GameStoreError(f"{where} has not been run", f"the latest is turn {latest}")

    def _unpacked(self, blob: bytes, what: str) -> Any:
        try:
            return unpacked(blob)
        except ValueError as problem:
            raise damaged(self.name, f"{what} cannot be read ({problem})") from problem

    def report(self, turn: int, empire: str) -> dict[str, Any]:
        """The document of a report; raises GameStoreError if there is none."""
        document: dict[str, Any] = self._unpacked(
            self.packed_report(turn, empire), f"{empire}'s report of turn {turn}"
        )
        return document

    def packed_report(self, turn: int, empire: str) -> bytes:
        """The document as it is stored, to tell it from others; raises what `report` raises."""
        table = schema.reports.c
        wanted = select(table.document).where(table.turn == turn, table.empire == empire)
        with self.reading() as connection:
            blob = connection.execute(wanted).scalar()
            if blob is None:
                if rows.first(connection) <= turn <= rows.latest(connection):
                    if empire in self.reported(turn):
                        what = f"{empire}'s report of turn {turn} is not where it should be"
                        raise damaged(self.name, what)
                    since = {seat.name: seat.since for seat in rows.seats(connection)}
                    late = turn < since.get(empire, 0)
                    why = f"they joined after turn {since[empire]}" if late else _OUT
                    raise GameStoreError(f"{empire} got no report of turn {turn}", why)
                raise self._not_run(connection, turn)
        return bytes(blob)

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
        with self.reading() as connection:
            return _given(connection, turn)

    def given_by(self, turn: int, seat: str) -> list[GivenOrders]:
        """What one seat has handed in for a turn, the earliest first."""
        with self.reading() as connection:
            return _given(connection, turn, seat).get(seat, [])

    def versions(self, turn: int) -> dict[str, int]:
        """By seat, how many order texts were handed in for a turn."""
        with self.reading() as connection:
            return rows.versions(connection, turn)

    def last_given(self, turn: int) -> dict[str, tuple[GivenOrders, int]]:
        """By seat, what was handed in last for a turn, and how many versions of it there are."""
        with self.reading() as connection:
            versions = rows.versions(connection, turn)
            latest = rows.latest_orders(connection, turn)
            return {seat: (one, versions[seat]) for seat, one in latest.items()}

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
            others = behalf.by_seat(connection, turn.orders)
        lost = [seat for seat, number in turn.orders.items() if number not in texts]
        if lost:
            what = f"the orders of {', '.join(lost)} for turn {turn.turn} are missing"
            raise damaged(self.name, what)
        return UsedOrders(
            {seat: texts[number] for seat, number in turn.orders.items()},
            {seat: instead[one] for seat, one in turn.orders.items() if one in instead},
            others,
        )

    def audit(self, since: int = 0) -> tuple[AuditEntry, ...]:
        """What was done to the game after the entry of this number, in order."""
        with self.reading() as connection:
            return auditing.noted(connection, since)

    # writing

    def undo(
        self,
        turn: int,
        reason: str,
        time: str,
        notices: Iterable[NewMail],
        entry: AuditEntry | None = None,
    ) -> None:
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
            auditing.note(connection, entry)
            facts = {"turn": turn, "reason": reason}
            telling.note(connection, Happening("undone", time, turn - 1, facts, everybody=True))
            for mail in notices:
                rows.insert_mail(connection, mail)

    def end(
        self,
        ending: Ending,
        mails: Iterable[NewMail] = (),
        entry: AuditEntry | None = None,
        addresses: Mapping[str, str] | None = None,
    ) -> None:
        """Store that the game has ended; no turn follows, and nothing stored is changed.

        The mails that say so go into the outbox with it, and messages that waited for a turn are
        handed out, by mail to these addresses.

        Raises TurnTakenError if another turn has been run meanwhile, GameStoreError if the game
        was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, ending.turn)
            rows.insert_ending(connection, ending)
            auditing.note(connection, entry)
            telling.note(connection, _ending_told(ending))
            pressing.release_waiting(connection, ending.ended_at, addresses or {})
            for mail in mails:
                rows.insert_mail(connection, mail)

    def put_off(self, postponement: Postponement, entry: AuditEntry | None = None) -> None:
        """Store that the game is not to end before a turn.

        Raises TurnTakenError if another turn has been run meanwhile, GameStoreError if the game
        was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, postponement.turn)
            rows.insert_postponement(connection, postponement)
            auditing.note(connection, entry)

    def join(
        self,
        seat: Seat,
        joining: Joining,
        report: Mapping[str, Any],
        mails: Iterable[NewMail],
        *,
        expected: Snapshot,
        entry: AuditEntry | None = None,
    ) -> bool:
        """Store that somebody has joined the game, with the report that they begin with.

        `expected` is the game as it was read; if others have joined it meanwhile, or it was
        edited, nothing is stored and the answer is False. Raises TurnTakenError if another turn has
        been run meanwhile, GameStoreError if the game was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, joining.turn)
            if not _unchanged(connection, expected):
                return False
            rows.insert_seat(connection, seat)
            rows.insert_joining(connection, joining)
            facts = {"seat": seat.name}
            joined = Happening("joined", joining.joined_at, joining.turn, facts, everybody=True)
            telling.note(connection, joined)
            rows.insert_report(connection, joining.turn, seat.name, report)
            auditing.note(connection, entry)
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
        """Store an edit of the standing game, and put the mails that say so into the outbox.

        `expected` is the game as it was read; if others have joined it meanwhile, or it was edited,
        nothing is stored and the answer is False. Raises TurnTakenError if another turn has been
        run meanwhile, GameStoreError if the game was ended before.
        """
        with self.writing() as connection:
            rows.expect(connection, edit.turn)
            if not _unchanged(connection, expected):
                return False
            editing.insert_edit(connection, edit)
            auditing.note(connection, entry)
            facts = {"words": edit.words, "reason": edit.reason}
            edited = Happening("edited", edit.edited_at, edit.turn, facts, everybody=True)
            telling.note(connection, edited)
            for mail in mails:
                rows.insert_mail(connection, mail)
            return True

    def submit(
        self,
        orders: GivenOrders,
        entry: AuditEntry | None = None,
        mails: Iterable[NewMail] = (),
    ) -> GivenOrders:
        """Store an order text; it replaces the seat's earlier ones for the turn.

        Raises TurnTakenError if the turn has been run meanwhile.
        """
        with self.writing() as connection:
            rows.expect(connection, orders.turn - 1)
            auditing.note(connection, entry)
            for mail in mails:
                rows.insert_mail(connection, mail)
            return rows.insert_orders(connection, orders)

    def commit(self, new: NewTurn, expected: Snapshot, entry: AuditEntry | None = None) -> bool:
        """Store a turn with its reports and the orders that the program wrote.

        `expected` is what the turn was run from; if other orders were handed in meanwhile, the end
        was put off, somebody joined, a seat was arranged otherwise or the turn was taken back,
        nothing is stored and the answer is False. Raises TurnTakenError if another process has
        stored the turn, DeadlineMovedError if it was run for a deadline that has been changed.
        """
        with self.writing() as connection:
            rows.expect(connection, new.turn - 1)
            if new.due is not None and deadline_rows.last_change(connection) != new.due.id:
                raise errors.moved(new.turn)
            latest = rows.latest_orders(connection, new.turn)
            if latest != expected.orders or rows.seats(connection) != expected.seats:
                return False
            if undoing.attempts(connection, new.turn) != expected.undone:
                return False
            if rows.not_before(connection, new.turn - 1) != new.not_before:
                return False
            if not _unchanged(connection, expected):
                return False
            mails = [one for one in new.mails if telling.wants_mail(connection, one.seat, "turn")]
            rows.insert_turn(connection, evolve(new, mails=mails))
            auditing.note(connection, entry)
            for happened in _turn_told(new):
                telling.note(connection, happened)
            pressing.release_waiting(connection, new.run_at, new.addresses)
            if new.due is not None:
                deadline_rows.insert_change(connection, new.due)
            return True


def _given(connection: Connection, turn: int, seat: str = "") -> dict[str, list[GivenOrders]]:
    found: dict[str, list[GivenOrders]] = {}
    wanted = select(schema.orders).where(undoing.counting(connection, turn))
    if seat:
        wanted = wanted.where(schema.orders.c.seat == seat)
    final = order_marks.finals(connection, turn)
    for row in connection.execute(wanted.order_by(schema.orders.c.id)):
        found.setdefault(row.seat, []).append(rows.given(row, final=final(row.id)))
    return found


def _unchanged(connection: Connection, expected: Snapshot) -> bool:
    """Whether nobody has joined since a game was read, and it was not edited."""
    joined = rows.joined(connection, expected.turn)
    return (
        joined == tuple(expected.joined)
        and editing.numbers(connection, expected.turn) == expected.edited
    )


def _ended(state: dict[str, Any], ending: Ending | None) -> dict[str, Any]:
    """A game's state with the outcome that the gamemaster gave it, if any."""
    if ending is None:
        return state
    outcome = {"winners": list(ending.winners), "reason": ending.reason, "turn": ending.turn}
    return {**state, "outcome": outcome}


def database_of(folder: Path | None, database: Database | None) -> Database:
    """The database that a game lies in: one that is handed in, or the file in its folder."""
    if database is not None:
        return database
    if folder is None:
        raise ValueError("a game lies in a folder or in a database")
    return SqliteDatabase(folder / DATABASE, schema.TABLES)


def _ending_told(ending: Ending) -> Happening:
    facts = {"turn": ending.turn, "winners": list(ending.winners), "reason": ending.reason}
    return Happening("ended", ending.ended_at, ending.turn, facts, everybody=True)


def _turn_told(new: NewTurn) -> list[Happening]:
    """That a turn was run, and that the game has ended with it."""
    outcome = new.state.get("outcome")
    ended = {} if outcome is None else {"reason": outcome["reason"], "winners": outcome["winners"]}
    told = [("turn", {}), *([("ended", ended)] if ended else [])]
    return [
        Happening(kind, new.run_at, new.turn, {"turn": new.turn, **facts}, everybody=True)
        for kind, facts in told
    ]


def already(folder: object) -> GameStoreError:
    """The refusal to set up a game where there is one."""
    return GameStoreError(
        f"'{folder}' holds a game already", "choose another folder; the game in it is as it was"
    )
