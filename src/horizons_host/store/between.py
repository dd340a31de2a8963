"""What happened to the standing game between two turns: in which order, and before which attempt.

A turn may be run several times. Whoever recomputes an attempt that was taken back needs the game as
it stood then, without what was done to it since.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import schema, undoing
from horizons_host.store.records import next_attempt

#: What may be done between two turns.
JOINED, PUT_OFF, EDITED, MIGRATED = "joined", "put off", "edited", "migrated"


def done(connection: Connection, turn: int, kind: str, number: int) -> None:
    """Note down that something was done after the latest turn; `number` is that of its row."""
    attempt = next_attempt(undoing.attempts(connection, turn + 1))
    connection.execute(
        insert(schema.between_turns).values(turn=turn, attempt=attempt, kind=kind, number=number)
    )


@read_once
def attempts(connection: Connection, turn: int) -> Mapping[tuple[str, int], tuple[int, int]]:
    """By kind and number, of what was done after a turn its place in order and the attempt.

    What an older version of the program did has no entry: it comes before all that has one.
    """
    if not schema.has(connection, schema.between_turns):
        return {}
    table = schema.between_turns
    found = connection.execute(select(table).where(table.c.turn == turn).order_by(table.c.id))
    return {(row.kind, row.number): (row.id, row.attempt) for row in found}


def in_order(connection: Connection, turn: int) -> list[tuple[int, str, str]]:
    """What was done after a turn, in order: before which attempt, the kind, and what came of it."""
    order = attempts(connection, turn)
    found: list[tuple[int, int, str, str]] = []
    for kind, table, what in (
        (JOINED, schema.joinings, schema.joinings.c.digest),
        (EDITED, schema.edits, schema.edits.c.digest),
        (PUT_OFF, schema.postponements, schema.postponements.c.not_before),
    ):
        wanted = select(table.c.id, what.label("what")).where(table.c.turn == turn)
        for row in connection.execute(wanted.order_by(table.c.id)):
            place, attempt = order.get((kind, row.id), (0, 1))
            found.append((place, attempt, kind, str(row.what)))
    return [(attempt, kind, what) for _, attempt, kind, what in sorted(found, key=_place)]


def _place(one: tuple[int, int, str, str]) -> int:
    return one[0]
