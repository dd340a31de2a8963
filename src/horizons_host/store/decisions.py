"""The gamemaster's decisions about deadlines and rules versions, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, func, select

from horizons_host.store import rows, schema, undo
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.database import read_once
from horizons_host.store.records import MIGRATED, PINNED, DeadlineChange, Upgrade


@read_once
def changes(connection: Connection) -> tuple[DeadlineChange, ...]:
    """List all decisions about deadlines, in order."""
    table = schema.deadline_changes
    result = connection.execute(select(table).order_by(table.c.id))
    return tuple(read_record(DeadlineChange, table, row) for row in result)


def last_change(connection: Connection) -> int:
    """Return the number of the last decision; 0 for none."""
    number = connection.execute(select(func.max(schema.deadline_changes.c.id))).scalar()
    return number or 0


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
    return evolve(change, id=insert_record(connection, schema.deadline_changes, change))


#: Parts of a saved game that name its rules.
_RULES_NAMES = {"variant": "version", "rules": "rules"}


@read_once
def decided(connection: Connection) -> tuple[Upgrade, ...]:
    """List all decisions, in order."""
    table = schema.upgrades
    result = connection.execute(select(table).order_by(table.c.id))
    return tuple(read_record(Upgrade, table, row) for row in result)


def decide(connection: Connection, new: Upgrade) -> None:
    """Store a decision; raises TurnTakenError if another turn was run meanwhile."""
    rows.expect(connection, new.turn)
    number = insert_record(connection, schema.upgrades, new)
    if new.kind == MIGRATED:
        undo.record_change(connection, new.turn, undo.MIGRATED, number)


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
