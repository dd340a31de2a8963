"""Edits of the position: conversion to rows and back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, insert, select

from horizons_host.databases.engines import read_once
from horizons_host.store import between, schema
from horizons_host.store.records import Edit, packed


@read_once
def edits(connection: Connection, turn: int) -> list[Row[Any]]:
    """List the rows of the edits made after a turn, in order."""
    if not schema.has(connection, schema.edits):
        return []
    table = schema.edits
    return list(connection.execute(select(table).where(table.c.turn == turn).order_by(table.c.id)))


def numbers(connection: Connection, turn: int) -> tuple[int, ...]:
    """List the numbers of the edits made after a turn, in order."""
    return tuple(row.id for row in edits(connection, turn))


def insert_edit(connection: Connection, new: Edit) -> None:
    """Store an edit, as the latest change between two turns."""
    added = connection.execute(
        insert(schema.edits)
        .values(
            turn=new.turn,
            text=new.text,
            words=new.words,
            reason=new.reason,
            actor=new.actor,
            state=packed(new.state),
            digest=new.digest,
            edited_at=new.edited_at,
        )
        .returning(schema.edits.c.id)
    )
    between.record_change(connection, new.turn, between.EDITED, added.scalar_one())
