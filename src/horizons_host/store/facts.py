"""Facts about a game's progress, such as a turn that was run, and versions that grow with them.

A reader's version counts the events and order changes that this reader may know, so it reveals
nothing else. It is computed from stored rows, which makes it the same in all processes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import frozen
from sqlalchemy import Connection, ScalarSelect, func, or_, select

from horizons_host.store import history, rows, schema, submissions
from horizons_host.store.database import read_once
from horizons_host.store.game_database import GameDatabase
from horizons_host.store.schema import event_recipients, events_table

#: A reader's version is that number of events times this, plus the order changes since.
_PER_EVENT = 1_000_000
#: Kinds of facts by the kinds of stored events; other kinds are their own.
KINDS: Mapping[str, str] = {
    "turn": "turn-run",
    "undone": "turn-undone",
    "ended": "game-ended",
    "edited": "position-edited",
    "deadline": "deadline-changed",
    "message": "message-arrived",
    "announcement": "message-arrived",
    "report": "message-reported",
    "joined": "player-joined",
    "seat": "player-replaced",
}
SAVED, SUBMITTED, WITHDRAWN = "orders-saved", "orders-submitted", "orders-withdrawn"


@frozen
class Reader:
    """The reader of a game: the gamemaster, a seat, or the public."""

    seat: str | None = None
    is_gamemaster: bool = False


@frozen
class SeatOrders:
    """Changes of a seat's orders for the coming turn: visible ones, all of them, and the last."""

    changes: int
    saves: int
    last: str

    def seen_by(self, seat: str, reader: Reader) -> int:
        """Return the number of changes of a seat's orders that a reader may know."""
        return self.saves if reader.is_gamemaster or seat == reader.seat else self.changes


@frozen
class Event:
    """A stored event, by its kind and audience."""

    kind: str
    to_all: bool
    gamemaster: bool
    seats: Collection[str]

    def is_for(self, reader: Reader) -> bool:
        """Return whether a reader may know it."""
        return self.to_all or (
            self.gamemaster if reader.is_gamemaster else reader.seat in self.seats
        )


@frozen
class Progress:
    """The progress of a game: its last event, and the orders for the coming attempt at a turn."""

    last_event: int
    turn: tuple[int, int]
    orders: Mapping[str, SeatOrders]


@frozen
class ProgressUpdate:
    """Progress since an earlier one, with the new events, and each reader's present version."""

    before: Progress
    after: Progress
    events: Collection[Event]
    versions: Mapping[Reader, int]

    def kinds(self, reader: Reader) -> list[str]:
        """Return the kinds of the new facts that a reader may know, in order."""
        kinds = [KINDS.get(event.kind, event.kind) for event in self.events if event.is_for(reader)]
        if self.before.turn == self.after.turn:
            none = SeatOrders(0, 0, "")
            for seat, orders in self.after.orders.items():
                earlier = self.before.orders.get(seat, none)
                if orders.seen_by(seat, reader) != earlier.seen_by(seat, reader):
                    kinds.append(orders.last)
        return list(dict.fromkeys(kinds))


class GameFacts:
    """The facts of a game. Every method is one transaction."""

    def __init__(self, store: GameDatabase) -> None:
        self._store = store

    def version(self, reader: Reader) -> int:
        """Return a reader's version."""
        with self._store.reading() as connection:
            return _versions(connection, (reader,))[reader]

    def progress(self) -> Progress:
        """Return the game's progress."""
        with self._store.reading() as connection:
            return _progress(connection)

    def since(self, before: Progress, readers: Iterable[Reader]) -> ProgressUpdate:
        """Return the progress since an earlier one, for these readers."""
        with self._store.reading() as connection:
            return ProgressUpdate(
                before,
                _progress(connection),
                _events_after(connection, before.last_event),
                _versions(connection, tuple(readers)),
            )


@read_once
def _versions(connection: Connection, readers: tuple[Reader, ...]) -> Mapping[Reader, int]:
    """Return the versions of readers, whose events are counted by one statement."""
    if not readers:
        return {}
    counts = connection.execute(select(*map(_event_count, readers))).one()
    coming = _orders(connection, rows.latest(connection) + 1).items()
    versions = {}
    for reader, count in zip(readers, counts, strict=True):
        changes = sum(orders.seen_by(seat, reader) for seat, orders in coming)
        versions[reader] = (int(count or 0) + 1) * _PER_EVENT + min(changes, _PER_EVENT - 1)
    return versions


def _event_count(reader: Reader) -> ScalarSelect[int]:
    table, recipients = events_table.c, event_recipients.c
    if reader.is_gamemaster:
        number = select(func.count()).where(or_(table.to_all, table.gamemaster))
    elif reader.seat is not None:
        number = select(func.max(recipients.number)).where(recipients.seat == reader.seat)
    else:
        number = select(func.max(table.number))
    return number.scalar_subquery()


@read_once
def _progress(connection: Connection) -> Progress:
    turn = rows.latest(connection) + 1
    last = connection.execute(select(func.max(events_table.c.id))).scalar()
    attempt = history.next_attempt(history.attempts(connection, turn))
    return Progress(int(last or 0), (turn, attempt), _orders(connection, turn))


def _events_after(connection: Connection, number: int) -> list[Event]:
    table, recipients = events_table.c, event_recipients.c
    seats: dict[int, list[str]] = {}
    pairs = select(recipients.event, recipients.seat).where(recipients.event > number)
    for event, seat in connection.execute(pairs):
        seats.setdefault(event, []).append(seat)
    statement = select(table.id, table.kind, table.to_all, table.gamemaster)
    return [
        Event(row.kind, row.to_all, row.gamemaster, seats.get(row.id, ()))
        for row in connection.execute(statement.where(table.id > number).order_by(table.id))
    ]


@read_once
def _orders(connection: Connection, turn: int) -> Mapping[str, SeatOrders]:
    """Return the changes of each seat's orders for a turn.

    A draft that replaces a draft is visible to its own seat and the gamemaster only.
    """
    undone = history.attempts(connection, turn)
    attempt, last = history.next_attempt(undone), undone[-1].last_order if undone else 0
    orders, marks = schema.orders.c, schema.order_marks.c
    statement = (
        select(orders.id, orders.seat, marks.final, marks.attempt)
        .select_from(
            schema.orders.outerjoin(schema.order_marks, marks.orders == orders.id),
        )
        .where(history.counting(connection, turn))
        .order_by(orders.id, marks.id)
    )
    states: dict[str, list[bool]] = {}
    replaced = submissions.replaced_drafts(connection, turn)
    number = 0
    for row in connection.execute(statement):
        seat_states = states.setdefault(row.seat, [])
        if row.id != number:
            seat_states += [False] * replaced.get(row.id, 0)
        if row.id <= last and row.id != number:
            seat_states.append(False)  # what was final when the turn was undone is a draft
        if row.final is None:
            seat_states += [True] if row.id > last else []
        elif row.attempt == attempt:
            seat_states.append(row.final)
        number = row.id
    return {seat: _seat_orders(finals) for seat, finals in states.items() if finals}


def _seat_orders(finals: list[bool]) -> SeatOrders:
    changed = [final for i, final in enumerate(finals) if i == 0 or final != finals[i - 1]]
    kind = SUBMITTED if finals[-1] else WITHDRAWN if True in finals else SAVED
    return SeatOrders(len(changed), len(finals), kind)
