"""Reading of a game. Every method is one transaction, so its result is consistent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, select

from horizons_host.store import decisions, history, rows, schema, submissions
from horizons_host.store.caches import Position, loaded, matches_digest, name_of
from horizons_host.store.columns import read_record, unpacked
from horizons_host.store.database import GameStoreError, damaged, read_once
from horizons_host.store.game_database import GameDatabase, reads
from horizons_host.store.records import (
    Edit,
    GameEnding,
    Joining,
    PositionChange,
    Snapshot,
    StoredTurn,
    SubmittedOrders,
    UndoneTurn,
    UsedOrders,
)

_OUT = "the empire was out of the game"


class GameReader(GameDatabase):
    """Read access to a game: its seats, turns, reports and orders."""

    info = reads(rows.game_info)
    set_up = reads(rows.set_up)
    seats = reads(rows.seats)
    latest = reads(rows.latest)
    first = reads(rows.first)
    ending = reads(rows.ending)
    versions = reads(submissions.versions)
    undone = reads(history.attempts)
    audit = reads(history.entries_since)

    def run_at(self, turn: int) -> str:
        """Return when a turn was run, or the game set up."""
        with self.reading() as connection:
            time = _run_at(connection, turn)
            if time is None:
                raise self._not_run(connection, turn)
            return str(time)

    def digests(self, turn: int) -> tuple[str, str]:
        """Return the digests of a turn's state and events; raises GameStoreError if it wasn't run.

        They identify both without reading them.
        """
        with self.reading() as connection:
            digests = _digests(connection, turn)
            if digests is None:
                raise self._not_run(connection, turn)
            return digests

    def snapshot(self) -> Snapshot:
        """Return the input of the next turn."""
        with self.reading() as connection:
            turn = rows.latest(connection)
            stored = self._turn(connection, turn, events=False)
            orders = submissions.latest_orders(connection, turn + 1)
            return Snapshot(
                rows.game_info(connection),
                rows.seats(connection),
                turn,
                _ended(dict(stored.current_state), rows.ending(connection)),
                orders,
                stored.not_before,
                tuple(joining.seat for joining in stored.joined),
                history.attempts(connection, turn + 1),
                decisions.pinned(connection),
                stored.migrated,
                tuple(stored.edits),
                submissions.by_seat(connection, {seat: row.id for seat, row in orders.items()}),
                stored.versions,
            )

    def position(self) -> Position:
        """Return the current position, which is shared; raises GameStoreError, SaveError."""
        with self.reading() as connection:
            turn = rows.latest(connection)
            row, description = self._last_state(connection, turn)
            rules_names = decisions.rules_names(connection, turn)
            end = rows.ending(connection)
            name = name_of(row.state, row.digest, rules_names, end)
            game = loaded(
                name,
                len(row.state),
                lambda: _ended({**self._state(row, description), **rules_names}, end),
            )
            return Position(rows.game_info(connection), rows.seats(connection), turn, game, name)

    def reopened_at(self, turn: int) -> str | None:
        """Return when the game's end after a turn was last undone, or None."""
        with self.reading() as connection:
            return history.latest_at(connection, history.REOPENED, turn)

    def stored(self, turn: int) -> StoredTurn:
        """Return a stored turn; raises GameStoreError if it was not run or is damaged."""
        with self.reading() as connection:
            return self._turn(connection, turn)

    def _turn(self, connection: Connection, turn: int, *, events: bool = True) -> StoredTurn:
        row = _stored_turn(connection, turn) if events else _turn_without_events(connection, turn)
        if row is None:
            raise self._not_run(connection, turn)
        order = history.change_attempts(connection, turn)
        migrated, before = decisions.migrated(connection, turn, order)
        return read_record(
            StoredTurn,
            schema.turns,
            row,
            state=self._state(row, f"the state of turn {turn}"),
            events=self._unpacked(row.events, f"the events of turn {turn}") if events else [],
            changes=self._changes(connection, turn, order),
            put_off=rows.end_postponements(connection, turn, order),
            rules_names=decisions.rules_names(connection, turn),
            migrated=migrated,
            migrated_before=before,
        )

    def _changes(
        self, connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
    ) -> list[PositionChange]:
        """List the joinings and edits after a turn, in order."""
        changes = []
        for kind, changed_rows, read in (
            (history.JOINED, rows.joinings(connection, turn), self._joining),
            (history.EDITED, history.edits(connection, turn), self._edit),
        ):
            for row in changed_rows:
                place, attempt = order.get((kind, row.id), (0, 1))
                changes.append((place, PositionChange(attempt, read(row))))
        return [change for _, change in sorted(changes, key=lambda entry: entry[0])]

    def _last_state(self, connection: Connection, turn: int) -> tuple[Row[Any], str]:
        """Return the row with the latest state after a turn, and its description."""
        turn_row = _turn_without_events(connection, turn)
        if turn_row is None:
            raise self._not_run(connection, turn)
        order = history.change_attempts(connection, turn)
        changed = [
            (order.get((kind, row.id), (0, 1))[0], row, describe(row))
            for kind, changed_rows, describe in (
                (history.JOINED, rows.joinings(connection, turn), _describe_joining),
                (history.EDITED, history.edits(connection, turn), _describe_edit),
            )
            for row in changed_rows
        ]
        if changed:
            _, row, description = max(changed, key=lambda entry: entry[0])
            return row, description
        return turn_row, f"the state of turn {turn}"

    def _edit(self, row: Row[Any]) -> Edit:
        state = self._state(row, _describe_edit(row))
        return read_record(Edit, schema.edits, row, state=state)

    def _joining(self, row: Row[Any]) -> Joining:
        state = self._state(row, _describe_joining(row))
        return read_record(Joining, schema.joinings, row, state=state)

    def _state(self, row: Row[Any], description: str) -> dict[str, Any]:
        state: dict[str, Any] = self._unpacked(row.state, description)
        if not matches_digest(row.state, state, row.digest):
            raise damaged(self.name, f"{description} differs from its digest")
        return state

    def _not_run(self, connection: Connection, turn: int) -> GameStoreError:
        description = f"turn {turn} of the game in '{self.place}'"
        start = rows.first(connection)
        if turn < start:
            return GameStoreError(
                f"{description} was run before it was imported", f"the first turn here is {start}"
            )
        latest = rows.latest(connection)
        if turn < latest:
            return damaged(self.name, f"turn {turn} is missing, but turn {latest} exists")
        return GameStoreError(f"{description} has not been run", f"the latest is turn {latest}")

    def _unpacked(self, blob: bytes, description: str) -> Any:
        try:
            return unpacked(blob)
        except ValueError as problem:
            raise damaged(self.name, f"{description} cannot be read ({problem})") from problem

    def report(self, turn: int, empire: str) -> dict[str, Any]:
        """Return the document of a report; raises GameStoreError if it does not exist."""
        document: dict[str, Any] = self._unpacked(
            self.packed_report(turn, empire), f"{empire}'s report of turn {turn}"
        )
        return document

    def packed_report(self, turn: int, empire: str) -> bytes:
        """Return the packed document, which identifies it; raises what `report` raises."""
        if (turn, empire) in self._documents:
            return self._documents[turn, empire]
        table = schema.reports.c
        statement = select(table.document).where(table.turn == turn, table.empire == empire)
        with self.reading() as connection:
            blob = connection.execute(statement).scalar()
            if blob is None:
                if rows.first(connection) <= turn <= rows.latest(connection):
                    if empire in self.reported(turn):
                        description = f"{empire}'s report of turn {turn} is missing"
                        raise damaged(self.name, description)
                    since = {seat.name: seat.since for seat in rows.seats(connection)}
                    late = turn < since.get(empire, 0)
                    explanation = f"they joined after turn {since[empire]}" if late else _OUT
                    raise GameStoreError(f"{empire} got no report of turn {turn}", explanation)
                raise self._not_run(connection, turn)
        if self._open_read is not None:
            self._documents[turn, empire] = bytes(blob)
        return bytes(blob)

    def turns_reported(self, empire: str) -> tuple[int, ...]:
        """List the turns for which an empire got a report, in order."""
        with self.reading() as connection:
            return _turns_reported(connection, empire)

    def reported(self, turn: int) -> tuple[str, ...]:
        """List the empires with a report of a turn; raises GameStoreError if it was not run."""
        table, seats = schema.reports.c, schema.seats.c
        statement = (
            select(table.empire)
            .join(schema.seats, seats.name == table.empire)
            .where(table.turn == turn)
            .order_by(seats.position)
        )
        with self.reading() as connection:
            if turn > rows.latest(connection):
                raise self._not_run(connection, turn)
            return tuple(connection.execute(statement).scalars())

    def submissions(self, turn: int) -> dict[str, list[SubmittedOrders]]:
        """Return all orders submitted for a turn, by seat, oldest first."""
        with self.reading() as connection:
            orders = submissions.all_orders(connection, turn)
            return {seat: list(versions) for seat, versions in orders.items()}

    def submissions_by(self, turn: int, seat: str) -> list[SubmittedOrders]:
        """List the orders of a seat for a turn, oldest first."""
        with self.reading() as connection:
            return list(submissions.all_orders(connection, turn, seat).get(seat, ()))

    def last_submissions(self, turn: int) -> dict[str, tuple[SubmittedOrders, int]]:
        """Return the latest orders for a turn by seat, and the number of their version."""
        with self.reading() as connection:
            latest = submissions.latest_orders(connection, turn)
            return {seat: (orders, orders.version) for seat, orders in latest.items()}

    def used(self, turn: StoredTurn | UndoneTurn) -> UsedOrders:
        """Return the order texts that a turn was run with."""
        statement = select(schema.orders).where(schema.orders.c.id.in_(turn.orders.values()))
        with self.reading() as connection:
            texts = {row.id: row.text for row in connection.execute(statement)}
            instead = submissions.substitutes(connection, texts)
            on_behalf = submissions.by_seat(connection, turn.orders)
        lost = [seat for seat, number in turn.orders.items() if number not in texts]
        if lost:
            description = f"the orders of {', '.join(lost)} for turn {turn.turn} are missing"
            raise damaged(self.name, description)
        return UsedOrders(
            {seat: texts[number] for seat, number in turn.orders.items()},
            {seat: instead[number] for seat, number in turn.orders.items() if number in instead},
            on_behalf,
        )


