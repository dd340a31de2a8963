"""What is read of a game. Every method is one transaction: all of it is of one moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, select

from horizons_host.databases.engines import read_once
from horizons_host.databases.errors import GameStoreError, damaged
from horizons_host.store import (
    auditing,
    behalf,
    between,
    editing,
    order_marks,
    rows,
    schema,
    undoing,
    upgrading,
)
from horizons_host.store.auditing import AuditEntry
from horizons_host.store.opened import OpenGame
from horizons_host.store.positions import Position, loaded, name_of
from horizons_host.store.records import (
    Change,
    Edit,
    Ending,
    GivenOrders,
    Joining,
    Plate,
    Seat,
    SetUp,
    Snapshot,
    StoredTurn,
    Undone,
    UsedOrders,
    unpacked,
)
from horizons_host.store.soundness import is_sound

_OUT = "the empire was out of the game"


class GameReader(OpenGame):
    """A game as it is read: its seats, turns, reports and orders."""

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
                stored.versions,
            )

    def position(self) -> Position:
        """The game as it stands, to be looked at; raises GameStoreError, SaveError."""
        with self.reading() as connection:
            turn = rows.latest(connection)
            row, what = self._last_state(connection, turn)
            plates = upgrading.plates(connection, turn)
            end = rows.ending(connection)
            name = name_of(row.state, row.digest, plates, end)
            game = loaded(
                name,
                len(row.state),
                lambda: _ended({**self._state(row, what), **plates}, end),
            )
            return Position(rows.plate(connection), rows.seats(connection), turn, game, name)

    def ending(self) -> Ending | None:
        """How the gamemaster ended the game, if so."""
        with self.reading() as connection:
            return rows.ending(connection)

    def reopened_at(self, turn: int) -> str | None:
        """When the game's end after a turn was last undone; None if it was not."""
        with self.reading() as connection:
            return auditing.latest_at(connection, auditing.REOPENED, turn)

    def stored(self, turn: int) -> StoredTurn:
        """A turn as it was stored; raises GameStoreError if it was not run or is damaged."""
        with self.reading() as connection:
            return self._turn(connection, turn)

    def _turn(self, connection: Connection, turn: int, *, events: bool = True) -> StoredTurn:
        row = _stored_turn(connection, turn) if events else _turn_without_events(connection, turn)
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

    def _last_state(self, connection: Connection, turn: int) -> tuple[Row[Any], str]:
        """The row with the state after a turn and all that was done to it since; what it is."""
        found = _turn_without_events(connection, turn)
        if found is None:
            raise self._not_run(connection, turn)
        order = between.attempts(connection, turn)
        changed = [
            (order.get((kind, row.id), (0, 1))[0], row, what(row))
            for kind, many, what in (
                (between.JOINED, rows.joinings(connection, turn), _what_joined),
                (between.EDITED, editing.edits(connection, turn), _what_edited),
            )
            for row in many
        ]
        if changed:
            _, row, told = max(changed, key=lambda one: one[0])
            return row, told
        return found, f"the state of turn {turn}"

    def _edit(self, row: Row[Any]) -> Edit:
        return Edit(
            turn=row.turn,
            text=row.text,
            words=row.words,
            reason=row.reason,
            actor=row.actor,
            state=self._state(row, _what_edited(row)),
            digest=row.digest,
            edited_at=row.edited_at,
            id=row.id,
        )

    def _joining(self, row: Row[Any]) -> Joining:
        return Joining(
            turn=row.turn,
            seat=row.seat,
            options=row.options,
            state=self._state(row, _what_joined(row)),
            digest=row.digest,
            joined_at=row.joined_at,
        )

    def _state(self, row: Row[Any], what: str) -> dict[str, Any]:
        state: dict[str, Any] = self._unpacked(row.state, what)
        if not is_sound(row.state, state, row.digest):
            raise damaged(self.name, f"{what} differs from its digest")
        return state

    def _not_run(self, connection: Connection, turn: int) -> GameStoreError:
        where = f"turn {turn} of the game in '{self.place}'"
        start = rows.first(connection)
        if turn < start:
            return GameStoreError(
                f"{where} was run before it was imported", f"the first turn here is {start}"
            )
        latest = rows.latest(connection)
        if turn < latest:
            return damaged(self.name, f"turn {turn} is missing, but turn {latest} exists")
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
                        what = f"{empire}'s report of turn {turn} is missing"
                        raise damaged(self.name, what)
                    since = {seat.name: seat.since for seat in rows.seats(connection)}
                    late = turn < since.get(empire, 0)
                    why = f"they joined after turn {since[empire]}" if late else _OUT
                    raise GameStoreError(f"{empire} got no report of turn {turn}", why)
                raise self._not_run(connection, turn)
        return bytes(blob)

    def turns_reported(self, empire: str) -> tuple[int, ...]:
        """The turns of which somebody got a report, in order."""
        table = schema.reports.c
        wanted = select(table.turn).where(table.empire == empire).order_by(table.turn)
        with self.reading() as connection:
            return tuple(connection.execute(wanted).scalars())

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
            return {seat: list(many) for seat, many in _given(connection, turn).items()}

    def given_by(self, turn: int, seat: str) -> list[GivenOrders]:
        """What one seat has handed in for a turn, the earliest first."""
        with self.reading() as connection:
            return list(_given(connection, turn, seat).get(seat, ()))

    def last_given(self, turn: int) -> dict[str, tuple[GivenOrders, int]]:
        """By seat, what was handed in last for a turn, and how many versions of it there are."""
        with self.reading() as connection:
            versions = rows.versions(connection, turn)
            latest = rows.latest_orders(connection, turn)
            return {seat: (one, versions[seat]) for seat, one in latest.items()}

    def versions(self, turn: int) -> Mapping[str, int]:
        """By seat, how many order texts were handed in for a turn."""
        with self.reading() as connection:
            return rows.versions(connection, turn)

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


def _what_joined(row: Row[Any]) -> str:
    return f"the state with {row.seat}, who joined after turn {row.turn},"


def _what_edited(row: Row[Any]) -> str:
    return f"the state with edit {row.id}, made after turn {row.turn},"


def _stored_turn(connection: Connection, turn: int) -> Row[Any] | None:
    return connection.execute(select(schema.turns).where(schema.turns.c.turn == turn)).first()


@read_once
def _turn_without_events(connection: Connection, turn: int) -> Row[Any] | None:
    columns = [one for one in schema.turns.c if one.name != "events"]
    return connection.execute(select(*columns).where(schema.turns.c.turn == turn)).first()


@read_once
def _given(connection: Connection, turn: int, seat: str = "") -> Mapping[str, list[GivenOrders]]:
    found: dict[str, list[GivenOrders]] = {}
    wanted = select(schema.orders).where(undoing.counting(connection, turn))
    if seat:
        wanted = wanted.where(schema.orders.c.seat == seat)
    final = order_marks.finals(connection, turn)
    for row in connection.execute(wanted.order_by(schema.orders.c.id)):
        found.setdefault(row.seat, []).append(rows.given(row, final=final(row.id)))
    return found


def _ended(state: dict[str, Any], ending: Ending | None) -> dict[str, Any]:
    """A game's state with the outcome that the gamemaster gave it, if any."""
    if ending is None:
        return state
    outcome = {"winners": list(ending.winners), "reason": ending.reason, "turn": ending.turn}
    return {**state, "outcome": outcome}
