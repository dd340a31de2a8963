"""The gamemaster's decisions about deadlines and rules versions, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, Row, func, insert, select

from horizons_host.store import rows, schema, undo
from horizons_host.store.database import read_once
from horizons_host.store.records import MIGRATED, PINNED, DeadlineChange, Upgrade

_FIELDS = ("turn", "attempt", "kind", "seat", "facts", "reason", "decided_by", "decided_at")


@read_once
def changes(connection: Connection) -> tuple[DeadlineChange, ...]:
    """List all decisions about deadlines, in order."""
    table = schema.deadline_changes
    return tuple(_change(row) for row in connection.execute(select(table).order_by(table.c.id)))


def last_change(connection: Connection) -> int:
    """Return the number of the last decision; 0 for none."""
    number = connection.execute(select(func.max(schema.deadline_changes.c.id))).scalar()
    return number or 0


def _change(row: Row[tuple[object, ...]]) -> DeadlineChange:
    return DeadlineChange(id=row.id, **{name: getattr(row, name) for name in _FIELDS})


@read_once
def sent_reminders(
    connection: Connection, turn: int, attempt: int
) -> frozenset[tuple[str, str, str]]:
    """Return the reminders sent for a turn: deadline, seat, and kind of reminder."""
    table = schema.reminded.c
    statement = select(table.deadline, table.seat, table.kind)
    rows = connection.execute(statement.where(table.turn == turn, table.attempt == attempt))
    return frozenset((row.deadline, row.seat, row.kind) for row in rows)


def insert_change(connection: Connection, change: DeadlineChange) -> DeadlineChange:
    """Store a decision and return it with its number."""
    row = {name: getattr(change, name) for name in _FIELDS}
    table = schema.deadline_changes
    added = connection.execute(insert(table).values(**row).returning(table.c.id))
    return evolve(change, id=added.scalar_one())


#: Parts of a saved game that name its rules.
_RULES_NAMES = {"variant": "version", "rules": "rules"}


@read_once
def decided(connection: Connection) -> tuple[Upgrade, ...]:
    """List all decisions, in order."""
    result = connection.execute(select(schema.upgrades).order_by(schema.upgrades.c.id))
    return tuple(
        Upgrade(**{name: getattr(row, name) for name in Upgrade.__annotations__}) for row in result
    )


def decide(connection: Connection, new: Upgrade) -> None:
    """Store a decision; raises TurnTakenError if another turn was run meanwhile."""
    rows.expect(connection, new.turn)
    added = connection.execute(
        insert(schema.upgrades)
        .values(**{name: getattr(new, name) for name in Upgrade.__annotations__})
        .returning(schema.upgrades.c.id)
    )
    if new.kind == MIGRATED:
        undo.record_change(connection, new.turn, undo.MIGRATED, added.scalar_one())


def pinned(connection: Connection) -> Mapping[str, Any] | None:
    """Return the versions that the game is pinned to, or None."""
    decisions = decided(connection)
    return decisions[-1].versions if decisions and decisions[-1].kind == PINNED else None


def migrated(
    connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
) -> tuple[Upgrade | None, int]:
    """Return the last migration between this turn and the next, or None.

    With it the attempt at the next turn that followed.
    """
    migrations = [u for u in decided(connection) if u.kind == MIGRATED and u.turn == turn]
    attempts = [attempt for (kind, _), (_, attempt) in order.items() if kind == undo.MIGRATED]
    return (migrations[-1] if migrations else None), (attempts[-1] if attempts else 1)


def rules_names(connection: Connection, turn: int) -> dict[str, str]:
    """Return the rules' names in the state of a turn since its migration; empty without one."""
    moves = [u for u in decided(connection) if u.kind == MIGRATED and u.turn >= turn]
    return {part: moves[-1].versions[name] for name, part in _RULES_NAMES.items()} if moves else {}