def _describe_joining(row: Row[Any]) -> str:
    return f"the state with {row.seat}, who joined after turn {row.turn},"


def _describe_edit(row: Row[Any]) -> str:
    return f"the state with edit {row.id}, made after turn {row.turn},"


def _stored_turn(connection: Connection, turn: int) -> Row[Any] | None:
    return connection.execute(select(schema.turns).where(schema.turns.c.turn == turn)).first()


@read_once
def _run_at(connection: Connection, turn: int) -> str | None:
    table = schema.turns.c
    return connection.execute(select(table.run_at).where(table.turn == turn)).scalar()


@read_once
def _digests(connection: Connection, turn: int) -> tuple[str, str] | None:
    table = schema.turns.c
    statement = select(table.digest, table.events_digest).where(table.turn == turn)
    row = connection.execute(statement).first()
    return None if row is None else (row.digest, row.events_digest)


@read_once
def _turns_reported(connection: Connection, empire: str) -> tuple[int, ...]:
    table = schema.reports.c
    statement = select(table.turn).where(table.empire == empire).order_by(table.turn)
    return tuple(connection.execute(statement).scalars())


@read_once
def _turn_without_events(connection: Connection, turn: int) -> Row[Any] | None:
    columns = [column for column in schema.turns.c if column.name != "events"]
    return connection.execute(select(*columns).where(schema.turns.c.turn == turn)).first()


def _ended(state: dict[str, Any], ending: GameEnding | None) -> dict[str, Any]:
    """Return a game's state with the outcome set by the gamemaster, if any."""
    if ending is None:
        return state
    outcome = {"winners": list(ending.winners), "reason": ending.reason, "turn": ending.turn}
    return {**state, "outcome": outcome}
