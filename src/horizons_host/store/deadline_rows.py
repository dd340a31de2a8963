"""Decisions about deadlines and sent reminders: conversion of rows to records and back."""

from __future__ import annotations

from attrs import evolve
from sqlalchemy import Connection, Row, func, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import schema
from horizons_host.store.records import DeadlineChange

_FIELDS = ("turn", "attempt", "kind", "seat", "facts", "reason", "decided_by", "decided_at")


@read_once
def changes(connection: Connection) -> tuple[DeadlineChange, ...]:
    """List all decisions about deadlines, in order."""
    if not schema.has(connection, schema.deadline_changes):
        return ()
    table = schema.deadline_changes
    return tuple(_change(row) for row in connection.execute(select(table).order_by(table.c.id)))


def last_change(connection: Connection) -> int:
    """Return the number of the last decision; 0 for none."""
    if not schema.has(connection, schema.deadline_changes):
        return 0
    number = connection.execute(select(func.max(schema.deadline_changes.c.id))).scalar()
    return number or 0


def _change(row: Row[tuple[object, ...]]) -> DeadlineChange:
    return DeadlineChange(id=row.id, **{name: getattr(row, name) for name in _FIELDS})


@read_once
def sent_reminders(
    connection: Connection, turn: int, attempt: int
) -> frozenset[tuple[str, str, str]]:
    """Return the reminders sent for a turn: deadline, seat, and kind of reminder."""
    if not schema.has(connection, schema.reminded):
        return frozenset()
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
