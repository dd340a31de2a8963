"""Changes of the position between two turns: their order, and the attempt they came before.

A turn may be run several times. To recompute an attempt that was undone one needs the position of
that time, without the changes made since.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import schema, undoing
from horizons_host.store.records import next_attempt

#: Kinds of changes between two turns.
JOINED, PUT_OFF, EDITED, MIGRATED = "joined", "put off", "edited", "migrated"


def record_change(connection: Connection, turn: int, kind: str, number: int) -> None:
    """Store that a change was made after the latest turn; `number` is that of its row."""
    attempt = next_attempt(undoing.attempts(connection, turn + 1))
    connection.execute(
        insert(schema.between_turns).values(turn=turn, attempt=attempt, kind=kind, number=number)
    )


@read_once
def attempts(connection: Connection, turn: int) -> Mapping[tuple[str, int], tuple[int, int]]:
    """Return the order and the attempt of each change after a turn, by kind and number.

    Changes made by older versions of the program have no entry: they come before all others.
    """
    if not schema.has(connection, schema.between_turns):
        return {}
    table = schema.between_turns
    rows = connection.execute(select(table).where(table.c.turn == turn).order_by(table.c.id))
    return {(row.kind, row.number): (row.id, row.attempt) for row in rows}


def in_order(connection: Connection, turn: int) -> list[tuple[int, str, str]]:
    """List the changes after a turn in order: the next attempt, the kind, and the result."""
    order = attempts(connection, turn)
    changes: list[tuple[int, int, str, str]] = []
    for kind, table, outcome in (
        (JOINED, schema.joinings, schema.joinings.c.digest),
        (EDITED, schema.edits, schema.edits.c.digest),
        (PUT_OFF, schema.postponements, schema.postponements.c.not_before),
    ):
        statement = select(table.c.id, outcome.label("what")).where(table.c.turn == turn)
        for row in connection.execute(statement.order_by(table.c.id)):
            place, attempt = order.get((kind, row.id), (0, 1))
            changes.append((place, attempt, kind, str(row.what)))
    return [(attempt, kind, outcome) for _, attempt, kind, outcome in sorted(changes, key=_place)]


def _place(change: tuple[int, int, str, str]) -> int:
    return change[0]
